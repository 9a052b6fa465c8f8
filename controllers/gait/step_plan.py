"""When and where the swing foot comes down (Section 3.2), and the center of pressure until then.

Section 3.2 is of Coros, Beaudoin, van de Panne 2010. The linear pendulum falls away from its center
of pressure. A step to its capture point would bring the body to rest; a foothold short of that by a
fixed offset keeps a speed. Of several durations of the step the one of least cost is taken (step
timing adjustment, Khadiv et al. 2016).

Pairs of numbers are forwards and to the left [m], in the heading at the middle of the coming
stance, measured from the pivot over which the body passes.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from ...simulation.body import Motion
from ...simulation.compiled import compiled
from ...simulation.rotation import Array
from ..program.anatomy import Anatomy
from .foot_roll import gate_heel, loaded_pitch
from .footing import ahead, aside, height_over, outward, pivot, pivot_offset
from .heading import heading_in, landing_direction
from .pressure_path import Fall, fall_along, place_at, pressure_path
from .records import GaitCommand, GaitMemory
from .rolling import between
from .style import ROLLING
from .terrain import landing_floor
from .variation import LENGTH, WIDTH

Pair = tuple[float, float]
Path = tuple[Array, Array, Array]  # of the pressure: phases, places ahead and to the left

LONGEST_STEP, LONGEST_ROLLED = 0.42, 0.6  # of the leg, from the center of mass
CANDIDATES = 13  # durations that are compared
SLOWEST = 1.1  # of a step's remaining time at its planned pace
QUICKEST_STEP = 0.55  # [sqrt(leg / g)]: no foot comes down sooner
FASTEST_FOOT = 1.1  # [sqrt(leg g)]: mean speed on the remaining path
# Cost weights; a foothold that is off by the leg's length costs 1 (squared).
HASTE_COST, HURRY_COST, OVERREACH_COST = 0.5, 3.0, 30.0
FEET_APART, ROLLED_APART = 1.3, 1.04  # of the feet's width: least sideways distance of the feet
WIDER = 0.011  # of the leg: a rolling walk's usual distance over the least one of flat feet
LOSSES = 1.09  # of the speed: planned, since each strike of a rolling walk's heel costs the rest
FURTHEST_CROSSED = 0.33  # of the leg: beyond the other foot, where legs pass through each other
FACED_AFTER = 0.25  # of a period after the footstrike: the direction in which a step is planned
FEEDBACK = 2.0  # of the center of pressure, on the capture point's distance from its usual place
PRESSED_BACK, PRESSED_AHEAD, PRESSED_ASIDE = 0.7, 0.8, 0.8  # share of the sole for the pressure
PLAN_DELAY = 0.05  # of a period: time constant of changes of the plan


class Pendulum(NamedTuple):
    """The body over its stance foot: place [m], velocity [m/s], rate of fall [1/s], phase."""

    place: Pair
    velocity: Pair
    rate: float
    phase: float


@compiled
def plan_step(motion: Motion, anatomy: Anatomy, command: GaitCommand, memory: GaitMemory) -> None:
    """Set the step's remaining time, the swing ankle's foothold and the center of pressure."""
    stance, period = memory["stance"], memory["period"]
    left = max(1.0 - memory["phase"], 0.0) * period
    facing = heading_in(command, memory, left + FACED_AFTER * period)
    rate = math.sqrt(command["gravity"] / height_over(motion, anatomy, stance))
    offset = motion.com - pivot(motion, anatomy, stance)
    body = Pendulum(
        (ahead(offset, facing), aside(offset, facing)),
        (ahead(motion.com_velocity, facing), aside(motion.com_velocity, facing)),
        rate,
        min(memory["phase"], 1.0),
    )
    apart, width = _least_apart(anatomy, command, memory), _line_width(anatomy, command, memory)
    usual = _usual_step(memory, width)
    path = pressure_path(anatomy, memory, usual)
    keep = _keeping_speed(memory, path, usual, rate, command["keeping_speed"])
    leads_to = usual[0] + keep[0], usual[1] + keep[1]
    feedback, foresight = FEEDBACK * command["velocity_tuning"], command["foresight"]
    cheapest, soonest, foothold, pressure = math.inf, left, (0.0, 0.0), (0.0, 0.0)
    asked = 0.0
    unit = math.sqrt(anatomy["leg"] / command["gravity"])
    quickest = QUICKEST_STEP * unit * max(1.0 - memory["phase"], 0.0)
    fastest = FASTEST_FOOT * command["gravity"] * unit
    way = motion.origin[anatomy["foot"][1 - stance]] - pivot(motion, anatomy, stance)
    foot = ahead(way, facing) + pivot_offset(anatomy, 1 - stance), aside(way, facing)
    for i in range(CANDIDATES):
        time = quickest + (SLOWEST * left - quickest) * i / (CANDIDATES - 1)
        sought = _sought_pressure(path, body, leads_to, time, feedback)
        press = _within_sole(anatomy, memory, path, sought)
        end, step = _end_of_step(path, body, press, keep, time)
        over, crossing = _overreach(anatomy, stance, memory["rolling"], end, step, apart)
        off = math.hypot(end[0] + step[0] - usual[0], end[1] + step[1] - usual[1]) / anatomy["leg"]
        shrink = 1.0 / (1.0 + over)
        reached = end[0] + shrink * step[0], end[1] + shrink * step[1]
        haste = (left - time) / period
        hurry = _hurry(foot, reached, fastest * max(time, command["dt"]))
        cost = off**2 + HASTE_COST * haste**2 + HURRY_COST * hurry**2
        cost += OVERREACH_COST * (over**2 + crossing**2)
        if cost < cheapest:
            cheapest, soonest, pressure, foothold = cost, time, press, reached
            memory["strayed"] = _strayed(anatomy, sought, press)
            asked = sought[0]
    soften = 1.0 if memory["fresh"] else min(command["dt"] / (PLAN_DELAY * period), 1.0)
    pace = foresight * soonest / left + (1.0 - foresight) if left > 0.0 else 1.0
    foothold = (
        foresight * foothold[0] + (1.0 - foresight) * usual[0],
        foresight * foothold[1] + (1.0 - foresight) * usual[1],
    )
    gate_heel(anatomy, memory, asked, _sole_reach(anatomy, stance)[1])
    memory["pace"] += soften * (pace - memory["pace"])
    memory["remaining"] = memory["pace"] * left
    _set_pressure(motion, anatomy, memory, pressure, facing)
    _set_foothold(motion, anatomy, command, memory, foothold, facing, soften)


@compiled
def _hurry(foot: Pair, foothold: Pair, reach: float) -> float:
    """Distance from the foot to the foothold beyond its reach, as a share of that reach."""
    return max(math.hypot(foothold[0] - foot[0], foothold[1] - foot[1]) / reach - 1.0, 0.0)


@compiled
def feet_apart(anatomy: Anatomy) -> float:
    """Least sideways distance [m] of feet that pass each other."""
    return FEET_APART * (anatomy["half_width"][0] + anatomy["half_width"][1])


@compiled
def _least_apart(anatomy: Anatomy, command: GaitCommand, memory: GaitMemory) -> float:
    """Least sideways distance [m] of a foothold; negative where the feet may cross.

    A rolling walk's usual steps are wider than that, so that a narrower one can balance.
    """
    if command["may_cross"]:
        return -FURTHEST_CROSSED * anatomy["leg"]
    return feet_apart(anatomy) * between(1.0, ROLLED_APART / FEET_APART, memory["rolling"])


@compiled
def _line_width(anatomy: Anatomy, command: GaitCommand, memory: GaitMemory) -> float:
    """Sideways distance [m] of the two lines of footprints, wide enough to walk sideways."""
    moved = abs(memory["lateral_speed"]) * memory["period"]
    wider = (WIDER * memory["rolling"] + max(memory["varied"][WIDTH], 0.0)) * anatomy["leg"]
    return max(command["step_width"], feet_apart(anatomy) + moved + wider)


@compiled
def _usual_step(memory: GaitMemory, width: float) -> Pair:
    """The foothold [m] of a steady walk, corrected by the speed error of past steps."""
    aside_by = outward(1 - memory["stance"]) * width
    longer = 1.0 + memory["varied"][LENGTH]
    planned = memory["speed"] * between(1.0, LOSSES, memory["rolling"])
    return (
        (planned + memory["correction"][0]) * memory["period"] * longer,
        (memory["lateral_speed"] + memory["correction"][1]) * memory["period"] + aside_by,
    )


@compiled
def _keeping_speed(
    memory: GaitMemory, path: Path, usual: Pair, rate: float, share: float
) -> Pair:
    """Offset [m] of the capture point from the new foothold at the footstrike of a steady walk.

    From footstrike to footstrike the capture point moves from b to the usual step s + b: with its
    growth g over the step and with c, where it would end from 0, g b + c = s + b. Sideways b
    changes its sign: g b + c = s - b, with the width for s and the speed to the side apart.
    """
    growth, period = math.exp(rate * memory["period"]), memory["period"]
    phases, ahead_path, aside_path = path
    drift = memory["lateral_speed"] + memory["correction"][1]
    width = usual[1] - drift * period
    ahead_by = (usual[0] - _end_from_pivot(phases, ahead_path, rate, period)) / (growth - 1.0)
    aside_by = (width - _end_from_pivot(phases, aside_path, rate, period)) / (growth + 1.0)
    return share * ahead_by, drift * period / (growth - 1.0) - aside_by


@compiled
def _end_from_pivot(phases: Array, places: Array, rate: float, time: float) -> float:
    """Where a capture point over the pivot would end a whole step later [m]."""
    place, velocity = fall_along(phases, places, Fall(rate, 0.0, time), 0.0, (0.0, 0.0))
    return place + velocity / rate


@compiled
def _sought_pressure(
    path: Path, body: Pendulum, leads_to: Pair, time: float, feedback: float
) -> Pair:
    """Center of pressure [m] that leads the capture point to its usual place, on or off the sole.
    """
    grown = math.exp(body.rate * time)
    end, step = _end_of_step(path, body, _planned(path, body.phase), (0.0, 0.0), time)
    x, y = _planned(path, body.phase)
    return (
        x + feedback * (end[0] + step[0] - leads_to[0]) / grown,
        y + feedback * (end[1] + step[1] - leads_to[1]) / grown,
    )


@compiled
def _planned(path: Path, phase: float) -> Pair:
    """The planned pressure [m] at a phase."""
    return place_at(path[0], path[1], phase), place_at(path[0], path[2], phase)


@compiled
def _sole_reach(anatomy: Anatomy, side: int) -> Pair:
    """How far [m] the pressure may be behind and ahead of the pivot of a sole."""
    offset = pivot_offset(anatomy, side)
    back = PRESSED_BACK * (anatomy["heel"][side] + offset)
    return back, PRESSED_AHEAD * (anatomy["ball"][side] - offset)


@compiled
def _within_sole(anatomy: Anatomy, memory: GaitMemory, path: Path, sought: Pair) -> Pair:
    """The pressure [m] that is nearest to the sought one under the sole, or between both soles.

    A planned pressure off the sole, as the trailing foot pushes off or the swing leg slows down,
    may be kept as well.
    """
    stance, phase = memory["stance"], min(memory["phase"], 1.0)
    back, front = _sole_reach(anatomy, stance)
    beside = PRESSED_ASIDE * anatomy["half_width"][stance]
    pitch, _ = loaded_pitch(memory, stance)
    if pitch >= ROLLING:
        back = -front
    planned_x, planned_y = _planned(path, phase)
    low_x, high_x = min(-back, planned_x), max(front, planned_x)
    low_y, high_y = min(-beside, planned_y), max(beside, planned_y)
    return min(max(sought[0], low_x), high_x), min(max(sought[1], low_y), high_y)


@compiled
def _strayed(anatomy: Anatomy, sought: Pair, press: Pair) -> float:
    """How far [of the leg] the sought pressure is beyond the usable one, ahead or to a side.

    Behind does not count: a body that is only slower than planned is not losing its balance.
    """
    return max(sought[0] - press[0], abs(sought[1] - press[1]), 0.0) / anatomy["leg"]


@compiled
def _end_of_step(
    path: Path, body: Pendulum, press: Pair, keep: Pair, time: float
) -> tuple[Pair, Pair]:
    """Place of the body after a time [m], and the step [m] from there that keeps its speed.

    Args:
        press: present center of pressure, which keeps its distance to the planned one [m].
    """
    place, velocity, rate, phase = body
    phases, ahead_path, aside_path = path
    x, y = _planned(path, phase)
    fall = Fall(rate, phase, time)
    end_x, pace_x = fall_along(phases, ahead_path, fall, press[0] - x, (place[0], velocity[0]))
    end_y, pace_y = fall_along(phases, aside_path, fall, press[1] - y, (place[1], velocity[1]))
    return (end_x, end_y), (pace_x / rate - keep[0], pace_y / rate - keep[1])


@compiled
def _overreach(
    anatomy: Anatomy, stance: int, share: float, end: Pair, step: Pair, apart: float
) -> Pair:
    """Excess length of a step as a share of the longest, and its crossing as a share of the leg."""
    length, out = math.hypot(step[0], step[1]), outward(1 - stance)
    longest = between(LONGEST_STEP, LONGEST_ROLLED, share) * anatomy["leg"]
    return (
        max(length / longest - 1.0, 0.0),
        max(apart - out * (end[1] + step[1]), 0.0) / anatomy["leg"],
    )


@compiled
def _set_pressure(
    motion: Motion, anatomy: Anatomy, memory: GaitMemory, place: Pair, facing: float
) -> None:
    support, cosine, sine = (
        pivot(motion, anatomy, memory["stance"]),
        math.cos(facing),
        math.sin(facing),
    )
    memory["pressure"][0] = support[0] + place[0] * cosine - place[1] * sine
    memory["pressure"][1] = support[1] + place[0] * sine + place[1] * cosine


@compiled
def _set_foothold(
    motion: Motion, anatomy: Anatomy, command: GaitCommand, memory: GaitMemory, place: Pair,
    facing: float, soften: float,
) -> None:  # fmt: skip
    """Set the swing ankle's foothold in the world [m], with the feet far enough apart."""
    stance, swing = memory["stance"], 1 - memory["stance"]
    apart, foot = _least_apart(anatomy, command, memory), landing_direction(command, memory)
    y = outward(swing) * max(outward(swing) * place[1], apart)
    support, offset = pivot(motion, anatomy, stance), pivot_offset(anatomy, swing)
    east = support[0] + place[0] * math.cos(facing) - y * math.sin(facing)
    north = support[1] + place[0] * math.sin(facing) + y * math.cos(facing)
    planned = memory["planned"]
    planned[0] += soften * (east - offset * math.cos(foot) - planned[0])
    planned[1] += soften * (north - offset * math.sin(foot) - planned[1])
    memory["foothold"][:2] = planned + command["onto_tread"]
    memory["foothold"][2] = (
        landing_floor(motion, anatomy, command, memory) + anatomy["ankle_height"][swing]
    )
