"""Push something heavy by its handles, walking forwards (Section 5.4)."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from .biped import FEET, Biped, Values, keep_heading, set_gait, stop_walking
from .hauling import haul, start_hauling

MAY_TOUCH = FEET
WAY = 1.0


def begin(biped: Biped) -> None:
    """Called once when a cue starts."""
    keep_heading(biped)
    stop_walking(biped)


def command(biped: Biped, values: Values) -> None:
    """Set what the cue's parameters say now."""
    set_gait(biped, values)


def steer(biped: Biped, motion: NDArray[Any], values: Values) -> None:
    """Called many times a second with the state of the body."""
    if biped.task is None:
        biped.task = start_hauling(biped, motion, values, WAY)
    haul(biped, biped.task, motion, values)
