"""The walker's default gait, from which a style gives the differences.

The formulas are in `controllers/` and `skills/biped.py`, which Blender does not load; a test
compares both.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
ADULT_LEG = 0.93  # [m]: a style's lengths and speed are those of a body with this leg
STEP_HEIGHT, STEP_WIDTH = 0.09, 0.13  # of the leg
# Step period of an adult that walks freely [s], and how it falls with speed.
PERIOD_AT_1M_S, EXPONENT, SHORTEST_PERIOD, LONGEST_PERIOD = 0.693, 0.745, 0.4, 0.92


def usual_period(speed: float) -> float:
    """Step period [s] of an adult."""
    period = PERIOD_AT_1M_S / max(speed, 0.01) ** EXPONENT
    return min(max(period, SHORTEST_PERIOD), LONGEST_PERIOD)


def swing_share(phases: Array) -> Array:
    """Share of a swing foot's path travelled at the phases of a step."""
    return phases * phases * (3.0 - 2.0 * phases)
