"""The way ahead as stretches on which soles may stand, and what lies between them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from ...controllers.gait.gait import ADULT_LEG
from ...controllers.program.anatomy import Anatomy
from ...simulation.rotation import Array
from ..biped import Biped
from .obstacles import Line, Obstacle, span_across

# Numbers without a source: tuned by hand, judged by bench tasks_feet.
SEEN_BEHIND, SEEN_AHEAD = 0.6, 2.4  # [m] of the way that is sensed, for an adult
GRAIN = 0.02  # [m] between two samples
EDGE = 0.03  # [m] of height between two samples, or across both feet, that counts as an edge
SLIGHT = 0.01  # [m] over the ground: lower obstacles do not count
HIGHEST, LONGEST = 0.5, 0.45  # of the leg: largest height and length of an obstacle to step over
EYES = 0.7  # of the leg over the feet: higher surfaces are no ground
FEET_APART = 0.9  # of the mean width of a sole, from the middle of the way to either foot's


@dataclass(frozen=True)
class Stretch:
    """A part of the way where soles may stand: begin and end, and the heights there [m]."""

    begin: float
    end: float
    begin_height: float
    end_height: float


@dataclass(frozen=True)
class Way:
    """The surface along a line.

    Attributes:
        line: of the way.
        along: (n,) places [m].
        top: (n,) height of the ground and of the objects on it [m].
        stretches: parts where soles may stand, in order.
    """

    line: Line
    along: Array
    top: Array
    stretches: list[Stretch]

    def highest(self, begin: float, end: float) -> float:
        """Top [m] of the way between two places."""
        return float(self.top[(self.along > begin - GRAIN) & (self.along < end + GRAIN)].max())

    def stretch_at(self, along: float) -> int:
        """The number of the nearest stretch."""
        gaps = [max(s.begin - along, along - s.end) for s in self.stretches]
        return int(np.argmin(gaps))


def feet_aside(anatomy: Anatomy) -> float:
    """Distance of each foot from the middle of the way [m]."""
    return FEET_APART * float(anatomy["half_width"].sum())


def look_along(
    line: Line, biped: Biped, obstacles: Sequence[Obstacle], floor: float,
    seen: float = SEEN_AHEAD,
) -> Way:  # fmt: skip
    """The surface along a line ahead of a biped.

    Args:
        floor: height of the ground under the body [m].
        seen: how far [m], by an adult.
    """
    anatomy, size = biped.anatomy, biped.leg / ADULT_LEG
    half_width, foot = float(anatomy["half_width"].max()), feet_aside(anatomy)
    sides = np.array([-foot - half_width, half_width - foot, foot - half_width, foot + half_width])
    along = np.arange(-SEEN_BEHIND * size, seen * size, GRAIN)
    ground = _ground(line, along, sides, biped, floor)
    level = ground.max(axis=1)
    free, top = _is_even(ground, sides), level.copy()
    for obstacle in obstacles:
        span = span_across(obstacle, line, float(sides[-1]))
        if span is not None and _is_stepped_over(obstacle, span, along, level, biped.leg):
            covered = (along > span[0] - GRAIN) & (along < span[1] + GRAIN)
            top[covered] = np.maximum(top[covered], obstacle.high)
            free &= ~covered
    return Way(line, along, top, _stretches(along, level, free))


def _ground(line: Line, along: Array, sides: Array, biped: Biped, floor: float) -> Array:
    """(n, m) heights of the ground [m]; where there is none, that of the feet."""
    if biped.ground_heights is None:
        return np.full((len(along), len(sides)), floor)
    places = line.place + along[:, None, None] * line.ahead + sides[:, None] * line.left
    seen = biped.ground_heights(places.reshape(-1, 2), floor + EYES * biped.leg)
    ground: Array = np.where(np.isnan(seen), floor, seen).reshape(len(along), len(sides))
    return ground


def _is_even(ground: Array, sides: Array) -> NDArray[np.bool_]:
    """(n,) whether there is no edge between or under the feet; the ground may tilt."""
    share = (sides[1:-1] - sides[0]) / (sides[-1] - sides[0])
    tilted = ground[:, :1] + share * (ground[:, -1:] - ground[:, :1])
    even: NDArray[np.bool_] = np.abs(ground[:, 1:-1] - tilted).max(axis=1) < EDGE
    return even


def _is_stepped_over(
    obstacle: Obstacle, span: tuple[float, float], along: Array, ground: Array, leg: float
) -> bool:
    """Whether a low obstacle is in the sensed part of the way, and a step leads over it."""
    (begin, end), level = span, float(np.interp(0.5 * sum(span), along, ground))
    is_in_sight = begin < along[-1] and end > along[0]
    is_low = SLIGHT < obstacle.high - level < HIGHEST * leg
    return is_in_sight and is_low and end - begin < LONGEST * leg


def _stretches(along: Array, level: Array, free: NDArray[np.bool_]) -> list[Stretch]:
    """Runs of free places without an edge between them; all of it where there are none."""
    joined = free[1:] & free[:-1] & (np.abs(np.diff(level)) < EDGE)
    cuts = [0, *(np.flatnonzero(~joined) + 1).tolist(), len(along)]
    runs = [(a, b - 1) for a, b in pairwise(cuts) if free[a] and b - a > 1]
    runs = runs or [(0, len(along) - 1)]
    return [Stretch(*(float(x) for x in (along[a], along[b], level[a], level[b]))) for a, b in runs]
