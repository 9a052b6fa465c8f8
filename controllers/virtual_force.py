"""Virtual forces by the transposed Jacobian: gravity compensation and velocity tuning.

Coros, Beaudoin, van de Panne 2010, Sections 3.3 and 3.4.
"""

from __future__ import annotations

import numpy as np

from ..simulation.body import Body, Motion
from ..simulation.compiled import compiled
from ..simulation.rotation import Array, cross


@compiled
def compensate_gravity(body: Body, motion: Motion, gravity: float, supported: Array) -> Array:
    """(n, 3) torque rows that carry every link's weight back to the root (Section 3.4).

    Args:
        gravity: [m/s2], positive.
        supported: (n,) 1 for links to compensate, 0 for those of a stance leg.
    """
    n = len(body.mass)
    torques = np.zeros((n, 3))
    mass, first_moment = _carried(body, motion, supported)
    for i in range(1, n):
        lift = mass[i] * gravity
        torques[i, 0] = lift * (first_moment[i, 1] - motion.origin[i, 1])
        torques[i, 1] = -lift * (first_moment[i, 0] - motion.origin[i, 0])
    return torques


@compiled
def _carried(body: Body, motion: Motion, counted: Array) -> tuple[Array, Array]:
    """Mass (n,) and center of mass (n, 3) of what hangs on each joint, the segment included."""
    n = len(body.mass)
    mass = body.mass * counted
    center = np.empty((n, 3))
    for i in range(n):
        for axis in range(3):
            center[i, axis] = mass[i] * motion.center[i, axis]
    for i in range(n - 1, 0, -1):
        mass[body.parent[i]] += mass[i]
        for axis in range(3):
            center[body.parent[i], axis] += center[i, axis]
    for i in range(n):
        for axis in range(3):
            center[i, axis] /= max(mass[i], 1e-12)
    return mass, center


@compiled
def push_center_of_mass(body: Body, motion: Motion, force: Array, foot: int, top: int) -> Array:
    """(n, 3) torque rows of a virtual force on the center of mass (Section 3.3).

    The chain is rooted at the stance ankle and ends with the head: torques are those of the
    Jacobian of the center of mass with respect to its joints only.

    Args:
        force: (3,) [N].
        foot: the stance foot; top: the last segment of the trunk's chain.
    """
    torques = np.zeros((len(body.mass), 3))
    mass, center = _carried(body, motion, np.ones(len(body.mass)))
    joint = foot
    while joint != 0:  # the body lies on the parent's side of a stance leg's joints
        torques[joint] = -cross(motion.com - motion.origin[joint], force)
        joint = body.parent[joint]
    joint = top
    while joint != 0:
        torques[joint] = cross(center[joint] - motion.origin[joint], force) * mass[joint] / mass[0]
        joint = body.parent[joint]
    return torques
