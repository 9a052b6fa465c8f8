"""Whether segments of a body touched things, told by where they were."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from ..bodies.character import Character
from ..bodies.segments import Segment
from ..shots.shot import Prop
from ..shots.take import Performance
from ..simulation.rotation import matrix_of

POINTS, AXIS_POINTS = 4, 21  # along each edge of a segment's box, along a capsule's axis
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
        own, radius = _points_of(character.segment(name))
        number = performance.segment_names.index(name)
        turns = np.array([matrix_of(q) for q in performance.segment_orientations[:, number]])
        places = own @ np.swapaxes(turns, 1, 2) + performance.segment_positions[:, number, None]
        for middle, half in boxes:
            outside = np.maximum(np.abs(places - middle) - half, 0.0)
            if np.linalg.norm(outside, axis=-1).min() < radius + TOUCH:
                return True
    return False


def _points_of(segment: Segment) -> tuple[Array, float]:
    """(n, 3) points from the center of mass, and the radius of the shape around them [m].

    They lie in and on a box, and along the axis of a capsule.
    """
    shape = segment.shape
    assert shape is not None
    off = np.array(shape.center) - np.array(segment.center)
    size = np.array(shape.size)
    if shape.kind == "capsule":
        axis = np.zeros(3)
        axis[segment.long_axis] = size.max() - size.min()
        return np.linspace(-0.5, 0.5, AXIS_POINTS)[:, None] * axis + off, 0.5 * float(size.min())
    line = np.linspace(-0.5, 0.5, POINTS)
    grid = np.stack(np.meshgrid(line, line, line), axis=-1).reshape(-1, 3)
    return grid * size + off, 0.0
