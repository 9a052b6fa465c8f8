"""Sit down on a seat behind one's back, and stay there: Jones 2011, Chapter 4, the other way."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from .biped import FEET, Biped, Values, keep_heading, stop_walking
from .seating import dress, may_sit_down, take_seat

MAY_TOUCH = FEET


def begin(biped: Biped) -> None:
    """Called once when a cue starts."""
    keep_heading(biped)
    stop_walking(biped)
    if biped.sitting is not None:
        biped.sitting.wants_up = False


def command(biped: Biped, values: Values) -> None:
    """Set what the cue's parameters say now."""
    dress(biped, values)


def steer(biped: Biped, motion: NDArray[Any], values: Values) -> None:
    """Called many times a second with the state of the body."""
    if may_sit_down(biped, motion):
        take_seat(biped, motion, values["seat"], seated=False)
