"""Parts of a performing body that yield, down to limp ones.

Joints follow the clip with a share of their stiffness. Only where little of that is left do they
lose strength as well: torque limits, with which the program plans, and the weights of their tasks.
A limp joint gets no torque from the program; it has the resistance of a joint at rest, and
ligaments at the ends of its range.
"""

from __future__ import annotations

import numpy as np

from ...simulation.body import FIXED, Body, Motion, velocity_size
from ...simulation.compiled import compiled
from ...simulation.rotation import Array, times, transposed_times
from ..program.limits import actuate
from ..program.record import Rows

# Of the damping of a joint at rest, as a share of its tracking gain's. A limp forearm then swings
# with 0.2 of critical damping, a limp leg with 0.2, as in pendulum tests of relaxed limbs.
RESISTANCE = 0.1
# [rad] by which a limp joint's muscles would be late to turn it back from the end of its range:
# more than the margin at which they do so otherwise.
LATE = 0.6


@compiled
def weaken(body: Body, weak: Body, strength: Array) -> None:
    """Set the torque limits and ranges of a copy of a body to those of joints that are weak.

    Args:
        strength: (n,) of each joint, as a share.
    """
    for i in range(1, body.rows[0]):
        weak.torque_limit[i] = strength[i] * body.torque_limit[i]
        for axis in range(3):
            weak.low[i, axis] = body.low[i, axis] - (1.0 - strength[i]) * LATE
            weak.high[i, axis] = body.high[i, axis] + (1.0 - strength[i]) * LATE


@compiled
def resistance(body: Body, motion: Motion, dt: float, strength: Array) -> Array:
    """(n, 3) torque rows [N m] with which joints that are weak resist all movement.

    Args:
        dt: time for which they act [s]; the gains are those of implicit damping.
        strength: (n,) of each joint; one of 1 has no such resistance.
    """
    rows, slip = np.zeros((body.rows[0], 3)), np.empty(3)
    for i in range(1, body.rows[0]):
        if strength[i] == 1.0 or body.joint_type[i] == FIXED:
            continue
        damping, own = (1.0 - strength[i]) * RESISTANCE * body.damping[i], motion.rotation[i]
        for k in range(3):
            slip[k] = motion.angular_velocity[i, k] - motion.angular_velocity[body.parent[i], k]
        local = transposed_times(own, slip)
        for axis in range(3):
            local[axis] *= -damping / (1.0 + damping * dt / body.subtree_inertia[i, axis])
        rows[i] = times(own, local)
    return rows


@compiled
def slackened(
    bodies: Rows[Body], motions: Rows[Motion], dt: float, flat: Array, tone: Array
) -> Array:
    """The flat torques of actuators [N m] of a body with limp joints.

    Args:
        dt: time for which they act [s]; flat: what a law asks for, ligaments included.
        tone: (n,) share of its torques that the joint of each segment keeps.
    """
    body, motion = bodies[0], motions[0]
    limp = actuate(body, motion, dt, resistance(body, motion, dt, np.zeros(len(tone))))
    for i in range(1, body.rows[0]):
        at = body.velocity_index[i]
        for k in range(at, at + velocity_size(body.joint_type[i])):
            limp[k] += tone[i] * (flat[k] - limp[k])
    return limp


@compiled
def between_segments(body: Body, rows: Array) -> Array:
    """(n, 6) wrenches on the segments of torque rows (n, 3), which act on their parents as well."""
    wrenches = np.zeros((body.rows[0], 6))
    for i in range(1, body.rows[0]):
        for k in range(3):
            wrenches[i, k] += rows[i, k]
            wrenches[body.parent[i], k] -= rows[i, k]
    return wrenches
