"""Footprints from stretch to stretch of a way: close before an obstacle, and close behind it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

from ...controllers.program.anatomy import LEFT, Anatomy
from .way_ahead import GRAIN, Stretch, Way, feet_aside

# Numbers without a source: tuned by hand, judged by bench tasks_feet.
# Of the leg: an easy step, the longest one from close before an obstacle, and a usual one.
EASY, EASY_DOWN, FURTHEST, STRIDE = 0.55, 0.36, 0.68, 0.3
NEAR = 0.02  # of the leg: tolerance of a foot's place close before an obstacle
JOINS = 0.1  # of the leg: distance of the last foot ahead of the other one
MARGIN_SHARE, CLEARANCE = 0.04, 0.07  # of the leg: before and behind an obstacle, and over it
CALF_ROOM = 0.06  # of the leg: behind a sole, to a higher edge
SHORT_SOLE = 0.8  # of a foot: least length of a stretch for a foot
OVERHANG = 0.12  # of a foot: how far it may stand out over a lower edge, to clear the higher one
QUICKEST, PER_RISE, PER_WAY = 0.45, 1.0, 0.35  # [s], [s/m], [s/m] of a step, for an adult
# Over tall obstacles the trailing foot first goes back and higher, since its shank leans over them.
TALL, GOES_BACK, HIGHER = 0.33, 0.3, 0.05  # of the leg
DROP = 0.05  # of the leg: height of a step down that both feet take one by one
MOST_STEPS = 40  # of a plan
LEAST_PATH = 0.08  # least share of its way on which a foot rises, and sinks


class Sole(NamedTuple):
    """A foot as it is put down: its length from the middle of the sole [m]."""

    back: float
    front: float


@dataclass(frozen=True)
class PlannedStep:
    """A planned step along a way.

    Attributes:
        side: LEFT or RIGHT. along: place of the middle of the sole [m].
        duration: of the step [s].
        top: height in the world that the sole passes over [m]; nan over level ground.
        risen_by, sinks_from: shares of the way between which the sole is at that height.
    """

    side: int
    along: float
    duration: float
    top: float = math.nan
    risen_by: float = math.nan
    sinks_from: float = math.nan


class Stones:
    """Plans footprints over a way."""

    def __init__(self, way: Way, anatomy: Anatomy, toes: float, size: float) -> None:
        self._way, self._leg, self._size = way, float(anatomy["leg"]), size
        half = 0.5 * float((anatomy["heel"] + anatomy["ball"]).max())
        self._sole = Sole(half, half + toes)

    def steps(self, feet: tuple[float, float], goal: int) -> list[PlannedStep]:
        """Footprints that bring both feet, now at places along the way, onto a stretch."""
        places, planned = list(feet), list[PlannedStep]()
        side = 0 if feet[0] <= feet[1] else 1
        while len(planned) < MOST_STEPS:
            along = self._next(places[side], places[1 - side], goal)
            planned.append(self._step(side, places[side], along, places[1 - side]))
            places[side] = along
            if min(self._way.stretch_at(place) for place in places) >= goal:
                return planned
            side = 1 - side
        return planned

    def steps_to(self, feet: tuple[float, float], place: float) -> list[PlannedStep]:
        """Footprints that bring both feet, now at places on one stretch, to one place there."""
        places, planned = list(feet), list[PlannedStep]()
        side = 0 if abs(feet[0] - place) >= abs(feet[1] - place) else 1
        reach = STRIDE * self._leg
        while len(planned) < MOST_STEPS and places != [place, place]:
            along = min(max(place, places[1 - side] - reach), places[1 - side] + reach)
            planned.append(self._step(side, places[side], along, places[1 - side]))
            places[side], side = along, 1 - side
        return planned

    def line_before(self, number: int) -> float:
        """The furthest that a sole's middle may be on a stretch [m]."""
        return self._room(number)[1]

    def line_behind(self, number: int) -> float:
        """The nearest that a sole's middle may be on a stretch [m]."""
        return self._room(number)[0]

    def first_behind(self, number: int) -> int | None:
        """The first stretch behind one on which a sole may stand, if a step leads there."""
        for following in range(number + 1, len(self._way.stretches)):
            if self._bears(self._way.stretches[following]):
                apart = self._room(following)[0] - self.line_before(number)
                return following if apart <= FURTHEST * self._leg else None
        return None

    def _bears(self, stretch: Stretch) -> bool:
        return stretch.end - stretch.begin >= SHORT_SOLE * sum(self._sole)

    def _next(self, behind: float, front: float, goal: int) -> float:
        """Next place of the rear foot, with the other one at `front`; downstairs beside it."""
        own, stretches = self._way.stretch_at(front), self._way.stretches
        came_from = stretches[self._way.stretch_at(behind)]
        comes_down = came_from.end_height - stretches[own].begin_height > DROP * self._leg
        last = self.line_before(own)
        if own < goal and not comes_down:
            following = self.first_behind(own)
            stone = front if following is None else self._room(following)[0]
            reach = FURTHEST if front > last - NEAR * self._leg else self._easy(own)
            if 0.0 < stone - front <= reach * self._leg:
                return stone
            return min(front + STRIDE * self._leg, last)
        return min(front + JOINS * self._leg, max(last, front))

    def _easy(self, number: int) -> float:
        """Length of an easy step off a stretch, of the leg: short where it leads down."""
        return EASY_DOWN if self._rise(number + 1) < -DROP * self._leg else EASY

    def _room(self, number: int) -> tuple[float, float]:
        """First and last place of a sole's middle on a stretch, off its edges [m].

        On a short stretch it keeps off the higher edge, and may overhang the lower one.
        """
        stretch, sole = self._way.stretches[number], self._sole
        free = stretch.end - stretch.begin - sum(sole)
        margin = min(MARGIN_SHARE * self._leg, max(0.5 * free, 0.0))
        first, last = stretch.begin + margin + sole.back, stretch.end - margin - sole.front
        if free < 0.0 and self._rise(number) > 0.0:
            first = last
        if self._rise(number) < 0.0:
            first = stretch.begin + CALF_ROOM * self._leg + sole.back
        if self._rise(number + 1) < 0.0:
            last = stretch.end - sole.front + OVERHANG * sum(sole)
        return first, max(first, last)

    def _rise(self, number: int) -> float:
        """How much higher a stretch begins than the one before it ends [m]."""
        stretches = self._way.stretches
        if not 0 < number < len(stretches):
            return 0.0
        return stretches[number].begin_height - stretches[number - 1].end_height

    def _step(self, side: int, start: float, end: float, other: float) -> PlannedStep:
        """A step along the way, over the obstacles there."""
        back, front = self._sole
        stretches, way = self._way.stretches, max(end - start, 1e-3)
        first, last = self._way.stretch_at(start), self._way.stretch_at(end)
        duration = self._size * QUICKEST + PER_WAY * way
        if first >= last:
            return PlannedStep(side, end, duration)
        begins, ends = stretches[first].end, stretches[last].begin
        top = self._way.highest(start - back, min(end + front, stretches[last].end - GRAIN))
        ground = stretches[first].end_height
        margin = 0.5 * MARGIN_SHARE * self._leg
        risen = max((begins - margin - front - start) / way, LEAST_PATH)
        sinks = (ends + margin + back - start) / way
        if self._way.stretch_at(other) > first and top - ground > TALL * self._leg:
            risen = -GOES_BACK * self._leg / way
            top += HIGHER * self._leg
        top += CLEARANCE * self._leg
        duration += PER_RISE * (top - ground)
        return PlannedStep(
            side,
            end,
            duration,
            top,
            min(risen, 0.5),
            max(min(sinks, 1.0 - LEAST_PATH), 0.5),
        )


def row_of(step: PlannedStep, way: Way, anatomy: Anatomy) -> tuple[float, ...]:
    """The columns of a footstep in the walker's command."""
    aside = feet_aside(anatomy) * (1.0 if step.side == LEFT else -1.0)
    east, north = way.line.point(step.along, aside)
    return (
        step.side, east, north, way.line.heading, step.duration, math.nan, step.top,
        step.risen_by, step.sinks_from,
    )  # fmt: skip
