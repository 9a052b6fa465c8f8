"""Step in place to a beat, with trunk and arms in the style of a dance."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from .biped import FEET, Biped, Values, set_gait, set_heading, start_walking
from .dancing import Dance, step_time, time_to_step, way_back
from .ways.steering import place_of

MAY_TOUCH = FEET


def begin(biped: Biped) -> None:
    """Called once when a cue starts."""
    start_walking(biped)
    biped.dance = None


def command(biped: Biped, values: Values) -> None:
    """Set what the cue's parameters say now."""
    set_heading(biped, values["heading"])
    period = biped.command["step_period"].copy()
    set_gait(biped, values)
    biped.command["step_period"] = period  # the beat's, from the last steering


def steer(biped: Biped, motion: NDArray[Any], values: Values) -> None:
    """Called many times a second with the state of the body."""
    if biped.dance is None:
        biped.dance = Dance(biped.time, place_of(motion).copy())
    between = step_time(values["bpm"], biped.leg)
    biped.command["step_period"] = time_to_step(biped.dance, biped.time, between)
    speeds = way_back(biped.dance, place_of(motion), float(biped.memory["heading"][0]))
    biped.command["speed"], biped.command["lateral_speed"] = speeds
