"""Run or skip at a speed, in a direction or along a path: a Raibert-style run.

It begins with a few steps of a walk, and the next skill begins with one.
"""

from __future__ import annotations

import math
from typing import Any

from numpy.typing import NDArray

from ..catalogue.styles import NATURAL
from .biped import FEET, Biped, Values, keep_heading, set_gait, set_heading, start_walking
from .running.course import course_for_runs, run_course
from .running.running import Running
from .ways.steering import place_of, tell_arrival

MAY_TOUCH = FEET
UNSTYLED: Values = {"style": NATURAL, "style_blend": 1.0, "stance_knee": None}


def begin(biped: Biped) -> None:
    """Called once when a cue starts; who runs already runs on."""
    if biped.running is None:
        start_walking(biped)
        biped.running = Running(biped)
    keep_heading(biped)
    biped.course = None


def command(biped: Biped, values: Values) -> None:
    """Set what the cue's parameters say now."""
    set_gait(biped, UNSTYLED)
    if biped.running is not None:
        biped.running.put_on(values["reference"], values["tracking"])
        biped.running.be_helped(values["assist"])
    if values["path"] is None:
        _head_for(biped, values)


def _head_for(biped: Biped, values: Values) -> None:
    """The way and the speed that are asked for."""
    set_heading(biped, values["heading"])
    rate = values["turn_rate"]
    biped.command["turn_rate"] = math.nan if rate is None else rate
    if biped.running is not None:
        biped.running.ask(values["speed"])


def steer(biped: Biped, motion: NDArray[Any], values: Values) -> None:
    """Called many times a second with the state of the body."""
    if values["path"] is None:
        return
    if biped.course is None:
        biped.course = course_for_runs(values["path"], place_of(motion), values["speed"])
    run_course(biped, biped.course, motion, values["speed"])
    tell_arrival(biped, motion)
