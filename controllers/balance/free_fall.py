"""A body that nothing bears."""

from __future__ import annotations

import math

from ...simulation.compiled import compiled


@compiled
def falling_time(rise: float, height: float, gravity: float) -> float:
    """Time [s] in which a body that rises at a speed [m/s] falls by a height [m]."""
    square = rise * rise + 2.0 * gravity * height
    return max((rise + math.sqrt(max(square, 0.0))) / gravity, 0.0)
