"""How long the cues of a shot usually take, estimated before anything is simulated."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from ..bodies.character import Character
from ..catalogue import (
    CUES,
    FootstepsParameter,
    PlaceParameter,
    PoseParameter,
    PropParameter,
    TargetParameter,
)
from .cue import LATEST, Cue, skills_among
from .footsteps import read_footsteps
from .performer import Performer
from .prop import Prop
from .take import CueRecord

TAIL = 1.0  # [s] that a shot as long as its cues goes on after the last one is done
# Factor on the usual time, and [s] added: limit on the duration of a shot as long as its cues.
MOST, MORE = 3.0, 30.0
SPEEDS = ("approach_speed", "speed")  # parameters that give the speed on the way to a place
SLOWEST = 0.1  # [m/s]
Spot = tuple[float, float]


def usual_end(performers: Sequence[Performer], props: Sequence[Prop]) -> float | None:
    """When the last cue with an end is usually done, over all performers [s]; None: there is none.

    A performer whose last cue has no end is ignored.
    """
    by_name = {prop.name: prop for prop in props}
    ends = [_usual_end(performer, by_name) for performer in performers]
    return max((end for end in ends if end is not None), default=None)


def longest(usual: float) -> float:
    """The longest duration [s] of a shot whose cues are usually done after `usual` seconds."""
    return min(MOST * usual + MORE, LATEST)


def _usual_end(performer: Performer, props: Mapping[str, Prop]) -> float | None:
    cues, now = skills_among(performer.cues), performer.enters
    if not cues or cues[-1].ending is None:
        return None
    for cue, seconds in zip(cues, _usual_times(performer, props), strict=True):
        now = (now if cue.start is None else max(now, cue.start)) + (seconds or 0.0)
    return now


def _usual_times(performer: Performer, props: Mapping[str, Prop]) -> Iterator[float | None]:
    """The usual duration of each cue of a skill [s]; None where the skill has no end."""
    place = _start(performer)
    for cue in skills_among(performer.cues):
        ways = _ways(cue, place, props)
        place = ways[-1]
        seconds = own_seconds(cue, performer.character)
        if seconds is None:
            seconds = usual_seconds(cue, performer.character.kind)
        yield None if seconds is None else seconds + _length(ways) / _speed(cue)


def with_usual_times(
    records: Iterable[CueRecord], performer: Performer, props: Sequence[Prop]
) -> list[CueRecord]:
    """The records of a performer's cues, completed by usual durations."""
    places = [i for i, cue in enumerate(performer.cues) if not cue.is_event]
    by_name = {prop.name: prop for prop in props}
    usual = dict(zip(places, _usual_times(performer, by_name), strict=True))
    kind = performer.character.kind
    return [
        r._replace(usual=usual_seconds(Cue(r.skill), kind) if r.place is None else usual[r.place])
        for r in records
    ]


def own_seconds(cue: Cue, character: Character) -> float | None:
    """The duration [s] that a cue's parameters set for a body; None where they set none."""
    if cue.ending is None or cue.ending.lasts is None:
        return None
    return cue.ending.lasts(cue.values(), character.leg_length)


def usual_seconds(cue: Cue, kind: str) -> float | None:
    """The usual duration of a cue [s] for a kind of body, without the way to the place where it is
    done; None where it has no end.
    """
    if cue.ending is None:
        return None
    seconds = cue.ending.seconds.get(kind, max(cue.ending.seconds.values()))
    for parameter in CUES[cue.skill].parameters:
        if isinstance(parameter, FootstepsParameter):
            steps = read_footsteps(parameter.name, cue.values()[parameter.name])
            seconds += sum(step.duration for step in steps)
        elif isinstance(parameter, PoseParameter) and cue.values()[parameter.name]:
            seconds += parameter.seconds
    return seconds


def _ways(cue: Cue, place: Spot, props: Mapping[str, Prop]) -> list[Spot]:
    """The places on the way from where a cue begins to where it is done."""
    ways = [place]
    for parameter in CUES[cue.skill].parameters:
        value = cue.values()[parameter.name]
        if value is None:
            continue
        if isinstance(parameter, PlaceParameter):
            ways += [(x, y) for x, y in (value if parameter.least > 1 else (value,))]
        elif isinstance(parameter, TargetParameter | PropParameter):
            at: Any = props[value].position if isinstance(value, str) else value
            ways.append((at[0], at[1]))
        elif isinstance(parameter, FootstepsParameter):
            steps = read_footsteps(parameter.name, value)
            return [(step.position[0], step.position[1]) for step in steps[-1:]]
    return ways


def _length(ways: Sequence[Spot]) -> float:
    return sum(math.dist(one, other) for one, other in pairwise(ways))


def _speed(cue: Cue) -> float:
    """The lowest speed [m/s] that a cue asks for on its way."""
    values = cue.values()
    channel = next((values[name] for name in SPEEDS if values.get(name) is not None), 1.0)
    slowest = min(v for _, v in channel) if isinstance(channel, tuple) else channel
    return max(float(slowest), SLOWEST)


def _start(performer: Performer) -> Spot:
    root = (performer.pose or {}).get("root")
    x, y = performer.position if root is None else root[0][:2]
    return float(x), float(y)
