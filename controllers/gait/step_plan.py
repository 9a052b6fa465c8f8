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
from ..program.anatomy import Anatomy
from .footing import ahead, aside, height_over, outward, pivot, pivot_offset
from .heading import foot_heading, heading_in
from .records import GaitCommand, GaitMemory
from .style import ROLLING, heel_rise
from .terrain import landing_floor

Pair = tuple[float, float]

LONGEST_STEP = 0.42  # of the leg, from the center of mass
CANDIDATES = 13  # durations that are compared
SLOWEST = 1.1  # of a step's remaining time at its planned pace
QUICKEST_STEP = 0.55  # [sqrt(leg / g)]: no foot comes down sooner
FASTEST_FOOT = 1.1  # [sqrt(leg g)]: mean speed on the remaining path
# Cost weights; a foothold that is off by the leg's length costs 1 (squared).
HASTE_COST, HURRY_COST, OVERREACH_COST = 0.5, 3.0, 30.0
FEET_APART = 1.3  # of the feet's width: least sideways distance of the feet
FURTHEST_CROSSED = 0.33  # of the leg: beyond the other foot, where legs pass through each other
FACED_AFTER = 0.25  # of a period after the footstrike: the direction in which a step is planned
FEEDBACK = 2.0  # of the center of pressure, on the capture point's distance from its usual place
PRESSED_BACK, PRESSED_AHEAD, PRESSED_ASIDE = 0.7, 0.8, 0.8  # share of the sole for the pressure
PLAN_DELAY = 0.05  # of a period: time constant of changes of the plan


class Pendulum(NamedTuple):
    """The body over its stance foot: place [m], velocity [m/s] and rate of fall [1/s]."""

    place: Pair
    velocity: Pair
    rate: float


@compiled
def plan_step(motion: Motion, anatomy: Anatomy, command: GaitCommand, memory: GaitMemory) -> None:
    """Set the step's remaining time, the swing ankle's foothold and the center of pressure."""
    stance, period = memory["stance"], memory["period"]
    left = max(1.0 - memory["phase"], 0.0) * period
    facing = heading_in(command, memory, left + FACED_AFTER * period)
    rate = math.sqrt(command["gravity"] / height_over(motion, anatomy, stance))
    offset = motion.com - pivot(motion, anatomy, stance)
    pendulum = Pendulum(
        (ahead(offset, facing), aside(offset, facing)),
        (ahead(motion.com_velocity, facing), aside(motion.com_velocity, facing)),
        rate,
    )
    apart, width = _least_apart(anatomy, command), _line_width(anatomy, command, memory)
    usual = _usual_step(memory, width)
    keep = _keeping_speed(memory, width, rate, command["keeping_speed"])
    leads_to = usual[0] + keep[0], usual[1] + keep[1]
    feedback, foresight = FEEDBACK * command["velocity_tuning"], command["foresight"]
    cheapest, soonest, foothold, pressure = math.inf, left, (0.0, 0.0), (0.0, 0.0)
    unit = math.sqrt(anatomy["leg"] / command["gravity"])
    quickest = QUICKEST_STEP * unit * max(1.0 - memory["phase"], 0.0)
    fastest = FASTEST_FOOT * command["gravity"] * unit
    way = motion.origin[anatomy["foot"][1 - stance]] - pivot(motion, anatomy, stance)
    foot = ahead(way, facing) + pivot_offset(anatomy, 1 - stance), aside(way, facing)
    for i in range(CANDIDATES):
        time = quickest + (SLOWEST * left - quickest) * i / (CANDIDATES - 1)
        press = _pressure(anatomy, memory, pendulum, leads_to, time, feedback)
        end, step = _end_of_step(pendulum, press, keep, time)
        over, crossing = _overreach(anatomy, stance, end, step, apart)
        off = math.hypot(end[0] + step[0] - usual[0], end[1] + step[1] - usual[1]) / anatomy["leg"]
        shrink = 1.0 / (1.0 + over)
        reached = end[0] + shrink * step[0], end[1] + shrink * step[1]
        haste = (left - time) / period
        hurry = _hurry(foot, reached, fastest * max(time, command["dt"]))
        cost = off**2 + HASTE_COST * haste**2 + HURRY_COST * hurry**2
        cost += OVERREACH_COST * (over**2 + crossing**2)
        if cost < cheapest:
            cheapest, soonest, pressure, foothold = cost, time, press, reached
    soften = 1.0 if memory["fresh"] else min(command["dt"] / (PLAN_DELAY * period), 1.0)
    pace = foresight * soonest / left + (1.0 - foresight) if left > 0.0 else 1.0
    foothold = (
        foresight * foothold[0] + (1.0 - foresight) * usual[0],
        foresight * foothold[1] + (1.0 - foresight) * usual[1],
    )
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
def _least_apart(anatomy: Anatomy, command: GaitCommand) -> float:
    """Least sideways distance [m] of a foothold; negative where the feet may cross."""
    return -FURTHEST_CROSSED * anatomy["leg"] if command["may_cross"] else feet_apart(anatomy)


@compiled
def _line_width(anatomy: Anatomy, command: GaitCommand, memory: GaitMemory) -> float:
    """Sideways distance [m] of the two lines of footprints, wide enough to walk sideways."""
    moved = abs(memory["lateral_speed"]) * memory["period"]
    return max(command["step_width"], feet_apart(anatomy) + moved)


@compiled
def _usual_step(memory: GaitMemory, width: float) -> Pair:
    """The foothold [m] of a steady walk, corrected by the speed error of past steps."""
    aside_by = outward(1 - memory["stance"]) * width
    return (
        (memory["speed"] + memory["correction"][0]) * memory["period"],
        (memory["lateral_speed"] + memory["correction"][1]) * memory["period"] + aside_by,
    )


@compiled
def _keeping_speed(memory: GaitMemory, width: float, rate: float, share: float) -> Pair:
    """Offset [m] of the capture point from the new foothold at the footstrike of a steady walk."""
    growth, period = math.exp(rate * memory["period"]), memory["period"]
    ahead_by = (memory["speed"] + memory["correction"][0]) * period / (growth - 1.0)
    aside_by = (memory["lateral_speed"] + memory["correction"][1]) * period / (growth - 1.0)
    return share * ahead_by, aside_by - outward(1 - memory["stance"]) * width / (growth + 1.0)


@compiled
def _pressure(
    anatomy: Anatomy, memory: GaitMemory, pendulum: Pendulum, leads_to: Pair, time: float,
    feedback: float,
) -> Pair:  # fmt: skip
    """Center of pressure [m] that leads the capture point to its usual place, inside the sole."""
    (place, velocity, rate), stance = pendulum, memory["stance"]
    grown = math.exp(rate * time)
    x = feedback * (place[0] + velocity[0] / rate - leads_to[0] / grown)
    y = feedback * (place[1] + velocity[1] / rate - leads_to[1] / grown)
    offset = pivot_offset(anatomy, stance)
    back = PRESSED_BACK * (anatomy["heel"][stance] + offset)
    front = PRESSED_AHEAD * (anatomy["ball"][stance] - offset)
    beside = PRESSED_ASIDE * anatomy["half_width"][stance]
    if heel_rise(memory, stance) >= ROLLING:
        back = -front
    return min(max(x, -back), front), min(max(y, -beside), beside)


@compiled
def _end_of_step(pendulum: Pendulum, press: Pair, keep: Pair, time: float) -> tuple[Pair, Pair]:
    """Place of the body after a time [m], and the step [m] from there that keeps its speed."""
    place, velocity, rate = pendulum
    cosh, sinh = math.cosh(rate * time), math.sinh(rate * time)
    end_x = press[0] + (place[0] - press[0]) * cosh + velocity[0] * sinh / rate
    end_y = press[1] + (place[1] - press[1]) * cosh + velocity[1] * sinh / rate
    fall_x = (place[0] - press[0]) * sinh + velocity[0] * cosh / rate
    fall_y = (place[1] - press[1]) * sinh + velocity[1] * cosh / rate
    return (end_x, end_y), (fall_x - keep[0], fall_y - keep[1])


@compiled
def _overreach(anatomy: Anatomy, stance: int, end: Pair, step: Pair, apart: float) -> Pair:
    """Excess length of a step as a share of the longest, and its crossing as a share of the leg."""
    length, out = math.hypot(step[0], step[1]), outward(1 - stance)
    return (
        max(length / (LONGEST_STEP * anatomy["leg"]) - 1.0, 0.0),
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
    apart, foot = _least_apart(anatomy, command), foot_heading(command, memory)
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
