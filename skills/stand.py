"""Come to a stop and stand: Coros, Beaudoin, van de Panne 2010, Section 4."""

from __future__ import annotations

import math

from .biped import FEET, Biped, Values, keep_heading, set_gait, set_heading

MAY_TOUCH = FEET


def begin(biped: Biped) -> None:
    """Called once when a cue starts."""
    keep_heading(biped)
    biped.command["walking"] = 0
    biped.command["turn_rate"] = math.nan


def command(biped: Biped, values: Values) -> None:
    """Set what the cue's parameters say now."""
    set_heading(biped, values["heading"])
    set_gait(biped, values)
    biped.command["idle"] = values["idle"]
