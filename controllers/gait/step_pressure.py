"""The center of pressure that leads the body into its next step, within what the soles offer.

Pairs of numbers are forwards and to the left [m], from the pivot over which the body passes.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from ...simulation.compiled import compiled
from ...simulation.rotation import Array
from ..program.anatomy import Anatomy
from .foot_roll import loaded_pitch
from .footing import pivot_offset
from .pressure_path import Fall, fall_along, place_at
from .records import GaitMemory
from .style import ROLLING

Pair = tuple[float, float]
Path = tuple[Array, Array, Array]  # of the pressure: phases, places ahead and to the left

PRESSED_BACK, PRESSED_AHEAD, PRESSED_ASIDE = 0.7, 0.8, 0.8  # share of the sole for the pressure
NO_FOOT_BEHIND: Pair = (math.inf, 0.0)


class Pendulum(NamedTuple):
    """The body over its stance foot: place [m], velocity [m/s], rate of fall [1/s], phase."""

    place: Pair
    velocity: Pair
    rate: float
    phase: float


@compiled
def sought_pressure(
    path: Path, body: Pendulum, leads_to: Pair, time: float, feedback: float
) -> Pair:
    """Center of pressure [m] that leads the capture point to its usual place, on or off the sole.
    """
    grown = math.exp(body.rate * time)
    end, step = end_of_step(path, body, planned_pressure(path, body.phase), (0.0, 0.0), time)
    x, y = planned_pressure(path, body.phase)
    return (
        x + feedback * (end[0] + step[0] - leads_to[0]) / grown,
        y + feedback * (end[1] + step[1] - leads_to[1]) / grown,
    )


@compiled
def planned_pressure(path: Path, phase: float) -> Pair:
    """The planned pressure [m] at a phase."""
    return place_at(path[0], path[1], phase), place_at(path[0], path[2], phase)


@compiled
def sole_reach(anatomy: Anatomy, side: int) -> Pair:
    """How far [m] the pressure may be behind and ahead of the pivot of a sole."""
    offset = pivot_offset(anatomy, side)
    back = PRESSED_BACK * (anatomy["heel"][side] + offset)
    return back, PRESSED_AHEAD * (anatomy["ball"][side] - offset)


@compiled
def within_sole(
    anatomy: Anatomy, memory: GaitMemory, path: Path, sought: Pair, trailing: Pair
) -> Pair:
    """The pressure [m] that is nearest to the sought one under the sole, or between both soles.

    Args:
        trailing: place of the foot that still pushes off a stair [m], or NO_FOOT_BEHIND.

    A planned pressure off the sole, as the trailing foot pushes off or the swing leg slows down,
    may be kept as well.
    """
    stance, phase = memory["stance"], min(memory["phase"], 1.0)
    back, front = sole_reach(anatomy, stance)
    beside = PRESSED_ASIDE * anatomy["half_width"][stance]
    pitch, _ = loaded_pitch(memory, stance)
    if pitch >= ROLLING:
        back = -front
    planned_x, planned_y = planned_pressure(path, phase)
    low_x, high_x = min(-back, planned_x, trailing[0]), max(front, planned_x)
    low_y, high_y = min(-beside, planned_y), max(beside, planned_y)
    x = min(max(sought[0], low_x), high_x)
    if x < -back and trailing[0] < -back:  # on the line between both feet
        between = (-back - x) / (-back - trailing[0]) * trailing[1]
        low_y, high_y = low_y + between, high_y + between
    return x, min(max(sought[1], low_y), high_y)


@compiled
def strayed(anatomy: Anatomy, sought: Pair, press: Pair) -> float:
    """How far [of the leg] the sought pressure is beyond the usable one, ahead or to a side.

    Behind does not count: a body that is only slower than planned is not losing its balance.
    """
    return max(sought[0] - press[0], abs(sought[1] - press[1]), 0.0) / anatomy["leg"]


@compiled
def end_of_step(
    path: Path, body: Pendulum, press: Pair, keep: Pair, time: float
) -> tuple[Pair, Pair]:
    """Place of the body after a time [m], and the step [m] from there that keeps its speed.

    Args:
        press: present center of pressure, which keeps its distance to the planned one [m].
    """
    place, velocity, rate, phase = body
    phases, ahead_path, aside_path = path
    x, y = planned_pressure(path, phase)
    fall = Fall(rate, phase, time)
    end_x, pace_x = fall_along(phases, ahead_path, fall, press[0] - x, (place[0], velocity[0]))
    end_y, pace_y = fall_along(phases, aside_path, fall, press[1] - y, (place[1], velocity[1]))
    return (end_x, end_y), (pace_x / rate - keep[0], pace_y / rate - keep[1])
