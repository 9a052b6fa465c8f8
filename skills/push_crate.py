"""Push something heavy by its handles, walking forwards (Section 5.4)."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from .biped import FEET, Biped, Values, set_gait
from .hands.handling import stand_first
from .hands.push_pull import haul, start_hauling

begin, command = stand_first, set_gait  # what every task of the hands does
MAY_TOUCH = FEET
WAY = 1.0


def steer(biped: Biped, motion: NDArray[Any], values: Values) -> None:
    """Called many times a second with the state of the body."""
    if biped.task is None:
        biped.task = start_hauling(biped, motion, values, WAY)
    haul(biped, biped.task, motion, values)
