"""Where members of a crowd go: to the other side, along a curve, and out by sinks."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from ..catalogue.crowds import PASSING
from ..catalogue.gait import WALK_ON
from ..shots.cue import Cue
from .manner import Array, Where
from .surfaces import Surface

NEAR = 2.0  # [m] from a sink: who starts there goes to another one
BEYOND = 2.0  # [m] past the opposite edge, where the goals of crossing members are


def exit_of(where: Where, random: np.random.Generator) -> Array:
    """A place (2,) [m] in a sink other than the one that is where the member comes from."""
    others = [sink for sink in where.sinks if not _is_at(sink, where.place)] or where.sinks
    return others[int(random.integers(len(others)))].place(random)


def leave_by(goal: Array, place: Array, gait: Mapping[str, Any], start: float | None) -> Cue:
    """The cue to walk from a place (2,) to one in a sink (2,), and on."""
    path = [place.tolist(), goal.tolist()]
    return Cue(PASSING.skill, start, path=path, at_end=WALK_ON, **gait)


def towards(goal: Array, place: Array) -> float:
    """Heading [rad] from a place (2,) to a goal (2,)."""
    ahead = goal - place
    return math.atan2(ahead[1], ahead[0])


def across(surface: Surface, place: Array) -> Array:
    """A place beyond the opposite side: a member that starts on the left goes right, and back."""
    low, high = surface.bounds[:, 0]
    x = high + BEYOND if place[0] < (low + high) / 2 else low - BEYOND
    return np.array([x, place[1]])


def along(goals: tuple[tuple[float, float], ...], place: Array) -> list[Array]:
    """The goals from the nearest one on, shifted aside by the place's offset from that one."""
    points = np.array(goals, float)
    nearest = int(np.argmin(np.linalg.norm(points - place, axis=1)))
    aside = place - points[nearest] if nearest < len(points) - 1 else np.zeros(2)
    return [point + aside for point in points[nearest + 1 :]] or [points[-1]]


def _is_at(sink: Surface, place: Array) -> bool:
    low, high = sink.bounds
    return bool((place > low - NEAR).all() and (place < high + NEAR).all())
