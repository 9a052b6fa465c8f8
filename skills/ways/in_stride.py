"""Passing over low obstacles without a halt: the steps before one are made longer or shorter, so
that one foot comes down close before it and the next one behind it.

People do so over the last steps before an obstacle (Patla 1997, "Understanding the roles of vision
in the control of human locomotion").
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from ...controllers.gait.gait import ADULT_LEG, suited_period
from ...controllers.gait.modes import WALKING
from ...simulation.body import Motion
from ...simulation.over_ground import place_of
from ...simulation.records import Rows, views_of
from ..biped import Biped
from .ducking import is_bar_within
from .obstacles import Line, Obstacle, span_across
from .way_ahead import Way, feet_aside

# Numbers without a source: tuned by hand, judged by bench in_stride.
HIGHEST, LONGEST = 0.27, 0.25  # of the leg
# [m] before an adult's toes, and behind its heel, which comes down steeply.
BEFORE, BEHIND = 0.06, 0.12
HASTE = 1.15  # of the speed, over it: legs that swing high slow the body down
LEAST_ROOM = 1.0  # of the leg, on level ground behind it
BAR_ROOM = 2.5  # of the leg, before a bar: a walker bows slowly
LEAST_STEPS = 0.75  # to the place before it
SHORTEST, LONGEST_STEP = 0.8, 1.25  # of the usual one
SEEN_IN_STRIDE = 4.0  # [m] ahead, by an adult: some steps are made a little longer, not one much
PAST = 0.12  # [m]: a foothold that is so far too near still counts as the one before the obstacle
EVEN = 0.03  # [m] of height between the ground before and behind


class Steps(NamedTuple):
    """Steps to an obstacle: places of ankles along the way [m].

    Attributes:
        planned: where the swing foot will come down.
        before, behind: of the feet that come down last before the obstacle, and first behind it.
        nearest: behind the obstacle where a foot may come down.
        length: of a usual step.
    """

    planned: float
    before: float
    behind: float
    nearest: float
    length: float

    @property
    def number(self) -> float:
        """How many usual steps lead from the planned foothold to the one before the obstacle."""
        return (self.before - self.planned) / self.length

    @property
    def wanted(self) -> float:
        """Of the usual length, the step after the present one."""
        if self.before + PAST < self.planned:
            return 1.0
        steps = round(self.number)
        return self.number / steps if steps > 0 else (self.behind - self.planned) / self.length


def passed_in_stride(
    biped: Biped, motion: Rows[Motion], way: Way, barrier: int
) -> Obstacle | None:
    """What lies before a stretch of the way, if a walker of this size passes over it in stride."""
    before, behind = way.stretches[barrier - 1], way.stretches[barrier]
    is_level = abs(behind.begin_height - before.end_height) < EVEN
    height = way.highest(before.end, behind.begin) - before.end_height
    is_low = height < HIGHEST * biped.leg and behind.begin - before.end < LONGEST * biped.leg
    end = behind.begin + LEAST_ROOM * biped.leg
    has_room = behind.end > min(end, float(way.along[-2]))  # the last stretch ends with the sight
    may_stretch = math.isnan(biped.command["step_period"]) and not biped.on_hands
    leads_on = end < biped.crossing.reach
    if not (is_level and is_low and has_room and leads_on and may_stretch):
        return None
    here = [o for o in biped.obstacles if _is_between(biped, o, way.line, before.end, end)]
    bowed = behind.begin + BAR_ROOM * biped.leg
    if len(here) != 1 or is_bar_within(biped, motion, way.line, bowed):
        return None
    usual = _usual_step(biped)
    steps = _steps(biped, way.line, here[0], usual)
    reaches = steps.behind - steps.before <= LONGEST_STEP * steps.length
    fits = steps.number > LEAST_STEPS and SHORTEST < steps.wanted < LONGEST_STEP
    if not (reaches and fits):
        return None
    biped.crossing.usual = usual
    return here[0]


def pass_over(biped: Biped, motion: Rows[Motion]) -> None:
    """Make the next step as long as what is passed over in stride asks; forget what is behind."""
    crossing = biped.crossing
    if crossing.over is None:
        return
    line = Line(place_of(motion), crossing.heading)
    span = span_across(crossing.over, line, _half_lane(biped))
    ankles = views_of(Motion, motion).origin[biped.anatomy["foot"], :2]
    places = [line.along(ankle) for ankle in ankles]
    if span is None or min(places) - float(biped.anatomy["heel"].max()) > span[1]:
        crossing.forget()
        crossing.looks_at = biped.time
    elif biped.memory["mode"] == WALKING:
        steps = _steps(biped, line, crossing.over, crossing.usual)
        share = min(max(steps.wanted, SHORTEST), LONGEST_STEP)
        # Near edges a walk rolls less, and its steps are shorter.
        crossing.stretch = share * crossing.usual / _usual_step(biped)
        gap = steps.nearest - places[int(biped.memory["stance"])]
        is_last = gap < LONGEST_STEP * crossing.usual
        crossing.landing = line.point(steps.nearest) if is_last else None


def keep_stride(biped: Biped) -> None:
    """Set the period of the next step, and hurry over what is passed."""
    crossing = biped.crossing
    if crossing.landing is not None:
        biped.command["speed"] *= HASTE
    biped.command["period_factor"] = biped.offsets["step_period"] * crossing.stretch


def _half_lane(biped: Biped) -> float:
    """Half the width of the lane in which the feet walk [m]."""
    return feet_aside(biped.anatomy) + float(biped.anatomy["half_width"].max())


def _is_between(biped: Biped, obstacle: Obstacle, line: Line, begin: float, end: float) -> bool:
    """Whether a part of an obstacle is in the walker's lane between two places [m]."""
    span = span_across(obstacle, line, _half_lane(biped))
    return span is not None and span[1] > begin and span[0] < end


def _usual_step(biped: Biped) -> float:
    """Length [m] of the step of a walk that is neither stretched nor pushed."""
    speed = max(float(biped.command["speed"]), 1e-3)
    period = suited_period(biped.anatomy, speed, float(biped.memory["rolling"]))
    return speed * biped.offsets["step_period"] * float(period)


def _steps(biped: Biped, line: Line, obstacle: Obstacle, length: float) -> Steps:
    """The walker's steps of a usual length [m] to an obstacle in its lane along a line."""
    anatomy, memory = biped.anatomy, biped.memory
    span = span_across(obstacle, line, _half_lane(biped))
    assert span is not None  # it is in the lane
    toes = biped.character.segment("toes.L").shape
    front = float(anatomy["ball"].max()) + (0.0 if toes is None else float(toes.size[0]))
    size = biped.leg / ADULT_LEG
    first = span[0] - front - BEFORE * size
    last = span[1] + float(anatomy["heel"].max()) + BEHIND * size
    planned = memory["planned"] if memory["mode"] == WALKING else line.place
    spare = 0.5 * max(length - (last - first), 0.0)
    return Steps(line.along(np.asarray(planned)), first - spare, last + spare, last, length)
