"""Walk along a path on the ground; stand at its end."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from .biped import FEET, Biped, Values, set_gait, start_walking
from .ways.course import Course
from .ways.steering import follow_course, place_of, tell_arrival

MAY_TOUCH = FEET


def begin(biped: Biped) -> None:
    """Called once when a cue starts."""
    start_walking(biped)
    biped.course = None


def command(biped: Biped, values: Values) -> None:
    """Set what the cue's parameters say now."""
    set_gait(biped, values)


def steer(biped: Biped, motion: NDArray[Any], values: Values) -> None:
    """Called many times a second with the state of the body."""
    if biped.course is None:
        biped.course = Course(values["path"], place_of(motion))
    follow_course(biped, biped.course, motion, values["speed"])
    tell_arrival(biped, motion)
