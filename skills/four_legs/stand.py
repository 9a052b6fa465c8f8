"""Come to a stop and stand, stepping when balance asks for it; rise first where it sits or lies."""

from __future__ import annotations

from functools import partial

from .quadruped import PAWS, Quadruped, Values, set_heading, stand_still
from .rising import stand_then

MAY_TOUCH = PAWS


def begin(quadruped: Quadruped) -> None:
    """Called once when a cue starts."""
    stand_then(quadruped, stand_still)


def command(quadruped: Quadruped, values: Values) -> None:
    """Set what the cue's parameters say now."""
    if quadruped.is_rising:
        quadruped.follows = partial(_stand_facing, heading=values["heading"])
    else:
        set_heading(quadruped, values["heading"])


def _stand_facing(quadruped: Quadruped, heading: float | None) -> None:
    stand_still(quadruped)
    set_heading(quadruped, heading)
