"""Key poses by least squares: places of hands, knees and feet, and preferred coordinates.

A pose is a flat vector of coordinates: the root's center of mass (3), its rotation vector (3), and
for each joint an angle, (pitch, roll) or a rotation vector.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...simulation.body import (
    HINGE,
    POSITION_SIZES,
    SPHERICAL,
    UNIVERSAL,
    Body,
    Motion,
    make_motion,
    move,
    root_place,
    velocity_size,
)
from ...simulation.compiled import compiled
from ...simulation.dynamics import ROOT_SIZE
from ...simulation.rotation import Array, matrix_of, rotation_from_to
from ..program.record import Rows
from .ground_plane import LEVEL, height_of, slant
from .leaning import place_of
from .records import KeyPose

LIMIT_MARGIN = 0.08  # [rad] between a key pose and the joints' limits
LARGEST_TURN = 2.6  # [rad]: largest component of a ball joint's rotation vector, below half a turn
RANGE_WEIGHT, GROUND_WEIGHT = 10.0, 30.0  # per [rad], per [m] under the ground
# Of the solver: largest number of rounds, least gain of a round, finite difference, damping and its
# factors.
MOST_ROUNDS, LEAST_GAIN, NUDGE = 60, 1e-4, 1e-6
FIRST_DAMPING, MOST_DAMPING, LESS, MORE = 1e-3, 1e6, 0.2, 4.0


@dataclass(frozen=True)
class Anchor:
    """A point in a segment's frame [m] and its target place [m], each axis with its weight.

    The height of the target is over the ground.
    """

    segment: int
    point: Array
    place: Array
    weight: tuple[float, float, float] = (8.0, 8.0, 8.0)


@dataclass(frozen=True)
class PoseTargets:
    """Targets of a key pose.

    Attributes:
        preferred: target coordinates; stiffness: weight of each, per [m] or [rad].
        anchors: points and their target places.
        mass_at, mass_weight: (3,) target of the center of mass [m], and its weights.
        root_faces, root_weight: (4,) target orientation of the root; (3,) weights about the world's
            axes.
        ground: (3,) as in `ground_plane`.
    """

    preferred: Array
    stiffness: Array
    anchors: Sequence[Anchor] = ()
    mass_at: Array = field(default_factory=lambda: np.zeros(3))
    mass_weight: tuple[float, float, float] = (0.0, 0.0, 0.0)
    root_faces: Array = field(default_factory=lambda: np.array([1.0, 0.0, 0.0, 0.0]))
    root_weight: tuple[float, float, float] = (0.0, 0.0, 0.0)
    ground: Array = field(default_factory=LEVEL.copy)


class Anchors(NamedTuple):
    """Anchors as arrays (k, ...), for compiled code."""

    segment: NDArray[np.int64]
    point: Array
    place: Array
    weight: Array


class Goal(NamedTuple):
    """The targets of a key pose, and its ranges, as arrays for compiled code.

    Attributes:
        preferred, stiffness, low, high: of each coordinate, (n,).
        weight: (2, 3) of the center of mass and of the root's orientation.
    """

    preferred: Array
    stiffness: Array
    low: Array
    high: Array
    anchors: Anchors
    mass_at: Array
    root_faces: Array
    weight: Array
    ground: Array


class Scratch(NamedTuple):
    """A body that is put into one pose after the other.

    Attributes:
        bodies, motions, root, positions, velocities: arguments of `move`; the velocities stay 0.
    """

    bodies: Rows[Body]
    motions: Rows[Motion]
    key_poses: Rows[KeyPose]
    root: Array
    positions: Array
    velocities: Array


class PoseSolver:
    """Solves key poses of one body."""

    def __init__(self, body: Body, body_record: Any, key_pose: Rows[KeyPose]) -> None:
        """Args:
        key_pose: (1,) record with the points that may touch the ground and must not go below.
        """
        self.body, self._record, self._key = body, body_record, key_pose
        last = body.rows[0] - 1
        kind = int(body.joint_type[last])
        self.size = ROOT_SIZE + int(body.velocity_index[last]) + velocity_size(kind)
        self._positions = int(body.position_index[last]) + POSITION_SIZES[kind]
        self.motion, self._motion_record = make_motion(body.rows[0])
        self._low, self._high = _ranges(body, self.size)

    def coordinates(self, motion: Motion) -> Array:
        """The coordinates of a body's present pose."""
        x = np.zeros(self.size)
        x[:3] = root_place(self.body, motion)
        x[3:6] = rotation_from_to(np.eye(3), motion.rotation[0])
        for i in range(1, self.body.rows[0]):
            above, own = motion.rotation[self.body.parent[i]], motion.rotation[i]
            at, kind = ROOT_SIZE + int(self.body.velocity_index[i]), self.body.joint_type[i]
            relative = above.T @ own
            if kind == SPHERICAL:
                x[at : at + 3] = rotation_from_to(np.eye(3), relative)
            elif kind == HINGE or kind == UNIVERSAL:
                x[at] = math.atan2(-relative[2, 0], relative[0, 0])
            if kind == UNIVERSAL:
                x[at + 1] = math.atan2(-relative[1, 2], relative[1, 1])
        return x

    def place(self, x: Array) -> tuple[Array, Array]:
        """Put `motion` into a pose; return its root state (13,) and flat joint positions."""
        root, positions = np.zeros(13), np.zeros(self._positions)
        unpack(self.body, x, root, positions)
        move(self._record, root, positions, np.zeros(self.size), self._motion_record)
        return root, positions

    def solve(self, start: Array, targets: PoseTargets) -> tuple[Array, float]:
        """The coordinates of least cost for the targets, searched from `start`; and that cost."""
        anchors = _as_arrays(targets.anchors)
        goal = Goal(
            targets.preferred, targets.stiffness, self._low, self._high, anchors, targets.mass_at,
            targets.root_faces, np.array([targets.mass_weight, targets.root_weight]),
            targets.ground,
        )  # fmt: skip
        scratch = Scratch(
            self._record, self._motion_record, self._key, np.zeros(13),
            np.zeros(self._positions), np.zeros(self.size),
        )  # fmt: skip
        count = 2 * self.size + 3 * len(anchors.segment) + 6 + int(self._key[0]["touches"])
        x = start.copy()
        cost = _descend(x, goal, scratch, np.zeros(count))
        return x, cost


def _as_arrays(anchors: Sequence[Anchor]) -> Anchors:
    return Anchors(
        np.array([a.segment for a in anchors], dtype=np.int64),
        np.array([a.point for a in anchors], dtype=float).reshape(-1, 3),
        np.array([a.place for a in anchors], dtype=float).reshape(-1, 3),
        np.array([a.weight for a in anchors], dtype=float).reshape(-1, 3),
    )


def _ranges(body: Body, size: int) -> tuple[Array, Array]:
    """Lowest and highest coordinates; the root's have no bounds."""
    low, high = np.full(size, -np.inf), np.full(size, np.inf)
    for i in range(1, body.rows[0]):
        at, kind = ROOT_SIZE + int(body.velocity_index[i]), body.joint_type[i]
        axes = {SPHERICAL: [0, 1, 2], HINGE: [1], UNIVERSAL: [1, 0]}.get(int(kind), [])
        for k, axis in enumerate(axes):
            low[at + k] = body.low[i, axis] + LIMIT_MARGIN
            high[at + k] = body.high[i, axis] - LIMIT_MARGIN
        if kind == SPHERICAL:
            low[at : at + 3] = np.maximum(low[at : at + 3], -LARGEST_TURN)
            high[at : at + 3] = np.minimum(high[at : at + 3], LARGEST_TURN)
    return low, high


@compiled
def _descend(x: Array, goal: Goal, scratch: Scratch, out: Array) -> float:
    """Levenberg-Marquardt descent from `x`, which becomes the best pose; return its cost.

    Args:
        out: room for the residuals.
    """
    size, damping = len(x), FIRST_DAMPING
    jacobian, ahead = np.zeros((len(out), size)), np.zeros(len(out))
    _fill_misses(x, goal, scratch, out)
    cost = 0.5 * np.dot(out, out)
    for _ in range(MOST_ROUNDS):
        for j in range(size):
            kept = x[j]
            x[j] += NUDGE
            _fill_misses(x, goal, scratch, ahead)
            x[j] = kept
            jacobian[:, j] = (ahead - out) / NUDGE
        square, gradient = jacobian.T @ jacobian, jacobian.T @ out
        before = cost
        while damping < MOST_DAMPING:
            damped = square.copy()
            for j in range(size):
                damped[j, j] += damping * (square[j, j] + 1.0)
            tried = x - np.linalg.solve(damped, gradient)
            _fill_misses(tried, goal, scratch, ahead)
            there = 0.5 * np.dot(ahead, ahead)
            if there < cost:
                x[:], out[:], cost = tried, ahead, there
                damping *= LESS
                break
            damping *= MORE
        if before - cost < LEAST_GAIN * before:
            break
    return cost


@compiled
def unpack(body: Body, x: Array, root: Array, positions: Array) -> None:
    """Fill in the root's state (13,) and the flat joint positions from a pose's coordinates."""
    root[0:3] = x[0:3]
    _set_quaternion(x[3:6], root[3:7])
    for i in range(1, body.rows[0]):
        at, kind = body.position_index[i], body.joint_type[i]
        first = ROOT_SIZE + body.velocity_index[i]
        if kind == SPHERICAL:
            _set_quaternion(x[first : first + 3], positions[at : at + 4])
        elif kind == HINGE or kind == UNIVERSAL:
            positions[at] = x[first]
            if kind == UNIVERSAL:
                positions[at + 1] = x[first + 1]


@compiled
def _set_quaternion(vector: Array, q: Array) -> None:
    angle = math.sqrt(vector[0] ** 2 + vector[1] ** 2 + vector[2] ** 2)
    share = 0.5 if angle < 1e-9 else math.sin(0.5 * angle) / angle
    q[0] = math.cos(0.5 * angle)
    for k in range(3):
        q[1 + k] = share * vector[k]


@compiled
def _fill_misses(x: Array, goal: Goal, scratch: Scratch, out: Array) -> None:
    """Fill in the weighted residuals of a pose: its distance from each target."""
    body: Body = scratch.bodies[0]
    motion: Motion = scratch.motions[0]
    key = scratch.key_poses[0]
    anchors, ground = goal.anchors, goal.ground
    unpack(body, x, scratch.root, scratch.positions)
    move(scratch.bodies, scratch.root, scratch.positions, scratch.velocities, scratch.motions)
    m = 0
    for j in range(len(x)):
        beyond = max(x[j] - goal.high[j], 0.0) + min(x[j] - goal.low[j], 0.0)
        out[m] = goal.stiffness[j] * (x[j] - goal.preferred[j])
        out[m + 1] = RANGE_WEIGHT * beyond
        m += 2
    for j in range(len(anchors.segment)):
        place = place_of(motion, anchors.segment[j], anchors.point[j])
        place[2] -= height_of(ground, place[0], place[1])
        for k in range(3):
            out[m] = anchors.weight[j, k] * (place[k] - anchors.place[j, k])
            m += 1
    error = rotation_from_to(motion.rotation[0], matrix_of(goal.root_faces))
    for k in range(3):
        out[m] = goal.weight[0, k] * (motion.com[k] - goal.mass_at[k])
        out[m + 1] = goal.weight[1, k] * error[k]
        m += 2
    rise = slant(ground)
    for j in range(key["touches"]):
        place = place_of(motion, key["touch_segment"][j], key["touch_point"][j])
        height = place[2] - height_of(ground, place[0], place[1]) - key["touch_radius"][j] * rise
        out[m] = GROUND_WEIGHT * min(height, 0.0)
        m += 1
