"""Feet of four-legged rigs on the ground: turned where their tips or heels would be under it.

The simulated foot ends round and rolls on that end. A rig's paw or hoof is longer, and rigid to its
tip: where the foot leans forward, the tip would go into the ground, and a broad hoof's heel where
it leans back.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from .body_motion import BodyMotion
from .character import Character
from .quadruped import LEGS
from .rigid_feet import turn_off_ground
from .segment_motion import SegmentMotion
from .segments import Segment

Array = NDArray[np.float64]
DIRECTIONS = 48  # in the leg's plane, in each of which the furthest point stands for a foot's flesh


def lift_paws(motion: BodyMotion, character: Character, flesh: Mapping[str, Array]) -> BodyMotion:
    """The motion with feet turned about their ankles until none of their flesh is too low.

    Args:
        flesh: points (n, 3) of feet, by the leg, in the foot's frame [m].
    """
    segments = dict(motion.segments)
    for leg in LEGS:
        foot = f"foot.{leg}"
        if foot in segments and leg in flesh:
            lowest = sole_height(segments[foot], character.segment(foot))
            points = outline(flesh[leg])
            segments[foot] = turn_off_ground(segments[foot], points, lowest)
    return replace(motion, segments=segments)


def sole_height(moving: SegmentMotion, foot: Segment) -> Array:
    """Height (frames,) of the lowest point of a simulated foot [m]."""
    assert foot.shape is not None
    radius = min(foot.shape.size) / 2
    half = foot.shape.size[foot.long_axis] / 2 - radius
    middle = moving.origin + moving.axes @ np.array(foot.shape.center)
    lowest: Array = middle[:, 2] - half * np.abs(moving.axes[:, 2, foot.long_axis]) - radius
    return lowest


def outline(points: Array) -> Array:
    """Those of some points (n, 3) that are furthest in directions ahead, back, up and down."""
    angles = np.linspace(0.0, 2.0 * np.pi, DIRECTIONS, endpoint=False)
    ways = np.column_stack([np.cos(angles), np.zeros(DIRECTIONS), np.sin(angles)])
    furthest: Array = points[np.unique(np.argmax(points @ ways.T, axis=0))]
    return furthest
