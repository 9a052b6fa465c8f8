"""A body that gives way: every joint softly follows a pose, damped, within its limits.

Limp where nothing is followed; a fall that protects the body follows a pose that braces it.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from ..simulation.body import HINGE, SPHERICAL, UNIVERSAL, Body, Motion, to_actuators
from ..simulation.compiled import compiled
from ..simulation.rotation import Array, matrix_of, product, rotation_from_to
from .limits import stop_at_limits

MOST_SEGMENTS = 32
MOST_POSITIONS = 4 * MOST_SEGMENTS

YIELDING = np.dtype(
    [
        ("pose", "f8", (MOST_POSITIONS,)),  # flat joint positions, as in `Body`
        ("firmness", "f8", (MOST_SEGMENTS,)),  # of each joint's stiffness; 0 is limp
        ("damping", "f8"),  # of each joint's damping
        ("dt", "f8"),  # [s]
    ]
)


def make_yielding(body: Body, dt: float) -> NDArray[np.void]:
    """A limp body's record; its pose is the standing one."""
    yielding = np.zeros(1, dtype=YIELDING)
    for kind, at in zip(body.joint_type, body.position_index, strict=True):
        if kind == SPHERICAL:
            yielding["pose"][0, at] = 1.0
    yielding["dt"] = dt
    return yielding


@compiled
def yield_actuators(bodies: Array, motions: Array, yieldings: Array) -> Array:
    """The flat actuator vector of a body that gives way."""
    body, motion, yielding = bodies[0], motions[0], yieldings[0]
    torques = np.zeros((len(body.mass), 3))
    for i in range(1, len(body.mass)):
        kind = body.joint_type[i]
        if kind == HINGE or kind == UNIVERSAL or kind == SPHERICAL:
            stiffness = yielding["firmness"][i] * body.stiffness[i]
            pose, damping, dt = yielding["pose"], yielding["damping"], yielding["dt"]
            follow(body, motion, i, pose, stiffness, damping, dt, torques[i])
    stop_at_limits(body, motion, yielding["dt"], torques)
    return to_actuators(body, motion, torques)


@compiled
def follow(
    body: Body, motion: Motion, i: int, pose: Array, stiffness: float, calm: float, dt: float,
    torque: Array,
) -> None:  # fmt: skip
    """Add to a joint's torque (3,) what pulls it to a pose; soft enough for light limbs.

    Args:
        pose: flat joint positions; calm: share of the joint's damping that there is at least.
    """
    parent = body.parent[i]
    damping = max(calm * body.damping[i], critical(stiffness, body, i))
    soft = 1.0 + (damping * dt + stiffness * dt * dt) / lightest(body, i)
    error = np.zeros(3)
    if stiffness > 0.0:
        wanted = product(motion.rotation[parent], joint_rotation(body, i, pose))
        error = rotation_from_to(motion.rotation[i], wanted)
    for k in range(3):
        slip = motion.spin[i, k] - motion.spin[parent, k]
        torque[k] += (stiffness * error[k] - damping * slip) / soft


@compiled
def lightest(body: Body, i: int) -> float:
    """The least moment of inertia of all that hangs on a joint [kg m2]."""
    return min(body.subtree_inertia[i, 0], body.subtree_inertia[i, 1], body.subtree_inertia[i, 2])


@compiled
def critical(stiffness: float, body: Body, i: int) -> float:
    """Damping [N m s/rad] with which a stiffness moves what hangs on a joint without swinging."""
    return 2.0 * math.sqrt(stiffness * lightest(body, i))


@compiled
def joint_rotation(body: Body, i: int, positions: Array) -> Array:
    """(3, 3) segment's frame in its parent's, from flat joint positions."""
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
