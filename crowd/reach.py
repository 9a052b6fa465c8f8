"""The region that a performer of a shot may reach, known before anything is simulated."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
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


def reaches_of(shot: Shot) -> list[Reach]:
    """The region that each performer may reach."""
    pushed: dict[int, float] = defaultdict(float)  # [N s], of each performer
    for push in shot.all_pushes():
        pushed[push.performer] += _impulse(push)
    duration = math.inf if shot.duration is None else shot.duration
    return [
        _reach(performer, duration, pushed[number])
        for number, performer in enumerate(shot.performers)
    ]


def _reach(performer: Performer, duration: float, pushed: float) -> Reach:
    way, margin = [_start(performer)], SPAN * performer.character.height + STUMBLE
    for cue, seconds in _spans(performer, duration):
        way += _led_to(cue)
        speed = _speed(cue)
        margin += STRAY * speed * seconds if speed else 0.0
    margin += pushed / performer.character.mass * COASTING
    return Reach(np.array(way, float), margin)


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
