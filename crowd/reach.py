"""The region that a performer of a shot may reach, known before anything is simulated."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..catalogue import CUES, AnyParameter, FootstepsParameter, PlaceParameter
from ..shots.cue import Cue, skills_among
from ..shots.footsteps import read_footsteps
from ..shots.shot import Performer, Push, Shot

Array = NDArray[np.float64]
SPAN = 1.1  # of the height: reach of hands and head from where the feet stand, even in a fall
STRAY = 1.3  # of the asked speed: the fastest that a walker gets
STUMBLE = 1.0  # [m] that steps for balance may carry a performer
COASTING = 1.5  # [s] for which the speed gained by a push lasts


@dataclass(frozen=True)
class Reach:
    """The region within a margin [m] of a polyline (n, 2) [m] on the ground."""

    way: Array
    margin: float


def reach_of(shot: Shot, number: int) -> Reach:
    """The region that the performer with this number may reach."""
    performer = shot.performers[number]
    way, margin = [_start(performer)], SPAN * performer.character.height + STUMBLE
    duration = math.inf if shot.duration is None else shot.duration
    for cue, seconds in _spans(performer, duration):
        way += _led_to(cue)
        speed = _speed(cue)
        margin += STRAY * speed * seconds if speed else 0.0
    pushes = [push for push in shot.all_pushes() if push.performer == number]
    margin += sum(map(_impulse, pushes)) / performer.character.mass * COASTING
    return Reach(np.array(way, float), margin)


def may_meet(one: Reach, other: Reach) -> bool:
    """Whether two regions overlap."""
    allowed = one.margin + other.margin
    apart = np.linalg.norm(_middle(one.way) - _middle(other.way))
    if apart > allowed + _extent(one.way) + _extent(other.way):
        return False
    return distance(one.way, other.way) <= allowed


def distance(way: Array, other: Array) -> float:
    """Shortest distance [m] between two polylines (n, 2) and (m, 2)."""
    if _cross(way, other):
        return 0.0
    return min(_to_line(way, other), _to_line(other, way))


def _start(performer: Performer) -> tuple[float, float]:
    root = (performer.pose or {}).get("root")
    x, y = performer.position if root is None else root[0][:2]
    return float(x), float(y)


def _spans(performer: Performer, duration: float) -> Iterator[tuple[Cue, float]]:
    """Each cue with its longest duration [s]."""
    cues = skills_among(performer.cues)
    ends = [*(cue.latest for cue in cues[1:]), duration]
    for cue, end in zip(cues, ends, strict=bool(cues)):
        yield cue, max(min(end, duration) - cue.earliest, 0.0)


def _led_to(cue: Cue) -> list[tuple[float, float]]:
    """The places on the ground that bound a cue; empty where it may lead anywhere."""
    bound = _bound(cue)
    if isinstance(bound, FootstepsParameter):
        steps = read_footsteps("step's footsteps", cue.values()[bound.name])
        return [(step.position[0], step.position[1]) for step in steps]
    if isinstance(bound, PlaceParameter):
        places = cue.values()[bound.name]
        return list(places) if bound.least > 1 else [places]
    return []


def _bound(cue: Cue) -> AnyParameter | None:
    """The parameter that names every place where a cue can lead; None if it may lead anywhere."""
    skill = CUES[cue.skill]
    given = cue.values().get(skill.bound_by) is not None
    return next((p for p in skill.parameters if given and p.name == skill.bound_by), None)


def _speed(cue: Cue) -> float:
    """The largest speed [m/s] that a cue without a bounding parameter asks for."""
    if _bound(cue) is not None:
        return 0.0
    values = cue.values()
    return math.hypot(*(_largest(values.get(name, 0.0)) for name in ("speed", "lateral_speed")))


def _largest(channel: Any) -> float:
    if isinstance(channel, tuple):
        return max(abs(value) for _, value in channel)
    return abs(channel)


def _impulse(push: Push) -> float:
    return math.hypot(*push.force) * push.duration


def _middle(way: Array) -> Array:
    middle: Array = way.mean(axis=0)
    return middle


def _extent(way: Array) -> float:
    return float(np.linalg.norm(way - _middle(way), axis=1).max())


def _to_line(points: Array, way: Array) -> float:
    """Shortest distance [m] from any of the points to the polyline."""
    starts = way[:-1] if len(way) > 1 else way
    along = (way[1:] if len(way) > 1 else way) - starts  # (m, 2)
    offset = points[:, None] - starts  # (n, m, 2)
    length = np.maximum((along**2).sum(axis=-1), np.finfo(float).tiny)
    share = np.clip((offset * along).sum(axis=-1) / length, 0.0, 1.0)
    return float(np.linalg.norm(offset - share[..., None] * along, axis=-1).min())


def _cross(way: Array, other: Array) -> bool:
    """Whether two polylines intersect."""
    return any(
        _sides_differ(a, b, c, d) and _sides_differ(c, d, a, b)
        for a, b in pairwise(way)
        for c, d in pairwise(other)
    )


def _sides_differ(a: Array, b: Array, c: Array, d: Array) -> bool:
    """Whether c and d lie on different sides of the line through a and b."""
    return _turn(a, b, c) * _turn(a, b, d) < 0.0


def _turn(a: Array, b: Array, c: Array) -> float:
    return float((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))
