"""Come to a stop and stand, stepping when balance asks for it; rise first where it sits or lies."""

from __future__ import annotations

from .quadruped import PAWS, Quadruped, Values, set_heading, stand_still
from .rising import stand_then

MAY_TOUCH = PAWS


def begin(quadruped: Quadruped) -> None:
    """Called once when a cue starts."""
    stand_then(quadruped, stand_still)


def command(quadruped: Quadruped, values: Values) -> None:
    """Set what the cue's parameters say now."""
    set_heading(quadruped, values["heading"])
