"""Walk at a speed in a direction: Coros, Beaudoin, van de Panne 2010, Section 3."""

from __future__ import annotations

import math

from .biped import FEET, Biped, Values, set_gait, set_heading, start_walking

MAY_TOUCH = FEET


def begin(biped: Biped) -> None:
    """Called once when a cue starts."""
    start_walking(biped)


def command(biped: Biped, values: Values) -> None:
    """Set what the cue's parameters say now."""
    set_heading(biped, values["heading"])
    set_gait(biped, values)
    rate = values["turn_rate"]
    biped.command["turn_rate"] = math.nan if rate is None else rate
    for name in ("speed", "lateral_speed"):
        biped.command[name] = values[name]
