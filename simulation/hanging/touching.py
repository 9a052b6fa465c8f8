"""How deep a point lies in the shapes that a chain touches, and which way is out.

A capsule's size is its radius and half the length of its axis, along z; a box's are half its
extents; a plane's normal is its z.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from ..compiled import compiled

Array = NDArray[np.float64]
CAPSULE, BOX, PLANE = 0, 1, 2
TINY = 1e-12


@compiled
def gap_to(kind: int, size: Array, place: Array, axes: Array, point: Array, normal: Array) -> float:
    """Distance [m] of a point from a shape's surface, negative inside; fills its normal."""
    local = np.empty(3)
    for k in range(3):
        local[k] = 0.0
        for j in range(3):
            local[k] += axes[j, k] * (point[j] - place[j])
    out = np.zeros(3)
    if kind == PLANE:
        out[2], gap = 1.0, local[2]
    elif kind == CAPSULE:
        gap = _out_of_capsule(size, local, out)
    else:
        gap = _out_of_box(size, local, out)
    for k in range(3):
        normal[k] = axes[k, 0] * out[0] + axes[k, 1] * out[1] + axes[k, 2] * out[2]
    return gap


@compiled
def _out_of_capsule(size: Array, local: Array, out: Array) -> float:
    along = min(max(local[2], -size[1]), size[1])
    out[0], out[1], out[2] = local[0], local[1], local[2] - along
    distance = math.sqrt(out[0] ** 2 + out[1] ** 2 + out[2] ** 2)
    if distance < TINY:
        out[0], out[1], out[2] = 1.0, 0.0, 0.0
    else:
        out /= distance
    return distance - size[0]


@compiled
def _out_of_box(size: Array, local: Array, out: Array) -> float:
    far, nearest = 0.0, 0
    for k in range(3):
        beyond = abs(local[k]) - size[k]
        out[k] = max(beyond, 0.0) if local[k] >= 0.0 else -max(beyond, 0.0)
        far += out[k] ** 2
        if beyond > abs(local[nearest]) - size[nearest]:
            nearest = k
    if far > 0.0:
        far = math.sqrt(far)
        out /= far
        return far
    out[nearest] = 1.0 if local[nearest] >= 0.0 else -1.0
    return abs(local[nearest]) - size[nearest]
