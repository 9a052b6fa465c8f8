"""Walk at a speed in a direction: Coros, Beaudoin, van de Panne 2010, Section 3."""

from __future__ import annotations

from .biped import FEET, Biped, Values, keep_heading, set_heading

MAY_TOUCH = FEET
SETTINGS = ("speed", "step_period", "step_height", "step_width", "torso_lean")


def begin(biped: Biped) -> None:
    """Called once when a cue starts."""
    keep_heading(biped)
    biped.command["walking"] = 1


def command(biped: Biped, values: Values) -> None:
    """Set what the cue's parameters say now."""
    set_heading(biped, values["heading"])
    for name in SETTINGS:
        biped.command[name] = values[name]
