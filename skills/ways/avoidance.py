"""Making way for others: Karamouzas, Skinner, Guy 2014, "Universal Power Law Governing Pedestrian
Interactions", Physical Review Letters 113, 238701.

Between two walkers that would collide acts an energy of the time to collision (Equation 2); its
gradient turns and slows both. Here it acts on the walker's target velocity.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from ...simulation.rotation import Array

STRENGTH = 1.5  # k of the energy [J per kg]
HORIZON = 3.0  # tau_0 [s]: later collisions hardly count
POWER = 2.0  # of the time left
RELAXATION = 0.54  # time constant towards the preferred velocity [s]
LARGEST_FORCE = 5.0  # [m/s2]
SHOULDERS = 0.17  # of the height: radius of a walker's disc
DISTINCT = 1e-6  # smaller values count as 0
OVERLAPPING = 0.99  # of the distance: joint radius of discs that overlap already
KEEP_RIGHT = 0.12  # [rad] by which the places of others are turned to the left


class Neighbours(NamedTuple):
    """Other walkers: places (n, 2) [m], velocities (n, 2) [m/s] and radii (n,) [m]."""

    places: Array
    velocities: Array
    radii: Array


@dataclass
class Destination:
    """The remaining points (2,) [m], and the target velocity (2,) [m/s] with its time [s]."""

    left: list[Array]
    velocity: Array
    time: float


def steered(
    velocity: Array, preferred: Array, place: Array, radius: float, neighbours: Neighbours,
    time: float,
) -> Array:  # fmt: skip
    """(2,) the target velocity [m/s] after some time [s], towards the preferred one.

    Args:
        velocity: (2,) present target [m/s]; place: (2,) of the walker [m].
        radius: of the walker's own disc [m].
    """
    force = (preferred - velocity) / RELAXATION
    force = force + avoiding_force(velocity, place, radius, neighbours)
    size = float(np.linalg.norm(force))
    new: Array = velocity + time * force * min(1.0, LARGEST_FORCE / max(size, DISTINCT))
    return new


def avoiding_force(velocity: Array, place: Array, radius: float, neighbours: Neighbours) -> Array:
    """(2,) minus the gradient of the energy of all others [m/s2]."""
    offset = _turned(neighbours.places - place, KEEP_RIGHT)  # x (n, 2)
    closing = velocity - neighbours.velocities  # v (n, 2)
    apart = np.linalg.norm(offset, axis=1)
    reach = np.minimum(radius + neighbours.radii, OVERLAPPING * apart)
    a = (closing**2).sum(axis=1)
    b = (offset * closing).sum(axis=1)
    discriminant = b**2 - a * (apart**2 - reach**2)
    meets = (discriminant > DISTINCT) & (a > DISTINCT) & (b > 0.0)
    if not meets.any():
        return np.zeros(2)
    x, v, a, b = offset[meets], closing[meets], a[meets, None], b[meets, None]
    root = np.sqrt(discriminant[meets, None])
    left = (b - root) / a  # tau: the time until they touch
    slope = STRENGTH * np.exp(-left / HORIZON) / left**POWER * (POWER / left + 1.0 / HORIZON)
    force: Array = (-slope * (v - (b * v - a * x) / root) / a).sum(axis=0)
    return force


def _turned(vectors: Array, angle: float) -> Array:
    cosine, sine = np.cos(angle), np.sin(angle)
    turned: Array = vectors @ np.array([[cosine, sine], [-sine, cosine]])
    return turned
