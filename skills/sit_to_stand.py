"""Rise from a seat and stand: Jones 2011, Chapter 4."""

from __future__ import annotations

from .biped import FEET, Biped, Values, keep_heading, stop_walking
from .seats.seating import dress

MAY_TOUCH = FEET


def begin(biped: Biped) -> None:
    """Called once when a cue starts."""
    keep_heading(biped)
    stop_walking(biped)
    if not biped.is_seated:
        biped.tell("on_feet")


def command(biped: Biped, values: Values) -> None:
    """Set what the cue's parameters say now."""
    dress(biped, values)
