"""A compliant body: every joint softly follows a moving pose, damped, within its limits.

A joint of stiffness 0 is limp; in a protective fall the joints follow a bracing pose. The pose
starts at the body's present pose, and stays equal to it at limp joints; from there the pose moves
to a goal with bounded speed and acceleration (`moving_pose`), so that a goal may change at any time
without a jump in any torque.
"""

from __future__ import annotations

import math
from typing import Annotated, TypedDict

import numpy as np
from numpy.typing import NDArray

from ...simulation.body import HINGE, SPHERICAL, UNIVERSAL, Body, Motion
from ...simulation.compiled import compiled
from ...simulation.rotation import Array, matrix_of, product, rotation_from_to, transposed_times
from ..program.limits import actuate
from ..program.record import Reals, Rows, dtype_of
from .moving_pose import move_joint, start_joint, turning

MOST_SEGMENTS = 32
MOST_POSITIONS, MOST_RATES = 4 * MOST_SEGMENTS, 3 * MOST_SEGMENTS
LIMB = 0.12  # of the body's mass: the largest mass carried by a joint that counts as a limb's
QUICKNESS = 12.0  # [1/s] of an adult: a joint of a pose turns at 12 rad/s at most, as arms reach


class Compliant(TypedDict):
    """Goal, moving pose and gains of a compliant body."""

    goal: Annotated[Reals, (MOST_POSITIONS,)]  # flat joint positions, as in `Body`
    pose: Annotated[Reals, (MOST_POSITIONS,)]  # that moves to the goal
    rates: Annotated[Reals, (MOST_RATES,)]  # of the pose, as in `moving_pose`
    moves: int  # whether the pose has started from the body's own
    quickness: float  # of the pose, as in `moving_pose` [1/s]
    stiffness_scale: Annotated[Reals, (MOST_SEGMENTS,)]  # of each joint's stiffness; 0 is limp
    damping: float  # of each joint's damping
    is_limb: Annotated[NDArray[np.int8], (MOST_SEGMENTS,)]  # whether it carries a limb, by `LIMB`
    dt: float  # [s]


COMPLIANT = dtype_of(Compliant)


def make_compliant(body: Body, dt: float) -> NDArray[np.void]:
    """(1,) record of a limp body; its goal is the standing pose, its time step dt [s]."""
    compliant = np.zeros(1, dtype=COMPLIANT)
    for kind, at in zip(body.joint_type, body.position_index, strict=True):
        if kind == SPHERICAL:
            compliant["goal"][0, at] = 1.0
    carried = np.array(body.mass)  # by each segment's joint
    for i in range(len(carried) - 1, 0, -1):
        carried[body.parent[i]] += carried[i]
    compliant["is_limb"][0, : len(carried)] = carried < LIMB * carried[0]
    compliant["quickness"] = QUICKNESS
    compliant["dt"] = dt
    return compliant


@compiled
def compliant_actuators(
    bodies: Rows[Body], motions: Rows[Motion], compliants: Rows[Compliant]
) -> Array:
    """The flat actuator vector of a compliant body; advances its pose by a time step."""
    body, motion, compliant = bodies[0], motions[0], compliants[0]
    quickness, dt = compliant["quickness"], compliant["dt"]
    torques = np.zeros((body.rows[0], 3))
    for i in range(1, body.rows[0]):
        kind = body.joint_type[i]
        if kind == HINGE or kind == UNIVERSAL or kind == SPHERICAL:
            pose, rates = compliant["pose"], compliant["rates"]
            if compliant["moves"] == 0 or _stiffness(body, compliant, i) == 0.0:
                start_joint(body, motion, i, quickness, pose, rates)
            else:
                move_joint(body, i, compliant["goal"], quickness, dt, pose, rates)
            _keep_up(body, motion, compliant, i, torques[i])
    compliant["moves"] = 1
    return actuate(body, motion, dt, torques)


@compiled
def _stiffness(body: Body, compliant: Compliant, i: int) -> float:
    """Stiffness [N m/rad] of a joint towards the pose; 0 is limp."""
    return compliant["stiffness_scale"][i] * body.stiffness[i]


@compiled
def _keep_up(body: Body, motion: Motion, compliant: Compliant, i: int, torque: Array) -> None:
    """Add to a joint's torque (3,) [N m] stiffness and damping towards a moving pose.

    Each axis of a limb is critically damped for the inertia about that axis, because an arm's
    inertia about its length is far smaller than across it. A joint that carries much of the body,
    as in the spine, is damped for its least inertia: the part on the other side of the joint may be
    the lighter one, and with more damping a dog lying on its side never came to rest.
    """
    parent, own, dt = body.parent[i], motion.rotation[i], compliant["dt"]
    stiffness, calm = _stiffness(body, compliant, i), compliant["damping"] * body.damping[i]
    error, slip = np.zeros(3), np.empty(3)
    if stiffness > 0.0:
        wanted = product(motion.rotation[parent], joint_rotation(body, i, compliant["pose"]))
        error = transposed_times(own, rotation_from_to(own, wanted))
    for k in range(3):
        slip[k] = motion.angular_velocity[i, k] - motion.angular_velocity[parent, k]
    slip = transposed_times(own, slip)
    led = transposed_times(own, turning(body, motion, i, compliant["rates"]))
    for axis in range(3):
        is_limb = compliant["is_limb"][i] != 0
        inertia = body.subtree_inertia[i, axis] if is_limb else lightest(body, i)
        leading = 2.0 * math.sqrt(stiffness * inertia)
        damping = max(calm, leading)  # the least share of a joint's damping opposes all movement
        soft = 1.0 + (damping * dt + stiffness * dt * dt) / inertia
        pull = (stiffness * error[axis] + leading * led[axis] - damping * slip[axis]) / soft
        for k in range(3):
            torque[k] += own[k, axis] * pull


@compiled
def follow(
    body: Body, motion: Motion, i: int, pose: Array, stiffness: float, dt: float, torque: Array
) -> None:
    """Add to a joint's torque (3,) [N m] the pull towards a pose; soft enough for light limbs.

    Args:
        pose: flat joint positions.
    """
    parent, damping = body.parent[i], critical(stiffness, body, i)
    soft = 1.0 + (damping * dt + stiffness * dt * dt) / lightest(body, i)
    error = np.zeros(3)
    if stiffness > 0.0:
        wanted = product(motion.rotation[parent], joint_rotation(body, i, pose))
        error = rotation_from_to(motion.rotation[i], wanted)
    for k in range(3):
        slip = motion.angular_velocity[i, k] - motion.angular_velocity[parent, k]
        torque[k] += (stiffness * error[k] - damping * slip) / soft


@compiled
def lightest(body: Body, i: int) -> float:
    """The least moment of inertia of the subtree that a joint carries [kg m2]."""
    return min(body.subtree_inertia[i, 0], body.subtree_inertia[i, 1], body.subtree_inertia[i, 2])


@compiled
def critical(stiffness: float, body: Body, i: int) -> float:
    """Critical damping [N m s/rad] of a stiffness [N m/rad] for the subtree a joint carries."""
    return 2.0 * math.sqrt(stiffness * lightest(body, i))


@compiled
def joint_rotation(body: Body, i: int, positions: Array) -> Array:
    """(3, 3) rotation of a segment's frame in its parent's, from flat joint positions."""
    at, kind = body.position_index[i], body.joint_type[i]
    q = np.zeros(4)
    if kind == SPHERICAL:
        q[:] = positions[at : at + 4]
        return matrix_of(q)
    pitch, roll = 0.5 * positions[at], 0.0
    if kind == UNIVERSAL:
        roll = 0.5 * positions[at + 1]
    q[0], q[1] = math.cos(pitch) * math.cos(roll), math.cos(pitch) * math.sin(roll)
    q[2], q[3] = math.sin(pitch) * math.cos(roll), -math.sin(pitch) * math.sin(roll)
    return matrix_of(q)
