"""When and where the swing foot comes down (Section 3.2).

The stepping point is that of the state which the linear pendulum over the stance foot will have
reached when the step ends. A step ends the sooner, the further the body would else get away: of
several durations the cheapest is taken (step timing adjustment, Khadiv et al. 2016).

Pairs of numbers are forwards and to the left, in the direction faced in the middle of the coming
stance, from the middle of the stance sole.
"""

from __future__ import annotations

import math

from ..simulation.body import Motion
from ..simulation.compiled import compiled
from .anatomy import Record
from .footing import ahead, aside, ground_under, height_over, outward, sole_middle
from .heading import heading_in
from .pendulum import fall, outward_offset, shortening, stopping_distance

Pair = tuple[float, float]

STRIKE_LOSS = 1.6  # alpha is larger than the lossless pendulum's: footstrikes cost speed
LONGEST_STEP = 0.6  # of the leg, Section 3.2
CANDIDATES = 13  # durations that are compared
QUICKEST, SLOWEST = 0.5, 1.1  # of what is left of a step by its planned pace
HASTE_COST, OVERREACH_COST = 0.5, 30.0  # beside a cost of 1 for a foothold off by a leg, squared
FEET_APART = 1.3  # least sideways distance of the feet, of their width
CORRECTABLE = 0.03  # of the leg: what the center of pressure can still make up for
FACED_AFTER = 0.25  # of a period after the footstrike: the direction in which a step is planned


@compiled
def plan_step(motion: Motion, who: Record, command: Record, memory: Record) -> None:
    """Set the remaining time of the step and the foothold of the swing ankle: the cheapest."""
    stance, period = memory["stance"], memory["period"]
    left = max(1.0 - memory["phase"], 0.0) * period
    facing = heading_in(command, memory, left + FACED_AFTER * period)
    offset = motion.com - sole_middle(motion, who, stance)
    place = ahead(offset, facing), aside(offset, facing)
    velocity = ahead(motion.com_velocity, facing), aside(motion.com_velocity, facing)
    height, gravity = height_over(motion, who, stance), command["gravity"]
    apart, width = feet_apart(who), _line_width(who, command, memory)
    keep = _keeping_speed(memory, width, math.sqrt(gravity / height))
    cheapest, soonest, foothold = math.inf, left, (0.0, 0.0)
    for i in range(CANDIDATES):
        time = (QUICKEST + (SLOWEST - QUICKEST) * i / (CANDIDATES - 1)) * left
        end, step = _end_of_step(who, memory, place, velocity, keep, height, gravity, time)
        off = _off_usual(memory, end, step, width)
        over, crossing = _overreach(who, memory, end, step, apart)
        late = (left - time) / period
        cost = (off[0] ** 2 + off[1] ** 2) / who["leg"] ** 2 + HASTE_COST * late**2
        cost += OVERREACH_COST * (over**2 + crossing**2)
        if cost < cheapest:
            cheapest, soonest = cost, time
            shrink = 1.0 / (1.0 + over)
            foothold = end[0] + shrink * step[0], end[1] + shrink * step[1]
    memory["remaining"] = soonest
    _set_foothold(motion, who, memory, foothold, apart, facing)


@compiled
def feet_apart(who: Record) -> float:
    """Least sideways distance [m] of the feet, at which they pass each other."""
    return FEET_APART * (who["half_width"][0] + who["half_width"][1])


@compiled
def _line_width(who: Record, command: Record, memory: Record) -> float:
    """Sideways distance [m] of the lines of footprints, wide enough to walk sideways in."""
    moved = abs(memory["lateral_speed"]) * memory["period"]
    return max(command["step_width"], feet_apart(who) + moved)


@compiled
def _keeping_speed(memory: Record, width: float, rate: float) -> Pair:
    """What a step differs [m] from one that brings the body to rest: alpha V, and the width."""
    alpha = STRIKE_LOSS * shortening(memory["period"], rate)
    aside_by = outward(1 - memory["stance"]) * outward_offset(width, memory["period"], rate)
    return (
        -alpha * (memory["speed"] + memory["correction"][0]),
        aside_by - alpha * memory["lateral_speed"],
    )


@compiled
def _end_of_step(
    who: Record, memory: Record, place: Pair, velocity: Pair, keep: Pair, height: float,
    gravity: float, time: float,
) -> tuple[Pair, Pair]:  # fmt: skip
    """Where the body will be after this time [m], and the step from there: to rest, but for `keep`.

    Until then the ankle makes up for small errors, which grow with the pendulum's fall.
    """
    rate = math.sqrt(gravity / height)
    end_x, velocity_x = fall(place[0], velocity[0], rate, time)
    end_y, velocity_y = fall(place[1], velocity[1], rate, time)
    step_x = stopping_distance(velocity_x, height, gravity) + keep[0]
    step_y = stopping_distance(velocity_y, height, gravity) + keep[1]
    swayed = CORRECTABLE * who["leg"] * (math.exp(rate * time) - 1.0)
    off = end_x + step_x - memory["speed"] * memory["period"]
    step_x -= min(max(off, -swayed), swayed)
    return (end_x, end_y), (step_x, step_y)


@compiled
def _off_usual(memory: Record, end: Pair, step: Pair, width: float) -> Pair:
    """How far [m] a foothold is from that of a steady walk."""
    period, out = memory["period"], outward(1 - memory["stance"])
    return (
        end[0] + step[0] - memory["speed"] * period,
        end[1] + step[1] - memory["lateral_speed"] * period - out * width,
    )


@compiled
def _overreach(who: Record, memory: Record, end: Pair, step: Pair, apart: float) -> Pair:
    """By how much a step is too long, of the longest, and crosses the stance foot, of the leg."""
    length = math.sqrt(step[0] ** 2 + step[1] ** 2)
    out = outward(1 - memory["stance"])
    return (
        max(length / (LONGEST_STEP * who["leg"]) - 1.0, 0.0),
        max(apart - out * (end[1] + step[1]), 0.0) / who["leg"],
    )


@compiled
def _set_foothold(
    motion: Motion, who: Record, memory: Record, place: Pair, apart: float, facing: float
) -> None:
    """The place of the swing sole as one of its ankle in the world; feet never cross."""
    stance = memory["stance"]
    swing, out = 1 - stance, outward(1 - stance)
    x = place[0] - 0.5 * (who["ball"][swing] - who["heel"][swing])
    y = out * max(out * place[1], apart)
    support = sole_middle(motion, who, stance)
    memory["foothold"][0] = support[0] + x * math.cos(facing) - y * math.sin(facing)
    memory["foothold"][1] = support[1] + x * math.sin(facing) + y * math.cos(facing)
    memory["foothold"][2] = ground_under(motion, who, stance) + who["ankle_height"][swing]
