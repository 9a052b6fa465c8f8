"""Running along a path: speed in its bends, heading, and the stop at its end."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...controllers.gait.gait import ADULT_LEG
from ...simulation.body import Motion
from ...simulation.over_ground import place_of
from ...simulation.records import Rows
from ...simulation.rotation import wrapped
from ..biped import Biped
from ..ways.course import Course
from ..ways.steering import FORESIGHT, MEAN_OVER, RETURN_GAIN, feel_pace, follow_course
from .running import HANDOVER_SPEED

# Numbers without a source: tuned by hand, judged by bench running_paths.
# Of an adult, by dynamic similarity.
FASTEST_TURN, HARDEST_TURN = 0.6, 1.4  # in a bend: [rad/s], and towards its middle [m/s2]
SLOWEST_RUN = 1.5  # in a bend, however tight [m/s]
BRAKING, REACTS = 0.6, 0.8  # deceleration before a bend or the end [m/s2]; time until it shows [s]
WALKED = 0.8  # last part of the path, which is walked [m]
LOOK_SPACING = 0.2  # distance between the places of the path that are checked ahead [m]
ROUNDED = 1.0  # [s] of the way over which a corner is rounded
LEAD = 0.35  # [s] by which a turn precedes the path's
TURN_GAIN, SOFTEST_STOP = 1.5, 0.6  # [1/s]; deceleration of a large turn [rad/s2]


def course_for_runs(path: Any, place: NDArray[Any], speed: float) -> Course:
    """A path (n, 2) [m] with corners rounded for a runner at that speed [m/s]."""
    return Course(path, place).rounded(ROUNDED * speed, place)


def run_course(biped: Biped, course: Course, motion: Rows[Motion], speed: float) -> None:
    """Run along a course, slower in bends; walk the last part of it, and stand at its end."""
    pace = math.sqrt(biped.leg / ADULT_LEG)
    if biped.running is None:
        follow_course(biped, course, motion, min(speed, HANDOVER_SPEED * pace))
        return
    feel_pace(biped, motion)
    place = place_of(motion)
    course.advance(place)
    going = float(np.hypot(*biped.going))
    if course.left < _way_to(HANDOVER_SPEED * pace, going) + WALKED * pace**2:
        biped.slow_down()
    else:
        biped.running.ask(min(speed, _pace_of_bends(course, going, pace)))
    bend = course.curvature(course.done + LEAD * going)
    back = math.atan(RETURN_GAIN * _aside_soon(biped, course, place))
    heading = course.direction(course.done) + back
    off = wrapped(heading - float(biped.memory["heading"]))
    biped.command["turn_rate"] = going * bend + _turn(off)


def _turn(off: float) -> float:
    """Turn rate [rad/s] for an error of the heading [rad], without overshoot."""
    size = abs(off)
    return math.copysign(min(TURN_GAIN * size, math.sqrt(2.0 * SOFTEST_STOP * size)), off)


def _aside_soon(biped: Biped, course: Course, place: NDArray[Any]) -> float:
    """Distance of the path to the left [m], predicted for the present velocity."""
    felt = course.done - 0.5 * MEAN_OVER * float(np.hypot(*biped.going))
    heading = course.direction(felt)
    drift = math.cos(heading) * biped.going[1] - math.sin(heading) * biped.going[0]
    return course.offset(place) - FORESIGHT * float(drift)


def _way_to(slower: float, going: float) -> float:
    """Distance [m] in which a runner slows from a pace [m/s] to a slower one."""
    return max(going**2 - slower**2, 0.0) / (2.0 * BRAKING) + REACTS * going


def _pace_of_bends(course: Course, going: float, pace: float) -> float:
    """Largest present speed [m/s] from which the runner can slow down for every bend ahead."""
    fastest = math.inf
    for way in np.arange(0.0, _way_to(SLOWEST_RUN * pace, going), LOOK_SPACING).tolist():
        bend = max(abs(course.curvature(course.done + way)), 1e-9)
        borne = min(FASTEST_TURN / pace / bend, math.sqrt(HARDEST_TURN / bend))
        there = max(borne, SLOWEST_RUN * pace)
        fastest = min(fastest, math.sqrt(there**2 + 2.0 * BRAKING * max(way - REACTS * going, 0.0)))
    return fastest
