"""Whether segments of a body touched things, told by where they were."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from ..bodies.character import Character
from ..shots.shot import Prop
from ..shots.take import Performance
from ..simulation.rotation import matrix_of

POINTS = 4  # along each edge of a segment's box
AXIS_POINTS = 21
TOUCH = 0.001  # [m]: nearer is touching; the engine keeps no more between things
FEET = ("foot.L", "foot.R", "toes.L", "toes.R")
HEAD_AND_TRUNK = ("head", "torso", "lower_back")

Array = NDArray[np.float64]


def touched(
    character: Character, performance: Performance, props: Iterable[Prop], segments: Iterable[str]
) -> bool:
    """Whether in any frame one of the segments, boxes or capsules, touches an unturned box."""
    boxes = [(np.array(prop.position), np.array(prop.size) / 2) for prop in props]
    for name in segments:
        shape = character.segment(name).shape
        assert shape is not None
        places, around = _surface(character, performance, name), 0.0
        if shape.kind == "capsule":
            places, around = _axis(character, performance, name), min(shape.size) / 2
        for middle, half in boxes:
            off = np.abs(places - middle) - half
            away = np.linalg.norm(np.maximum(off, 0.0), axis=-1) if around else off.max(axis=-1)
            if away.min() < around + TOUCH:
                return True
    return False


def _axis(character: Character, performance: Performance, name: str) -> Array:
    """(frames, n, 3) points between the middles of a capsule's round ends [m]."""
    segment, number = character.segment(name), performance.segment_names.index(name)
    assert segment.shape is not None
    size = segment.shape.size
    ends = np.zeros((AXIS_POINTS, 3))
    half = 0.5 * (max(size) - min(size))
    ends[:, segment.long_axis] = np.linspace(-half, half, AXIS_POINTS)
    # A segment's position is that of its center of mass.
    ends += np.array(segment.shape.center) - np.array(segment.center)
    turns = [matrix_of(q) for q in performance.segment_orientations[:, number]]
    places: Array = ends @ np.swapaxes(np.array(turns), 1, 2)
    return places + performance.segment_positions[:, number, None]


def _surface(character: Character, performance: Performance, name: str) -> Array:
    """(frames, n, 3) points in and on a segment's box [m]."""
    shape, number = character.segment(name).shape, performance.segment_names.index(name)
    assert shape is not None
    line = np.linspace(-0.5, 0.5, POINTS)
    grid = np.stack(np.meshgrid(line, line, line), axis=-1).reshape(-1, 3) * np.array(shape.size)
    turns = [matrix_of(q) for q in performance.segment_orientations[:, number]]
    places: Array = grid @ np.swapaxes(np.array(turns), 1, 2)
    return places + performance.segment_positions[:, number, None]
