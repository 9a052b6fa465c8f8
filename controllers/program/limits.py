"""Joint limits: the torques of ligaments and bones at the end of a joint's range."""

from __future__ import annotations

import math

from ...simulation.body import HINGE, SPHERICAL, UNIVERSAL, Body, Motion
from ...simulation.compiled import compiled
from ...simulation.rotation import Array, product, rotation_from_to

YIELD = 0.1  # [rad] beyond the limit at which the torque reaches the joint's maximum
# Angles [rad] near half a turn, where a rotation vector jumps to its opposite: limits fade out.
FADES_FROM, FADED_AT = 2.7, 3.0


@compiled
def stop_at_limits(body: Body, motion: Motion, dt: float, torques: Array) -> None:
    """Add to torque rows (n, 3) [N m] the push of joint limits back into range, critically damped.

    Angles are about the parent's axes: a hinge's pitch, a universal joint's pitch and roll, and
    the components of a spherical joint's rotation vector.
    """
    for i in range(1, body.rows[0]):
        kind = body.joint_type[i]
        if kind == HINGE or kind == UNIVERSAL:
            _stop_axis(body, motion, i, 1, _pitch(body, motion, i), dt, torques)
        if kind == UNIVERSAL:
            _stop_axis(body, motion, i, 0, _roll(body, motion, i), dt, torques)
        if kind == SPHERICAL:
            parent = motion.rotation[body.parent[i]]
            turned = rotation_from_to(parent, motion.rotation[i])
            whole = math.sqrt(turned[0] ** 2 + turned[1] ** 2 + turned[2] ** 2)
            part = min(max((FADED_AT - whole) / (FADED_AT - FADES_FROM), 0.0), 1.0)
            for axis in range(3):
                angle = 0.0
                for k in range(3):
                    angle += parent[k, axis] * turned[k]
                _stop_axis(body, motion, i, axis, part * angle, dt, torques)


@compiled
def beyond_limit(body: Body, motion: Motion, i: int, axis: int, margin: float) -> float:
    """Angle [rad] of a joint beyond its range, shrunk by a margin, about a parent's axis."""
    kind, angle = body.joint_type[i], 0.0
    if kind == SPHERICAL:
        parent = motion.rotation[body.parent[i]]
        turned = rotation_from_to(parent, motion.rotation[i])
        whole = math.sqrt(turned[0] ** 2 + turned[1] ** 2 + turned[2] ** 2)
        if whole > FADES_FROM:
            return 0.0
        for k in range(3):
            angle += parent[k, axis] * turned[k]
    elif axis == 1:
        angle = _pitch(body, motion, i)
    elif axis == 0 and kind == UNIVERSAL:
        angle = _roll(body, motion, i)
    else:
        return 0.0
    low, high = body.low[i, axis] + margin, body.high[i, axis] - margin
    return angle - min(max(angle, low), high)


@compiled
def _pitch(body: Body, motion: Motion, i: int) -> float:
    relative = product(motion.rotation[body.parent[i]].T.copy(), motion.rotation[i])
    return math.atan2(-relative[2, 0], relative[0, 0])


@compiled
def _roll(body: Body, motion: Motion, i: int) -> float:
    relative = product(motion.rotation[body.parent[i]].T.copy(), motion.rotation[i])
    return math.atan2(-relative[1, 2], relative[1, 1])


@compiled
def _stop_axis(
    body: Body, motion: Motion, i: int, axis: int, angle: float, dt: float, torques: Array
) -> None:
    beyond = angle - min(max(angle, body.low[i, axis]), body.high[i, axis])
    if beyond == 0.0:
        return
    inertia = body.subtree_inertia[i, axis]
    stiffness = body.torque_limit[i] / YIELD
    damping = 2.0 * math.sqrt(stiffness * inertia)
    parent = body.parent[i]
    direction = motion.rotation[parent][:, axis]
    rate = 0.0
    for k in range(3):
        rate += direction[k] * (motion.angular_velocity[i, k] - motion.angular_velocity[parent, k])
    factor = 1.0 + (damping * dt + stiffness * dt * dt) / inertia
    torque = -(stiffness * beyond + damping * rate) / factor
    if torque * beyond > 0.0:  # damping must not pull outwards
        return
    for k in range(3):
        torques[i, k] += torque * direction[k]
