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

import numpy as np

from ...simulation.body import Motion
from ...simulation.compiled import compiled
from ...simulation.rotation import Array
from ..program.anatomy import Anatomy
from .foot_roll import gate_heel
from .footing import ahead, aside, height_over, outward, pivot, pivot_offset
from .heading import heading_in, landing_direction
from .pressure_path import pressure_path
from .records import GaitCommand, GaitMemory
from .rolling import between
from .step_pressure import (
    NO_FOOT_BEHIND,
    Pair,
    Path,
    Pendulum,
    end_of_step,
    sole_reach,
    sought_pressure,
    strayed,
    within_sole,
)
from .terrain import landing_floor, leads_down, sees_stairs
from .usual_step import coming_path, keeping_speed, least_apart, line_width, usual_step

LONGEST_STEP, LONGEST_ROLLED = 0.42, 0.6  # of the leg, from the center of mass
CANDIDATES = 13  # durations that are compared
SLOWEST = 1.1  # of a step's remaining time at its planned pace
SLOWEST_ON_STAIRS = 1.5  # the same on stairs, whose treads are where they are
QUICKEST_STEP = 0.55  # [sqrt(leg / g)]: no foot comes down sooner
FASTEST_FOOT = 1.1  # [sqrt(leg g)]: mean speed on the remaining path
# Cost weights; a foothold that is off by the leg's length costs 1 (squared).
HASTE_COST, HURRY_COST, OVERREACH_COST = 0.5, 3.0, 30.0
OFF_TREAD_COST = 8.0  # on stairs, for 1
FACED_AFTER = 0.25  # of a period after the footstrike: the direction in which a step is planned
FEEDBACK = 2.0  # of the center of pressure, on the capture point's distance from its usual place
PLAN_DELAY = 0.05  # of a period: time constant of changes of the plan


class Aim(NamedTuple):
    """Where a step leads: the pressure's path, the usual foothold and the offset of the capture
    point from it that keeps the speed, and the place of the swing foot [m].
    """

    path: Path
    usual: Pair
    keep: Pair
    swing: Pair


class Choice(NamedTuple):
    """A step: how long it still lasts [s]; its foothold, the pressure now, the sought one [m]."""

    time: float
    foothold: Pair
    pressure: Pair
    sought: Pair


@compiled
def plan_step(motion: Motion, anatomy: Anatomy, command: GaitCommand, memory: GaitMemory) -> None:
    """Set the step's remaining time, the swing ankle's foothold and the center of pressure."""
    stance, period = memory["stance"], memory["period"]
    left = max(1.0 - memory["phase"], 0.0) * period
    facing = heading_in(command, memory, left + FACED_AFTER * period)
    body = _pendulum(motion, anatomy, command, memory, facing)
    aim = _aim(motion, anatomy, command, memory, facing, body.rate)
    step = _cheapest_step(anatomy, command, memory, body, aim)
    memory["strayed"] = strayed(anatomy, step.sought, step.pressure)
    back, front = sole_reach(anatomy, stance)
    if not memory["airborne"] and step.sought[0] > -back:
        memory["holds"] = 0.0  # the pressure that balance seeks is under the stance sole
    gate_heel(anatomy, memory, step.sought[0], front)
    on_stairs = sees_stairs(anatomy, command) and leads_down(anatomy, command, memory)
    memory["lowers"] = 1.0 if on_stairs else 0.0
    soften = 1.0 if memory["fresh"] else min(command["dt"] / (PLAN_DELAY * period), 1.0)
    foresight = command["foresight"]
    pace = foresight * step.time / left + (1.0 - foresight) if left > 0.0 else 1.0
    memory["pace"] += soften * (pace - memory["pace"])
    memory["remaining"] = memory["pace"] * left
    foothold = (
        foresight * step.foothold[0] + (1.0 - foresight) * aim.usual[0],
        foresight * step.foothold[1] + (1.0 - foresight) * aim.usual[1],
    )
    _set_pressure(motion, anatomy, memory, step.pressure, facing)
    _set_foothold(motion, anatomy, command, memory, foothold, facing, soften)


@compiled
def _pendulum(
    motion: Motion, anatomy: Anatomy, command: GaitCommand, memory: GaitMemory, facing: float
) -> Pendulum:
    """The body over its stance foot, in a heading [rad]."""
    stance = memory["stance"]
    offset = motion.com - pivot(motion, anatomy, stance)
    return Pendulum(
        (ahead(offset, facing), aside(offset, facing)),
        (ahead(motion.com_velocity, facing), aside(motion.com_velocity, facing)),
        math.sqrt(command["gravity"] / height_over(motion, anatomy, stance)),
        min(memory["phase"], 1.0),
    )


@compiled
def _aim(
    motion: Motion, anatomy: Anatomy, command: GaitCommand, memory: GaitMemory, facing: float,
    rate: float,
) -> Aim:  # fmt: skip
    """What a step of a steady walk leads to.

    Args:
        rate: of the pendulum's fall [1/s].
    """
    usual = usual_step(memory, line_width(anatomy, command, memory))
    path = pressure_path(anatomy, memory, usual)
    coming = coming_path(anatomy, command, memory, path)
    keep = keeping_speed(memory, coming, usual, rate, command["keeping_speed"])
    usual = _onto_tread(motion, anatomy, command, memory, usual, facing)
    swing, stance = 1 - memory["stance"], memory["stance"]
    way = motion.origin[anatomy["foot"][swing]] - pivot(motion, anatomy, stance)
    foot = ahead(way, facing) + pivot_offset(anatomy, swing), aside(way, facing)
    return Aim(path, usual, keep, foot)


@compiled
def _cheapest_step(
    anatomy: Anatomy, command: GaitCommand, memory: GaitMemory, body: Pendulum, aim: Aim
) -> Choice:
    """The best of several durations of the rest of the step (Khadiv et al. 2016)."""
    path, usual, keep, foot = aim
    stance, apart = memory["stance"], least_apart(anatomy, command, memory)
    leads_to = usual[0] + keep[0], usual[1] + keep[1]
    feedback = FEEDBACK * command["velocity_tuning"]
    unit = math.sqrt(anatomy["leg"] / command["gravity"])
    fastest = FASTEST_FOOT * command["gravity"] * unit
    pushes_off = memory["holds"] > 0.0 and not memory["airborne"]
    trailing = foot if pushes_off else NO_FOOT_BEHIND
    on_stairs = sees_stairs(anatomy, command) and not leads_down(anatomy, command, memory)
    off_cost = OFF_TREAD_COST if on_stairs else 1.0
    share_left = max(1.0 - memory["phase"], 0.0)
    left, quickest = share_left * memory["period"], QUICKEST_STEP * unit * share_left
    slowest = (SLOWEST_ON_STAIRS if on_stairs else SLOWEST) * left
    cheapest, best = math.inf, Choice(left, (0.0, 0.0), (0.0, 0.0), (0.0, 0.0))
    for i in range(CANDIDATES):
        time = quickest + (slowest - quickest) * i / (CANDIDATES - 1)
        sought = sought_pressure(path, body, leads_to, time, feedback)
        press = within_sole(anatomy, memory, path, sought, trailing)
        end, step = end_of_step(path, body, press, keep, time)
        over, crossing = _overreach(anatomy, stance, memory["rolling"], end, step, apart)
        off = math.hypot(end[0] + step[0] - usual[0], end[1] + step[1] - usual[1]) / anatomy["leg"]
        shrink = 1.0 / (1.0 + over)
        reached = end[0] + shrink * step[0], end[1] + shrink * step[1]
        haste = (left - time) / memory["period"]
        hurry = _hurry(foot, reached, fastest * max(time, command["dt"]))
        cost = off_cost * off**2 + HASTE_COST * haste**2 + HURRY_COST * hurry**2
        cost += OVERREACH_COST * (over**2 + crossing**2)
        if cost < cheapest:
            cheapest, best = cost, Choice(time, reached, press, sought)
    return best


@compiled
def _hurry(foot: Pair, foothold: Pair, reach: float) -> float:
    """Distance from the foot to the foothold beyond its reach, as a share of that reach."""
    return max(math.hypot(foothold[0] - foot[0], foothold[1] - foot[1]) / reach - 1.0, 0.0)


@compiled
def _onto_tread(
    motion: Motion, anatomy: Anatomy, command: GaitCommand, memory: GaitMemory, usual: Pair,
    facing: float,
) -> Pair:  # fmt: skip
    """The foothold [m] of a steady walk, moved to where a sole lies whole: the body is led there.

    Keeps the unmoved one, from which that place is sought.
    """
    memory["usual"][:] = _ankle_at(motion, anatomy, command, memory, usual, facing)
    moved = command["usual_onto_tread"]
    return usual[0] + ahead(moved, facing), usual[1] + aside(moved, facing)


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
def _ankle_at(
    motion: Motion, anatomy: Anatomy, command: GaitCommand, memory: GaitMemory, place: Pair,
    facing: float,
) -> Array:  # fmt: skip
    """(2,) place of the swing ankle in the world [m] whose foot has its pivot at a place."""
    support = pivot(motion, anatomy, memory["stance"])
    foot = landing_direction(command, memory)
    offset = pivot_offset(anatomy, 1 - memory["stance"])
    ankle = np.empty(2)
    ankle[0] = support[0] + place[0] * math.cos(facing) - place[1] * math.sin(facing)
    ankle[1] = support[1] + place[0] * math.sin(facing) + place[1] * math.cos(facing)
    ankle[0] -= offset * math.cos(foot)
    ankle[1] -= offset * math.sin(foot)
    return ankle


@compiled
def _set_foothold(
    motion: Motion, anatomy: Anatomy, command: GaitCommand, memory: GaitMemory, place: Pair,
    facing: float, soften: float,
) -> None:  # fmt: skip
    """Set the swing ankle's foothold in the world [m], with the feet far enough apart."""
    swing, apart = 1 - memory["stance"], least_apart(anatomy, command, memory)
    y = outward(swing) * max(outward(swing) * place[1], apart)
    ankle = _ankle_at(motion, anatomy, command, memory, (place[0], y), facing)
    planned = memory["planned"]
    planned += soften * (ankle - planned)
    memory["foothold"][:2] = planned + command["onto_tread"] + command["off_feet"]
    memory["foothold"][2] = (
        landing_floor(motion, anatomy, command, memory) + anatomy["ankle_height"][swing]
    )
