"""Get up from sitting or from lying on the belly, and stand."""

from __future__ import annotations

from .quadruped import Quadruped, Values, set_heading, stand_still
from .rising import stand_then

MAY_TOUCH = None


def begin(quadruped: Quadruped) -> None:
    """Called once when a cue starts."""
    quadruped.law = None
    stand_then(quadruped, stand_still)


def command(quadruped: Quadruped, values: Values) -> None:
    """Set what the cue's parameters say now."""
    set_heading(quadruped, values["heading"])
