"""Feet of quadruped rigs: turned where their tips or heels would penetrate the ground.

The simulated foot has a round end and rolls on that. A rig's paw or hoof is longer, and rigid to
its tip: the tip would penetrate the ground where the foot leans forward, the heel of a broad hoof
where the foot leans back, and its edge where a spread leg leans aside.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ..base.rotations import matrices_from_rotation_vectors, rotation_vectors_from_matrices
from ..bodies.character import Character
from ..bodies.quadruped import LEGS
from ..bodies.segments import Segment
from .body_motion import BodyMotion
from .segment_motion import SegmentMotion

Array = NDArray[np.float64]
DIRECTIONS = 150  # in each of which the furthest point represents the foot's flesh
RETURN_TIME = 0.06  # [s] in which a foot returns to its own pose once it can
ROUNDS = 10  # of turning, at most, each by at most LARGEST_TURN [rad]
LARGEST_TURN = 0.2
CLOSE = 1e-4  # [m] of penetration that is ignored
SOFTNESS = 0.02  # regularization, times the longest lever squared: for points in a line


def lift_paws(motion: BodyMotion, character: Character, flesh: Mapping[str, Array]) -> BodyMotion:
    """The motion with feet turned about their ankles until none of their flesh is too low.

    Args:
        flesh: points (n, 3) of feet, by leg, in the foot's frame [m].
    """
    segments = dict(motion.segments)
    for leg in LEGS:
        foot = f"foot.{leg}"
        if foot in segments and leg in flesh:
            lowest = sole_height(segments[foot], character.segment(foot))
            points = outline(flesh[leg])
            turn = cycle_off_ground if motion.is_cycle else turn_off_ground
            segments[foot] = turn(segments[foot], points, lowest, motion.rate)
    return replace(motion, segments=segments)


def turn_off_ground(
    foot: SegmentMotion, points: Array, lowest: Array, rate: float, turn: Array | None = None
) -> SegmentMotion:
    """A foot turned about its ankle by the smallest rotation that keeps its points high enough.

    Where a hoof could stand on its sole or on its side, it stays on the one of the frame before,
    since the leg's motion would let it jump from one to the other.

    Args:
        points: (n, 3) in the foot's frame [m].
        lowest: (frames,) lowest allowed height of the points [m].
        rate: frames per second.
        turn: (3, 3) rotation of the frame before the first, in the foot's own frame.
    """
    kept, turn = math.exp(-1.0 / (rate * RETURN_TIME)), np.eye(3) if turn is None else turn
    axes = np.empty_like(foot.axes)
    for frame, room in enumerate(lowest - foot.origin[:, 2]):
        own = foot.axes[frame]
        less = matrices_from_rotation_vectors(kept * rotation_vectors_from_matrices(turn))
        axes[frame] = _raised(own @ less, points, room)
        turn = own.T @ axes[frame]
    return replace(foot, axes=axes)


def cycle_off_ground(
    foot: SegmentMotion, points: Array, lowest: Array, rate: float
) -> SegmentMotion:
    """As `turn_off_ground`, for a cycle, whose last frame must have the rotation of its first."""
    once = turn_off_ground(foot, points, lowest, rate)
    before_last = foot.axes[-2].T @ once.axes[-2]
    return turn_off_ground(foot, points, lowest, rate, before_last)


def _raised(axes: Array, points: Array, room: float) -> Array:
    """Axes (3, 3) of a foot, turned until its points (n, 3) are at a height over the ankle [m].

    Least squares of the missing heights, over rotations about the two level axes.
    """
    soft = (SOFTNESS * (points**2).sum(axis=1).max() + CLOSE**2) * np.eye(2)
    for _ in range(ROUNDS):
        levers = points @ axes.T
        missing = room - levers[:, 2]
        low = missing > 0.0
        if missing.max() < CLOSE:
            break
        gain = np.column_stack([levers[low, 1], -levers[low, 0]])  # change of height [m/rad]
        tilt = np.linalg.solve(gain.T @ gain + soft, gain.T @ missing[low])
        tilt *= LARGEST_TURN / max(LARGEST_TURN, float(np.linalg.norm(tilt)))
        axes = matrices_from_rotation_vectors(np.array([*tilt, 0.0])) @ axes
    return axes


def sole_height(moving: SegmentMotion, foot: Segment) -> Array:
    """Height (frames,) of the lowest point of a simulated foot [m]."""
    assert foot.shape is not None
    radius = min(foot.shape.size) / 2
    half = foot.shape.size[foot.long_axis] / 2 - radius
    middle = moving.origin + moving.axes @ np.array(foot.shape.center)
    lowest: Array = middle[:, 2] - half * np.abs(moving.axes[:, 2, foot.long_axis]) - radius
    return lowest


def outline(points: Array) -> Array:
    """The points (n, 3) that are furthest in some direction."""
    furthest: Array = points[np.unique(np.argmax(points @ _directions().T, axis=0))]
    return furthest


def _directions() -> Array:
    """Unit vectors (DIRECTIONS, 3), evenly spread: golden-angle turns down a sphere."""
    golden_angle = math.pi * (3.0 - math.sqrt(5.0))
    height = 1.0 - (2.0 * np.arange(DIRECTIONS) + 1.0) / DIRECTIONS
    angle, radius = golden_angle * np.arange(DIRECTIONS), np.sqrt(1.0 - height**2)
    return np.column_stack([radius * np.cos(angle), radius * np.sin(angle), height])
