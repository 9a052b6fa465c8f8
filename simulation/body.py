"""A character as flat arrays, and the state of its segments by forward kinematics."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..bodies.character import Character
from ..bodies.segments import JointType, Vector
from .compiled import compiled
from .records import ROOM, Rows, make_record
from .rotation import (
    Array,
    about_x,
    about_y,
    matrix_of,
    product,
    set_product,
    times,
    transposed_times,
)

ROOT, FIXED, HINGE, UNIVERSAL, SPHERICAL = range(5)
CODES: dict[JointType, int] = {
    "root": ROOT, "fixed": FIXED, "hinge": HINGE, "universal": UNIVERSAL, "spherical": SPHERICAL,
}  # fmt: skip
POSITION_SIZES = (0, 0, 1, 2, 4)  # size of a joint's position, by code
VELOCITY_SIZES = (0, 0, 1, 2, 3)


class Body(NamedTuple):
    """Constants of a body; n segments, parents before children, row 0 the root.

    In compiled code the arrays have `ROOM` rows or more, of which the first n are in use.

    Attributes:
        rows: (1,) n, the number of rows in use.
        parent, joint_type: (n,) indices and codes.
        root_point: (3,) the point of the root that the engine moves, in its frame [m]: its center
            of mass without what hangs on it.
        offset, center: (n, 3) joint in the parent's frame and center of mass in its own [m].
        mass: (n,) [kg]; inertia: (n, 3) about the frame's axes through the center [kg m2].
        subtree_inertia: (n, 3) of a joint's subtree, about the joint, standing [kg m2].
        torque_limit, stiffness, damping: (n,) [N m], [N m/rad], [N m s/rad].
        low, high: (n, 3) joint limits [rad].
        position_index, velocity_index: (n,) index of a joint's first number in the flat vectors.
    """

    rows: NDArray[np.int64]
    parent: NDArray[np.int64]
    joint_type: NDArray[np.int64]
    root_point: Array
    offset: Array
    center: Array
    mass: Array
    inertia: Array
    subtree_inertia: Array
    torque_limit: Array
    stiffness: Array
    damping: Array
    low: Array
    high: Array
    position_index: NDArray[np.int64]
    velocity_index: NDArray[np.int64]


class Motion(NamedTuple):
    """Positions and velocities of a body, with rows as in `Body`; world frame.

    Attributes:
        rows: (1,) n, the number of rows in use.
        origin, center: (n, 3) joints and centers of mass [m].
        rotation: (n, 3, 3) segment frames, axes as columns.
        angular_velocity: (n, 3) angular velocities [rad/s].
        velocity: (n, 3) of the centers of mass [m/s].
        com, com_velocity: (3,) of the whole body [m], [m/s].
        load: (n,) vertical force of other things in contact on each segment [N].
    """

    rows: NDArray[np.int64]
    origin: Array
    center: Array
    rotation: Array
    angular_velocity: Array
    velocity: Array
    com: Array
    com_velocity: Array
    load: Array


def make_body(
    character: Character, root_point: Vector | None = None
) -> tuple[Body, Rows[Body]]:
    """The flat arrays of a character, and the record of them for compiled code.

    Args:
        root_point: as in `Body`; None: the root's center of mass.
    """
    segments = character.segments
    index = {s.name: i for i, s in enumerate(segments)}
    codes = np.array([CODES[s.joint.type] for s in segments])
    sizes_q = np.array([POSITION_SIZES[code] for code in codes])
    sizes_v = np.array([VELOCITY_SIZES[code] for code in codes])
    return make_record(
        Body,
        {
            "rows": np.array([len(segments)]),
            "parent": np.array([index.get(s.parent, -1) for s in segments]),
            "joint_type": codes,
            "root_point": np.array(root_point or segments[0].center, dtype=float),
            "offset": np.array([s.offset for s in segments], dtype=float),
            "center": np.array([s.center for s in segments], dtype=float),
            "mass": np.array([s.mass for s in segments], dtype=float),
            "inertia": np.array([s.inertia for s in segments], dtype=float),
            "subtree_inertia": _subtree_inertia(character, index),
            "torque_limit": np.array([s.joint.torque_limit for s in segments], dtype=float),
            "stiffness": np.array([s.joint.stiffness for s in segments], dtype=float),
            "damping": np.array([s.joint.damping for s in segments], dtype=float),
            "low": np.array([[low for low, _ in s.joint.limits] for s in segments], dtype=float),
            "high": np.array([[high for _, high in s.joint.limits] for s in segments], dtype=float),
            "position_index": np.cumsum(sizes_q) - sizes_q,
            "velocity_index": np.cumsum(sizes_v) - sizes_v,
        },
        dict.fromkeys(set(Body._fields) - {"rows", "root_point"}, ROOM),
    )


def _subtree_inertia(character: Character, index: dict[str, int]) -> Array:
    """(n, 3) moments of inertia of each joint's subtree about the joint, standing [kg m2]."""
    origins = character.standing_origins()
    total = np.zeros((len(character.segments), 3))
    for s in character.segments:
        center = np.add(origins[s.name], s.center)
        name = s.name
        while name:
            x, y, z = center - np.array(origins[name])
            moved = s.mass * np.array([y * y + z * z, x * x + z * z, x * x + y * y])
            total[index[name]] += np.array(s.inertia) + moved
            name = character.segments[index[name]].parent
    return total


def make_motion(count: int) -> tuple[Motion, Rows[Motion]]:
    """A state of `count` segments at the origin, to be filled, and its record."""
    return make_record(
        Motion,
        {
            "rows": np.array([count]),
            "origin": np.zeros((count, 3)),
            "center": np.zeros((count, 3)),
            "rotation": np.tile(np.eye(3), (count, 1, 1)),
            "angular_velocity": np.zeros((count, 3)),
            "velocity": np.zeros((count, 3)),
            "com": np.zeros(3),
            "com_velocity": np.zeros(3),
            "load": np.zeros(count),
        },
        dict.fromkeys(set(Motion._fields) - {"rows", "com", "com_velocity"}, ROOM),
    )


@compiled
def move(
    bodies: Rows[Body], root: Array, positions: Array, velocities: Array, motions: Rows[Motion]
) -> None:
    """Fill a motion's record by forward kinematics.

    Args:
        bodies, motions: (1,) records of a Body and a Motion.
        root: (13,) position of the root's `root_point`, quaternion, velocity of that point, angular
            velocity.
        positions: flat joint positions: an angle, (pitch, roll) or a quaternion for each joint.
        velocities: flat joint velocities; a spherical joint's is in the child's frame.
    """
    body, motion = bodies[0], motions[0]
    motion.rotation[0] = matrix_of(root[3:7])
    motion.angular_velocity[0] = root[10:13]
    turned, point = motion.rotation[0], body.root_point
    for k in range(3):
        out = turned[k, 0] * point[0] + turned[k, 1] * point[1] + turned[k, 2] * point[2]
        motion.origin[0, k] = root[k] - out
    lever = np.zeros(3)  # from the root's point to its center of mass
    for k in range(3):
        for axis in range(3):
            away = body.center[0, axis] - body.root_point[axis]
            lever[k] += motion.rotation[0, k, axis] * away
        motion.center[0, k] = root[k] + lever[k]
    for k in range(3):
        a, b = (k + 1) % 3, (k + 2) % 3
        motion.velocity[0, k] = root[7 + k] + root[10 + a] * lever[b] - root[10 + b] * lever[a]
    for i in range(1, body.rows[0]):
        _turn_segment(body, i, positions, velocities, motion)
        _carry_segment(body, i, motion)
    total = body.mass.sum()
    for axis in range(3):
        position, velocity = 0.0, 0.0
        for i in range(body.rows[0]):
            position += body.mass[i] * motion.center[i, axis]
            velocity += body.mass[i] * motion.velocity[i, axis]
        motion.com[axis] = position / total
        motion.com_velocity[axis] = velocity / total


def root_place(body: Body, motion: Motion) -> Array:
    """(3,) place of the root's `root_point` [m]."""
    place: Array = motion.center[0] - motion.rotation[0] @ (body.center[0] - body.root_point)
    return place


@compiled
def _turn_segment(body: Body, i: int, positions: Array, velocities: Array, motion: Motion) -> None:
    """Set a segment's orientation and angular velocity from those of the parent."""
    parent, kind = body.parent[i], body.joint_type[i]
    above, own = motion.rotation[parent], motion.rotation[i]
    at, rate = body.position_index[i], body.velocity_index[i]
    if kind == SPHERICAL:
        set_product(own, above, matrix_of(positions[at : at + 4]))
    elif kind == HINGE:
        set_product(own, above, about_y(positions[at]))
    elif kind == UNIVERSAL:
        set_product(own, above, product(about_y(positions[at]), about_x(positions[at + 1])))
    else:
        own[:] = above
    for k in range(3):
        angular_velocity = motion.angular_velocity[parent, k]
        if kind == SPHERICAL:
            for axis in range(3):
                angular_velocity += own[k, axis] * velocities[rate + axis]
        elif kind == HINGE or kind == UNIVERSAL:
            angular_velocity += above[k, 1] * velocities[rate]
            if kind == UNIVERSAL:
                angular_velocity += own[k, 0] * velocities[rate + 1]
        motion.angular_velocity[i, k] = angular_velocity


@compiled
def _carry_segment(body: Body, i: int, motion: Motion) -> None:
    """Set position and velocity of a segment's center of mass, through the joint to the parent."""
    parent = body.parent[i]
    above, own = motion.rotation[parent], motion.rotation[i]
    w, v = motion.angular_velocity[parent], motion.angular_velocity[i]
    for k in range(3):
        joint, center = motion.center[parent, k], 0.0
        for axis in range(3):
            joint += above[k, axis] * (body.offset[i, axis] - body.center[parent, axis])
            center += own[k, axis] * body.center[i, axis]
        motion.origin[i, k] = joint
        motion.center[i, k] = joint + center
    for k in range(3):
        a, b = (k + 1) % 3, (k + 2) % 3
        motion.velocity[i, k] = (
            motion.velocity[parent, k]
            + w[a] * (motion.origin[i, b] - motion.center[parent, b])
            - w[b] * (motion.origin[i, a] - motion.center[parent, a])
            + v[a] * (motion.center[i, b] - motion.origin[i, b])
            - v[b] * (motion.center[i, a] - motion.origin[i, a])
        )


@compiled
def to_actuators(body: Body, motion: Motion, torques: Array) -> Array:
    """Joint torques in the world frame (n, 3) as the flat vector of the actuators, limited.

    A row is the torque of the parent on the segment. Each axis stays within the joint's limit.
    """
    n = body.rows[0]
    last = n - 1
    size = body.velocity_index[last] + velocity_size(body.joint_type[last])
    flat = np.zeros(size)
    for i in range(1, n):
        at, kind, limit = body.velocity_index[i], body.joint_type[i], body.torque_limit[i]
        above = motion.rotation[body.parent[i]]
        if kind == SPHERICAL:
            local = transposed_times(motion.rotation[i], torques[i])
            for axis in range(3):
                flat[at + axis] = min(max(local[axis], -limit), limit)
        elif kind == HINGE or kind == UNIVERSAL:
            pitch = (above[:, 1] * torques[i]).sum()
            flat[at] = min(max(pitch, -limit), limit)
            if kind == UNIVERSAL:
                roll = (motion.rotation[i][:, 0] * torques[i]).sum()
                flat[at + 1] = min(max(roll, -limit), limit)
    return flat


@compiled
def velocity_size(kind: int) -> int:
    """Number of degrees of freedom of a joint of this type."""
    if kind == SPHERICAL:
        return 3
    if kind == UNIVERSAL:
        return 2
    return 1 if kind == HINGE else 0


@compiled
def from_actuators(body: Body, motion: Motion, flat: Array) -> Array:
    """The inverse of `to_actuators`: (n, 3) world torque rows of the actuators [N m]."""
    n = body.rows[0]
    torques = np.zeros((n, 3))
    for i in range(1, n):
        at, kind = body.velocity_index[i], body.joint_type[i]
        above = motion.rotation[body.parent[i]]
        if kind == SPHERICAL:
            torques[i] = times(motion.rotation[i], flat[at : at + 3])
        elif kind == HINGE or kind == UNIVERSAL:
            torques[i] = flat[at] * above[:, 1]
            if kind == UNIVERSAL:
                torques[i] += flat[at + 1] * motion.rotation[i][:, 0]
    return torques
