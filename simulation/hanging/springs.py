"""Springs at the joints of chains that act on their body: what the engine's links feel.

Torques are computed from the present state, so a spring must not be too stiff for the time step:
its gains are bounded by the mass that it moves.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...bodies.hanging_links import Links, placed
from ..compiled import compiled

Array = NDArray[np.float64]
Integers = NDArray[np.int64]
# Shares of the largest stable gains of explicit steps, which are 4 M/h^2 and 2 M/h: a chain that
# is bent, or hangs on a light body, moves less mass than one that is straight and held.
STIFF, STOPPED, DAMPED = 0.04, 0.06, 0.2
STOP = 100.0  # of a joint's stiffness: that of the stop at its largest bend
TWIST, TWIST_DAMPED = 100.0, 0.5  # [rad/s] of a link about its own axis, of the critical damping
LEAST = 1e-9  # [rad]


class Springs(NamedTuple):
    """The joints of a body's chains; axes are those of the links' frames, y along the link.

    Attributes:
        stiffness, damping: (n, 3) [N m/rad], [N m s/rad].
        bend: (n,) largest angle [rad]; stop: (n,) stiffness beyond it [N m/rad].
    """

    stiffness: Array
    damping: Array
    bend: Array
    stop: Array


def springs_of(chains: Sequence[Links], time_step: float) -> Springs:
    """The springs of all joints, chain after chain."""
    parts = [_springs(links, time_step) for links in chains]
    return Springs(*(np.concatenate(column) for column in zip(*parts, strict=True)))


def _springs(links: Links, time_step: float) -> Springs:
    moved = _inverse_of_inertia(links)
    across, along = links.stiffness, links.below[:, 1] * TWIST**2
    turning = 2.0 * TWIST_DAMPED * links.below[:, 1] * TWIST
    stiffness = np.stack([across, along, across], axis=1)
    damping = np.stack([links.damping, turning, links.damping], axis=1)
    stop = np.full_like(stiffness, 0.0)
    stop[:, [0, 2]] = STOP * np.maximum(across, links.mass * 9.81 * links.length)[:, None]
    for gains, most in (
        (stiffness, STIFF * 4.0 / time_step**2),
        (stop, (STOPPED - STIFF) * 4.0 / time_step**2),
        (damping, DAMPED * 2.0 / time_step),
    ):
        for axes in ([0, 2], [1]):
            part = np.zeros_like(gains)
            part[:, axes] = gains[:, axes]
            root = np.sqrt(part.ravel())
            fastest = float(np.linalg.eigvalsh(root[:, None] * moved * root).max())
            gains[:, axes] *= min(1.0, most / max(fastest, 1e-12))
    bend = np.full(len(links.mass), math.radians(links.chain.hanging.bend))
    return Springs(stiffness, damping, bend, stop[:, 0])


def _inverse_of_inertia(links: Links) -> Array:
    """(3 n, 3 n) inverse of the joint-space inertia of a chain that is unbent and held."""
    count = len(links.mass)
    joints, frames = placed(links, np.zeros(3), np.eye(3), np.tile(np.eye(3), (count, 1, 1)))
    middles = joints + 0.5 * links.length[:, None] * frames[:, :, 1]
    inertia = np.zeros((3 * count, 3 * count))
    for link in range(count):
        turning = np.zeros((3, 3 * count))
        moving = np.zeros((3, 3 * count))
        for joint in range(link + 1):
            columns = slice(3 * joint, 3 * joint + 3)
            turning[:, columns] = frames[joint]
            moving[:, columns] = np.cross(frames[joint].T, middles[link] - joints[joint]).T
        own = frames[link] @ np.diag(links.inertia[link]) @ frames[link].T
        inertia += links.mass[link] * moving.T @ moving + turning.T @ own @ turning
    inverse: Array = np.linalg.inv(inertia)
    return inverse


@compiled
def spring_torques(
    stiffness: Array, damping: Array, bend: Array, stop: Array, turns: Array, rates: Array,
    torques: Array,
) -> None:  # fmt: skip
    """Fill torques (n, 3) of the joints on their links, in the links' frames [N m].

    Args:
        stiffness, damping, bend, stop: as in `Springs`.
        turns: (n, 4) quaternions (w, x, y, z) of the joints; rates: (n, 3) in the links' frames.
    """
    for i in range(len(turns)):
        sign = 1.0 if turns[i, 0] >= 0.0 else -1.0
        x, y, z = turns[i, 1], turns[i, 2], turns[i, 3]
        sine = math.sqrt(x * x + y * y + z * z)
        angle = 2.0 * math.atan2(sine, abs(turns[i, 0]))
        # The rotation vector is `share` times the vector part.
        share = sign * (angle / sine if sine > LEAST else 2.0)
        beyond = max(angle - bend[i], 0.0) * stop[i]
        push = beyond / angle if angle > LEAST else 0.0
        for k in range(3):
            bent = share * turns[i, 1 + k]
            torques[i, k] = -(stiffness[i, k] + push) * bent - damping[i, k] * rates[i, k]
