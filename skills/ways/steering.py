"""Steering a walker by feedback: its heading, its speed, and its stop."""

from __future__ import annotations

import math

import numpy as np

from ...controllers.gait.modes import STANDING
from ...simulation.body import Motion
from ...simulation.over_ground import place_of, velocity_of
from ...simulation.records import Rows, views_of
from ...simulation.rotation import Array, wrapped
from ..biped import Biped
from ..gait_command import keep_heading
from .course import Course

# Numbers without a source: tuned by hand, judged by bench follow.
TURN_GAIN = 5.0  # of the turn rate towards the wanted heading [1/s]
RETURN_GAIN = 0.4  # of the heading, towards a path to the side [1/m]
SIDESTEP_GAIN, FASTEST_SIDESTEP = 0.8, 0.3  # towards the same path [1/s], [m/s]
FORESIGHT = 0.5  # [s] of drift that is added to the distance from the path, for damping
FASTEST_TURN = 0.5  # [rad/s] at full speed; a tighter path slows the walker down
BRAKING = 0.2  # [m/s2] before a stop
CREEPING = 0.25  # slowest pace before a stop [m/s]
MEAN_OVER = 0.4  # time of the mean of the velocity [s]
REACTION = 0.5  # [s] until a change of the target speed shows
STANDING_BRAKE = 0.8  # deceleration after the command to stand [m/s2]
GENTLE_TURN_GAIN, FASTEST_GENTLE_TURN = 2.0, 1.0  # among neighbours [1/s], [rad/s]
BARELY, FASTEST_OF_USUAL = 0.3, 1.2  # of the usual speed
SLOWEST_BACK = 0.2  # [m/s] to make way backwards
STILL = 0.1  # [m/s]: a slower walker stands still
FACING = 0.15  # [rad] within which a heading counts as faced
UNDER_FOOT = 0.2  # [m]: a nearer point has no direction to face


def feel_pace(biped: Biped, motion: Rows[Motion]) -> None:
    """Update the mean of a body's velocity over about a step, within which it oscillates."""
    share = min((biped.time - biped.felt) / MEAN_OVER, 1.0)
    biped.going += share * (velocity_of(motion) - biped.going)
    biped.felt = biped.time


def follow_course(biped: Biped, course: Course, motion: Rows[Motion], speed: float) -> None:
    """Walk along a course; at its end, stand."""
    feel_pace(biped, motion)
    place = place_of(motion)
    course.advance(place)
    going = _along(biped.going, course.direction(course.done))
    if course.left <= stopping_way(going) or not biped.command["walking"]:
        stop(biped)
        return
    curvature = course.curvature(course.done)
    aside = course.offset(place + FORESIGHT * velocity_of(motion))
    bearable = FASTEST_TURN / max(abs(curvature), 1e-9)
    pace = min(speed, bearable, pace_before_stop(course.left, going))
    heading = course.direction(course.done) + math.atan(RETURN_GAIN * aside)
    drive(biped, heading, pace, curvature)
    sidestep = SIDESTEP_GAIN * aside
    biped.command["lateral_speed"] = min(max(sidestep, -FASTEST_SIDESTEP), FASTEST_SIDESTEP)


def approach_point(
    biped: Biped, point: Array, distance: float, motion: Rows[Motion], speed: float
) -> None:
    """Walk straight to a distance from a point (2,) and stand there, facing it."""
    feel_pace(biped, motion)
    x, y = point - place_of(motion)
    heading = faced = float(biped.memory["heading"])
    if math.hypot(x, y) > UNDER_FOOT:
        heading = math.atan2(y, x)
    left = x * math.cos(heading) + y * math.sin(heading) - distance
    going = _along(biped.going, heading)
    is_there = left <= stopping_way(going)
    off = wrapped(heading - faced)
    if (is_there and abs(off) < FACING) or not biped.command["walking"]:
        stop(biped)
        return
    drive(biped, heading, 0.0 if is_there else min(speed, pace_before_stop(left, going)))


def drive(biped: Biped, heading: float, speed: float, curvature: float = 0.0) -> None:
    """Turn to a heading while walking an arc; a walker with a large error turns first."""
    off = wrapped(heading - float(biped.memory["heading"]))
    pace = speed * max(math.cos(off), 0.0)
    biped.command["speed"] = pace
    biped.command["turn_rate"] = pace * curvature + TURN_GAIN * off


def move_over(biped: Biped, velocity: Array, usual: float) -> None:
    """Move over the ground with a velocity (2,) [m/s], turning gently towards it.

    Args:
        usual: speed [m/s]; the walker does not turn to velocities below its share BARELY.
    """
    faced = float(biped.memory["heading"])
    cosine, sine = math.cos(faced), math.sin(faced)
    ahead = cosine * velocity[0] + sine * velocity[1]
    aside = cosine * velocity[1] - sine * velocity[0]
    turns = math.hypot(*velocity) > BARELY * usual
    rate = GENTLE_TURN_GAIN * math.atan2(aside, ahead) if turns else 0.0
    biped.command["speed"] = min(max(ahead, -SLOWEST_BACK), FASTEST_OF_USUAL * usual)
    biped.command["lateral_speed"] = min(max(aside, -FASTEST_SIDESTEP), FASTEST_SIDESTEP)
    biped.command["turn_rate"] = min(max(rate, -FASTEST_GENTLE_TURN), FASTEST_GENTLE_TURN)


def is_still(biped: Biped, motion: Rows[Motion], slower: float = STILL) -> bool:
    """Whether the biped is on its feet and stands still, slower than so much [m/s]."""
    speed = float(np.linalg.norm(views_of(Motion, motion).com_velocity))
    return biped.memory["mode"] == STANDING and speed < slower


def tell_arrival(biped: Biped, motion: Rows[Motion]) -> None:
    """A behaviour that walks or runs to a place; it is over once the body stands still there."""
    if not biped.command["walking"] and biped.running is None and is_still(biped, motion):
        biped.report_event("arrived")


def stop(biped: Biped) -> None:
    """Stand, with the present heading."""
    if biped.command["walking"]:
        keep_heading(biped)
    biped.command["walking"] = 0
    biped.command["turn_rate"] = math.nan
    biped.command["off_feet"][:] = 0.0


def _along(velocity: Array, heading: float) -> float:
    """Forward part of a velocity (2,) [m/s]; 0 backwards."""
    return max(float(velocity[0] * math.cos(heading) + velocity[1] * math.sin(heading)), 0.0)


def stopping_way(going: float) -> float:
    """Distance [m] that a walker still covers from a speed [m/s] after the command to stand."""
    return going * going / (2.0 * STANDING_BRAKE)


def pace_before_stop(left: float, going: float) -> float:
    """Speed [m/s] from which gentle braking leads to creeping where the final stop begins."""
    room = left - REACTION * going - stopping_way(CREEPING)
    return math.sqrt(CREEPING**2 + 2.0 * BRAKING * max(room, 0.0))


def pace_before(biped: Biped, left: float, heading: float, motion: Rows[Motion]) -> float:
    """Speed [m/s] from which a walker along a heading can stop within a distance [m]."""
    feel_pace(biped, motion)
    return pace_before_stop(left, _along(biped.going, heading))


def must_stop(biped: Biped, left: float, heading: float) -> bool:
    """Whether a walker that stops now comes to rest after a distance [m]."""
    return left <= stopping_way(_along(biped.going, heading))
