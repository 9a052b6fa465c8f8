"""What members of a crowd do: dance, wander, walk to goals, stand about."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..catalogue.crowds import DANCING, ROAMING, STANDING_ABOUT, TO_GOALS, WANDERING
from ..catalogue.styles import NATURAL, list_dances
from ..shots.cue import Cue
from .surfaces import Surface

Array = NDArray[np.float64]
Range = tuple[float, float]
Start = tuple[float, Cue]  # heading [rad] and what is done
MOST_TURNING = 0.3  # [rad/s] of members that roam
WAYPOINTS = 12  # that a wanderer goes to before it stands
BEYOND = 2.0  # [m] past the other edge, where members that cross go to


@dataclass(frozen=True, kw_only=True)
class Manner:
    """How members do what they do; each draws its own from the ranges (lowest, highest).

    Attributes:
        speed: the pace of members that walk [m/s].
        step_period: [s]; None: what suits each.
        step_height: [m]; None: what suits each.
        styles: of walking, or dances; each member has one of them. None: natural, or all dances.
        bpm: of a dance.
        goals: points (x, y) to walk to one after another [m]; without, the opposite side.
    """

    speed: Range = (0.9, 1.3)
    step_period: Range | None = None
    step_height: Range | None = None
    styles: tuple[str, ...] = ()
    bpm: float = 110.0
    goals: tuple[tuple[float, float], ...] = ()

    def gait(self, random: np.random.Generator) -> dict[str, Any]:
        """Parameters of a member's walk."""
        gait: dict[str, Any] = {"speed": float(random.uniform(*self.speed))}
        for name in ("step_period", "step_height"):
            drawn = getattr(self, name)
            if drawn is not None:
                gait[name] = float(random.uniform(*drawn))
        return {**gait, "style": str(random.choice(self.styles or (NATURAL,)))}


def _dance(
    manner: Manner, surface: Surface, place: Array, heading: float, random: np.random.Generator
) -> Start:
    style = str(random.choice(manner.styles or list_dances()))
    return heading, Cue(DANCING.skill, bpm=manner.bpm, style=style)


def _stand(
    manner: Manner, surface: Surface, place: Array, heading: float, random: np.random.Generator
) -> Start:
    return heading, Cue(STANDING_ABOUT.skill)


def _wander(
    manner: Manner, surface: Surface, place: Array, heading: float, random: np.random.Generator
) -> Start:
    path = [place.tolist(), *(surface.place(random).tolist() for _ in range(WAYPOINTS))]
    return heading, Cue(WANDERING.skill, path=path, **manner.gait(random))


def roam(
    manner: Manner, surface: Surface, place: Array, heading: float, random: np.random.Generator
) -> Start:
    """Walk about in wide circles, as bodies do that follow no path."""
    turning = float(random.uniform(-MOST_TURNING, MOST_TURNING))
    return heading, Cue(ROAMING.skill, turn_rate=turning, **manner.gait(random))


def _walk_to_goals(
    manner: Manner, surface: Surface, place: Array, heading: float, random: np.random.Generator
) -> Start:
    path = [place, *(_along(manner.goals, place) if manner.goals else [_across(surface, place)])]
    ahead = path[1] - place
    points = [point.tolist() for point in path]
    return math.atan2(ahead[1], ahead[0]), Cue(TO_GOALS.skill, path=points, **manner.gait(random))


def _across(surface: Surface, place: Array) -> Array:
    """Beyond the other side: a member that starts on the left goes to the right, and back."""
    low, high = surface.bounds[:, 0]
    x = high + BEYOND if place[0] < (low + high) / 2 else low - BEYOND
    return np.array([x, place[1]])


def _along(goals: tuple[tuple[float, float], ...], place: Array) -> list[Array]:
    """The goals from the nearest on, as far aside as the place is from that."""
    points = np.array(goals, float)
    nearest = int(np.argmin(np.linalg.norm(points - place, axis=1)))
    aside = place - points[nearest] if nearest < len(points) - 1 else np.zeros(2)
    return [point + aside for point in points[nearest + 1 :]] or [points[-1]]


BEHAVIOURS: Mapping[
    str, Callable[[Manner, Surface, Array, float, np.random.Generator], Start]
] = {
    DANCING.name: _dance,
    WANDERING.name: _wander,
    TO_GOALS.name: _walk_to_goals,
    STANDING_ABOUT.name: _stand,
}  # fmt: skip
