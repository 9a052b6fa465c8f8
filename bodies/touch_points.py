"""Points of a segment at which it can touch level ground."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .segments import Segment

ROUNDEST = 0.98  # of half of a capsule's length: its largest radius


def touches_of(segment: Segment, index: int) -> list[tuple[int, NDArray[np.float64], float]]:
    """Contact points of a segment on level ground: a box's corners, a capsule's round ends.

    Each is the segment's index, a point of its frame and the radius of the ball around it.
    """
    if segment.shape is None:
        return []
    center, half = np.array(segment.shape.center), np.array(segment.shape.size) / 2
    signs = (1.0, -1.0)
    if segment.shape.kind == "box":
        corners = [np.array([x, y, z]) for x in signs for y in signs for z in signs]
        return [(index, center + corner * half, 0.0) for corner in corners]
    axis = segment.long_axis
    radius = float(min(half[(axis + 1) % 3], ROUNDEST * half[axis]))
    along = np.zeros(3)
    along[axis] = half[axis] - radius
    return [(index, center + sign * along, radius) for sign in signs]
