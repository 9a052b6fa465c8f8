"""Making way for others: Karamouzas, Skinner, Guy 2014, "Universal Power Law Governing Pedestrian
Interactions", Physical Review Letters 113, 238701.

Between two walkers that would collide acts an energy of the time to collision (Equation 2); its
gradient turns and slows both. Here it acts on the walker's target velocity.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...simulation.rotation import Array

STRENGTH = 1.5  # k of the energy [J per kg]
HORIZON = 3.0  # tau_0 [s]: later collisions hardly count
POWER = 2.0  # of the time left
RELAXATION = 0.54  # time constant towards the preferred velocity [s]
LARGEST_FORCE = 5.0  # [m/s2]
LARGEST_WALL_FORCE = 2.0  # [m/s2] of one wall: more makes walkers stumble (bench crowd_plaza)
PARTING = 3.0  # [m/s2] between two that stand in the same place
SHOULDERS = 0.17  # of the height: radius of a walker's disc
DISTINCT = 1e-6  # smaller values count as 0
OVERLAPPING = 0.99  # of the distance: joint radius of discs that overlap already
# Of the joint radius: how much further apart those pass who cross, as feet swing far ahead. Who is
# slower than a speed [m/s] makes short steps. tuned: bench crowd_plaza.
CROSSING, STRIDING = 0.4, 0.4
KEEP_RIGHT = 0.12  # [rad] by which the places of others are turned to the left
WALL_GAP = 0.05  # [m] between a walker's disc and a wall: walkers swing
NEAREST = 0.05  # [m]: a wall that is nearer, or touched, counts as this far away


class Neighbours(NamedTuple):
    """Other walkers: places (n, 2) [m], velocities (n, 2) [m/s] and radii (n,) [m]; and walls, each
    from a point to another one (w, 2, 2) [m], with the free side on the right.
    """

    places: Array
    velocities: Array
    radii: Array
    walls: Array


def steered(
    velocity: Array, preferred: Array, place: Array, radius: float, neighbours: Neighbours,
    time: float, fastest: float,
) -> Array:  # fmt: skip
    """(2,) the target velocity [m/s] after some time [s], towards the preferred one.

    Args:
        fastest: [m/s].
        velocity: (2,) present target [m/s]; place: (2,) of the walker [m].
        radius: of the walker's own disc [m].
    """
    force = (preferred - velocity) / RELAXATION
    force = force + avoiding_force(velocity, place, radius, neighbours)
    force = force + parting_force(place, radius, neighbours)
    if len(neighbours.walls):
        force = force + wall_force(velocity, place, radius, neighbours.walls)
    size = float(np.linalg.norm(force))
    new: Array = velocity + time * force * min(1.0, LARGEST_FORCE / max(size, DISTINCT))
    return new * min(1.0, fastest / max(float(np.linalg.norm(new)), DISTINCT))


def avoiding_force(velocity: Array, place: Array, radius: float, neighbours: Neighbours) -> Array:
    """(2,) minus the gradient of the energy of all others [m/s2]."""
    offset = _turned(neighbours.places - place, KEEP_RIGHT)  # x (n, 2)
    closing = velocity - neighbours.velocities  # v (n, 2)
    apart = np.linalg.norm(offset, axis=1)
    reach = (radius + neighbours.radii) * (1.0 + CROSSING * _crossing(velocity, neighbours))
    reach = np.minimum(reach, OVERLAPPING * apart)
    a = (closing**2).sum(axis=1)
    b = (offset * closing).sum(axis=1)
    discriminant = b**2 - a * (apart**2 - reach**2)
    meets = (discriminant > DISTINCT) & (a > DISTINCT) & (b > 0.0)
    if not meets.any():
        return np.zeros(2)
    x, v, a, b = offset[meets], closing[meets], a[meets, None], b[meets, None]
    root = np.sqrt(discriminant[meets, None])
    left = (b - root) / a  # tau: the time until they touch
    slope = _slope(left)
    force: Array = (-slope * (v - (b * v - a * x) / root) / a).sum(axis=0)
    return force


def parting_force(place: Array, radius: float, neighbours: Neighbours) -> Array:
    """(2,) away from those that are too near [m/s2]: who goes the same way is never met."""
    offset = place - neighbours.places
    apart = np.maximum(np.linalg.norm(offset, axis=1), DISTINCT)
    deep = np.maximum(1.0 - apart / (radius + neighbours.radii), 0.0)
    force: Array = PARTING * (deep / apart) @ offset
    return force


def wall_force(velocity: Array, place: Array, radius: float, walls: Array) -> Array:
    """(2,) minus the gradient of the energy of walls [m/s2], which a walker meets head on."""
    start, along = walls[:, 0], walls[:, 1] - walls[:, 0]
    length = np.linalg.norm(along, axis=1)
    along = along / length[:, None]
    outwards = np.stack([along[:, 1], -along[:, 0]], axis=1)
    away = ((place - start) * outwards).sum(axis=1)
    closing = -(outwards @ velocity)
    meets = (away > 0.0) & (closing > DISTINCT)
    room = np.maximum(away - radius - WALL_GAP, NEAREST)
    left = room[meets] / closing[meets]  # tau: the time until it is met
    touched = place + left[:, None] * velocity - start[meets]
    at = (touched * along[meets]).sum(axis=1)
    is_hit = (at > -radius) & (at < length[meets] + radius)
    push = np.minimum(_slope(left[is_hit]) / closing[meets][is_hit], LARGEST_WALL_FORCE)
    force: Array = push @ outwards[meets][is_hit]
    return force


def _slope(left: Array) -> Array:
    """Minus the derivative of the energy by the time left (...) [s]."""
    slope: Array = STRENGTH * np.exp(-left / HORIZON) / left**POWER * (POWER / left + 1.0 / HORIZON)
    return slope


def _crossing(velocity: Array, neighbours: Neighbours) -> Array:
    """(n,) how far others go across the way of a walker: 0 along it, 1 at right angles."""
    others = neighbours.velocities
    across = np.abs(velocity[0] * others[:, 1] - velocity[1] * others[:, 0])
    speeds = np.maximum(np.linalg.norm(others, axis=1), STRIDING)
    share: Array = across / (speeds * max(float(np.linalg.norm(velocity)), STRIDING))
    return share


def _turned(vectors: Array, angle: float) -> Array:
    cosine, sine = np.cos(angle), np.sin(angle)
    turned: Array = vectors @ np.array([[cosine, sine], [-sine, cosine]])
    return turned
