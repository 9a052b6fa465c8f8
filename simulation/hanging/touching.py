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
    away_x, away_y, away_z = point[0] - place[0], point[1] - place[1], point[2] - place[2]
    # In the shape's axes; scalars, since a small array costs more than the rest.
    x = axes[0, 0] * away_x + axes[1, 0] * away_y + axes[2, 0] * away_z
    y = axes[0, 1] * away_x + axes[1, 1] * away_y + axes[2, 1] * away_z
    z = axes[0, 2] * away_x + axes[1, 2] * away_y + axes[2, 2] * away_z
    if kind == PLANE:
        gap = z
        x, y, z = 0.0, 0.0, 1.0
    elif kind == CAPSULE:
        gap, x, y, z = _out_of_capsule(size, x, y, z)
    else:
        gap, x, y, z = _out_of_box(size, x, y, z)
    for k in range(3):
        normal[k] = axes[k, 0] * x + axes[k, 1] * y + axes[k, 2] * z
    return gap


@compiled
def _out_of_capsule(size: Array, x: float, y: float, z: float) -> tuple[float, float, float, float]:
    """The gap, and the way out."""
    z -= min(max(z, -size[1]), size[1])
    distance = math.sqrt(x * x + y * y + z * z)
    if distance < TINY:
        return -size[0], 1.0, 0.0, 0.0
    return distance - size[0], x / distance, y / distance, z / distance


@compiled
def _out_of_box(size: Array, x: float, y: float, z: float) -> tuple[float, float, float, float]:
    """The gap, and the way out."""
    beyond_x, beyond_y, beyond_z = abs(x) - size[0], abs(y) - size[1], abs(z) - size[2]
    out_x = math.copysign(max(beyond_x, 0.0), x)
    out_y = math.copysign(max(beyond_y, 0.0), y)
    out_z = math.copysign(max(beyond_z, 0.0), z)
    far = math.sqrt(out_x**2 + out_y**2 + out_z**2)
    if far > 0.0:
        return far, out_x / far, out_y / far, out_z / far
    if beyond_x >= beyond_y and beyond_x >= beyond_z:
        return beyond_x, math.copysign(1.0, x), 0.0, 0.0
    if beyond_y >= beyond_z:
        return beyond_y, 0.0, math.copysign(1.0, y), 0.0
    return beyond_z, 0.0, 0.0, math.copysign(1.0, z)
