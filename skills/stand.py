"""Come to a stop and stand: Coros, Beaudoin, van de Panne 2010, Section 4."""

from __future__ import annotations

from ..catalogue import SKILLS
from .biped import FEET, Biped, Values, keep_heading, set_heading

MAY_TOUCH = FEET
GAIT = ("step_period", "step_height", "step_width")  # of the steps that a stop or a push asks for


def begin(biped: Biped) -> None:
    """Called once when a cue starts; steps keep the gait of a walk that went before."""
    keep_heading(biped)
    biped.command["walking"] = 0
    for parameter in SKILLS["walk"].parameters:
        if parameter.name in GAIT and biped.command[parameter.name] == 0.0:
            biped.command[parameter.name] = parameter.default


def command(biped: Biped, values: Values) -> None:
    """Set what the cue's parameters say now."""
    set_heading(biped, values["heading"])
    biped.command["torso_lean"] = values["torso_lean"]
