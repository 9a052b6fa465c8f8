"""Run or skip at a speed in a direction: a Raibert-style run on whole-body control.

It begins with a few steps of a walk, and the next skill begins with one.
"""

from __future__ import annotations

import math

from ..catalogue.styles import NATURAL
from .biped import FEET, Biped, Values, keep_heading, set_gait, set_heading, start_walking
from .running import Running

MAY_TOUCH = FEET
UNSTYLED: Values = {"style": NATURAL, "style_blend": 1.0, "stance_knee": None}


def begin(biped: Biped) -> None:
    """Called once when a cue starts; who runs already runs on."""
    if biped.running is None:
        start_walking(biped)
        biped.running = Running(biped)
    keep_heading(biped)


def command(biped: Biped, values: Values) -> None:
    """Set what the cue's parameters say now."""
    set_heading(biped, values["heading"])
    set_gait(biped, UNSTYLED)
    rate = values["turn_rate"]
    biped.command["turn_rate"] = math.nan if rate is None else rate
    if biped.running is not None:
        biped.running.put_on(values["reference"], values["tracking"])
        biped.running.ask(values["speed"], values["assist"])
