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
    for link in range(1, n):
        if supported[link] == 0.0:
            continue
        lift = np.array([0.0, 0.0, body.mass[link] * gravity])
        joint = link
        while joint != 0:
            torques[joint] += cross(motion.center[link] - motion.origin[joint], lift)
            joint = body.parent[joint]
    return torques


@compiled
def push_center_of_mass(body: Body, motion: Motion, force: Array, foot: int, top: int) -> Array:
    """(n, 3) torque rows of a virtual force on the center of mass (Section 3.3).

    The chain is rooted at the stance ankle and ends with the head: torques are those of the
    Jacobian of the center of mass with respect to its joints only.

    Args:
        force: (3,) [N].
        foot: the stance foot; top: the last segment of the trunk's chain.
    """
    n = len(body.mass)
    torques = np.zeros((n, 3))
    joint = foot
    while joint != 0:  # the body lies on the parent's side of a stance leg's joints
        torques[joint] = -cross(motion.com - motion.origin[joint], force)
        joint = body.parent[joint]
    total = body.mass.sum()
    carried = body.mass.copy()
    moment = np.empty((n, 3))
    for i in range(n):
        moment[i] = body.mass[i] * motion.center[i]
    for i in range(n - 1, 0, -1):
        carried[body.parent[i]] += carried[i]
        moment[body.parent[i]] += moment[i]
    joint = top
    while joint != 0:
        arm = moment[joint] / carried[joint] - motion.origin[joint]
        torques[joint] = cross(arm, force) * (carried[joint] / total)
        joint = body.parent[joint]
    return torques
