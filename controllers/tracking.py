"""PD tracking of orientations, with implicit gains so that light links are stable."""

from __future__ import annotations

import math

import numpy as np

from ..simulation.body import Body, Motion
from ..simulation.compiled import compiled
from ..simulation.rotation import Array, rotation_from_to


@compiled
def implicit_factor(stiffness: float, damping: float, inertia: float, dt: float) -> float:
    """What both gains are divided by: an implicit step of I a = -kp x - kd v."""
    return 1.0 + (damping * dt + stiffness * dt * dt) / inertia


@compiled
def track_orientation(
    body: Body,
    motion: Motion,
    segment: int,
    desired: Array,
    desired_spin: Array,
    spin_reference: Array,
    strength: float,
    dt: float,
) -> Array:
    """(3,) torque row that turns a segment to a world orientation (Section 3.1).

    Args:
        desired: (3, 3) world orientation to reach.
        desired_spin: (3,) its angular velocity, relative to `spin_reference` [rad/s].
        spin_reference: (3,) angular velocity that damping is measured against: the parent's for a
            joint, zero for a segment held in the character's frame.
        strength: multiplies both gains.
    """
    frame = motion.rotation[segment]
    error = rotation_from_to(frame, desired)
    kp, kd = strength * body.stiffness[segment], strength * body.damping[segment]
    torque = np.zeros(3)
    for axis in range(3):
        error_local, slip_local = 0.0, 0.0
        for k in range(3):
            slip = desired_spin[k] + spin_reference[k] - motion.spin[segment, k]
            error_local += frame[k, axis] * error[k]
            slip_local += frame[k, axis] * slip
        scale = implicit_factor(kp, kd, body.subtree_inertia[segment, axis], dt)
        local = (kp * error_local + kd * slip_local) / scale
        for k in range(3):
            torque[k] += frame[k, axis] * local
    return torque


@compiled
def track_hinge(
    body: Body,
    motion: Motion,
    segment: int,
    angle: float,
    rate: float,
    strength: float,
    dt: float,
    torques: Array,
) -> None:
    """Add the torque row that bends a hinge to an angle [rad] at a rate [rad/s]."""
    parent = body.parent[segment]
    above, own = motion.rotation[parent], motion.rotation[segment]
    cosine, sine, turning = 0.0, 0.0, 0.0
    for k in range(3):
        cosine += above[k, 0] * own[k, 0]
        sine -= above[k, 2] * own[k, 0]
        turning += above[k, 1] * (motion.spin[segment, k] - motion.spin[parent, k])
    kp, kd = strength * body.stiffness[segment], strength * body.damping[segment]
    torque = kp * (angle - math.atan2(sine, cosine)) + kd * (rate - turning)
    torque /= implicit_factor(kp, kd, body.subtree_inertia[segment, 1], dt)
    for k in range(3):
        torques[segment, k] += torque * above[k, 1]
