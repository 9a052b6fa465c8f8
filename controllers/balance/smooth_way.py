"""Smooth interpolation from one pose to the next: at rest at both ends, without jumps."""

from __future__ import annotations

import math

import numpy as np

from ...simulation.compiled import compiled
from ...simulation.rotation import Array


@compiled
def smooth(done: float) -> float:
    """Share of the path after a share of the time."""
    t = min(max(done, 0.0), 1.0)
    return t * t * t * (10.0 - 15.0 * t + 6.0 * t * t)


@compiled
def smooth_rate(done: float) -> float:
    """Rate of change of `smooth` by the share of the time."""
    t = min(max(done, 0.0), 1.0)
    return 30.0 * t * t * (1.0 - t) * (1.0 - t)


@compiled
def smooth_growth(done: float) -> float:
    """Rate of change of `smooth_rate` by the share of the time."""
    t = min(max(done, 0.0), 1.0)
    return 60.0 * t * (1.0 - t) * (1.0 - 2.0 * t)


@compiled
def clipped(value: float, most: float) -> float:
    """A value bounded to +-most, so that a blocked motion is not forced."""
    return min(max(value, -most), most)


@compiled
def turned(start: Array, goal: Array, share: float) -> Array:
    """(4,) spherical interpolation between two quaternions, by a share of the shortest path."""
    dots = 0.0
    for k in range(4):
        dots += start[k] * goal[k]
    sign = 1.0 if dots >= 0.0 else -1.0
    angle = math.acos(min(abs(dots), 1.0))
    before, after = 1.0 - share, share
    if angle > 1e-4:
        before, after = math.sin(before * angle), math.sin(after * angle)
    out, size = np.empty(4), 0.0
    for k in range(4):
        out[k] = before * start[k] + sign * after * goal[k]
        size += out[k] * out[k]
    return out / math.sqrt(size)
