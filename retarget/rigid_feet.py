"""Feet of a rig without toe bones: tilted less, so that their rigid tips stay on the ground.

The simulated foot bends at the ball while its heel rises. A foot that is rigid to the tip of its
toes would penetrate the ground by as much as the toes bend.
"""

from __future__ import annotations

from collections.abc import Container
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ..base.rotations import angle_of
from ..bodies.character import Character
from .body_motion import BodyMotion
from .pinning import SIDES, sole_corners
from .segment_motion import SegmentMotion

Array = NDArray[np.float64]


def lift_tips(motion: BodyMotion, character: Character, roles: Container[str]) -> BodyMotion:
    """The motion with every foot that has no toe bone turned about its ankle, tip upwards.

    Args:
        roles: the segments that have bones.
    """
    segments = dict(motion.segments)
    for side in SIDES:
        foot, toes = "foot" + side, "toes" + side
        if toes in roles or foot not in segments:
            continue
        moving, end = segments[foot], character.segment(toes)
        stiff = SegmentMotion(moving.axes, moving.origin + moving.axes @ np.array(end.offset))
        lowest = sole_corners(segments[toes], end.shape)[..., 2].min(axis=1)
        levers = sole_corners(stiff, end.shape) - moving.origin[:, None]
        angle = _lift(levers, moving.axes[:, :, 1], lowest - moving.origin[:, 2])
        segments[foot] = replace(moving, axes=moving.axes @ _tipped_up(angle))
    return replace(motion, segments=segments)


def _lift(levers: Array, left: Array, height: Array) -> Array:
    """Smallest rotations (frames,) [rad] that bring the ends of all levers up to a height.

    Args:
        levers: (frames, n, 3) from the ankle [m].
        left: (frames, 3) axis of the rotation.
        height: (frames,) above the ankle [m].
    """
    # The height of an end is level + with cos(turn) + across sin(turn).
    left = left[:, None]
    level = left[..., 2] * (left * levers).sum(axis=2)
    along, across = levers[..., 2] - level, -np.cross(left, levers)[..., 2]
    reach = np.maximum(np.hypot(along, across), 1e-9)
    highest = angle_of(across, along)
    turn = highest - np.arccos(np.clip((height[:, None] - level) / reach, -1.0, 1.0))
    needed: Array = np.clip(turn, 0.0, np.maximum(highest, 0.0)).max(axis=1)
    return needed


def _tipped_up(angle: Array) -> Array:
    """Rotations (frames, 3, 3) of a foot about its own left axis, toes upwards."""
    turns = np.zeros((len(angle), 3, 3))
    turns[:, 0, 0] = turns[:, 2, 2] = np.cos(angle)
    turns[:, 0, 2], turns[:, 2, 0], turns[:, 1, 1] = -np.sin(angle), np.sin(angle), 1.0
    return turns
