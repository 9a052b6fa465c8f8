"""Cues: the timeline of a performer, and the events during it."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterable, Mapping
from typing import Any

from ..base.checks import check_data
from ..catalogue import (
    CUES,
    EVENTS,
    ON_HANDS,
    SEATED,
    Ending,
)
from .footsteps import read_footsteps

Keys = tuple[tuple[float, float], ...]
Channel = float | str | Keys | None
LATEST = 3600.0  # longest time that a shot may last [s]


class Cue:
    """An instruction: from `start` seconds on, perform `skill` with `parameters`.

    When `start` is None, the cue begins when the cue before it is done, and the skill of that one
    must have an end; a first cue begins at 0 then. A later cue with a start begins at its time all
    the same, and those that still wait then are passed over.

    A parameter is a number or a keyed channel: pairs of (time in the shot [s], value), whenever the
    cue begins; a style is a name, a path is points (x, y) [m]. A "push" is an event: the active
    skill continues. A push has a direction and a strength or an impulse [N s], or else a force:
    three numbers [N] in the world.
    """

    def __init__(self, skill: str, start: float | None = 0.0, **parameters: Any) -> None:
        self.skill = skill
        self.start = start
        self.parameters: dict[str, Any] = as_tuples(parameters)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Cue) and vars(self) == vars(other)

    def __repr__(self) -> str:
        settings = "".join(f", {name}={value!r}" for name, value in self.parameters.items())
        return f"Cue({self.skill!r}, start={self.start}{settings})"

    @property
    def is_event(self) -> bool:
        """Whether the cue is an event, during which the active skill continues."""
        return self.skill in EVENTS

    @property
    def ending(self) -> Ending | None:
        """The ending of the skill; None where the skill continues until the next cue."""
        ending = CUES[self.skill].ending
        if ending is not None and ending.unless is not None:
            name, values = ending.unless
            return None if self.values()[name] in values else ending
        if ending is None or not ending.along:
            return ending
        path = self.values()[ending.along]
        is_open = path is not None and tuple(path[0]) != tuple(path[-1])
        return ending if is_open else None

    @property
    def earliest(self) -> float:
        """The earliest time at which the cue can begin [s]."""
        return 0.0 if self.start is None else self.start

    @property
    def latest(self) -> float:
        """The latest time at which the cue can begin [s]."""
        return math.inf if self.start is None else self.start

    @property
    def when(self) -> str:
        """The time at which the cue begins, as text for a sentence."""
        return "that follows the cue before" if self.start is None else f"at {self.start:g} s"

    def values(self) -> dict[str, Any]:
        """The value of every parameter, given or default."""
        return CUES[self.skill].filled(self.parameters)


def cue_from_data(data: Any) -> Cue:
    """A cue from plain data: skill, start and parameters; raises InvalidInput on anything else."""
    check_data("cue", data, ("skill",))
    plain = dict(data)
    skill, start = plain.pop("skill"), plain.pop("start", 0.0)
    cue = Cue(skill, start)
    cue.parameters = as_tuples(plain)
    return cue


def as_tuples(value: Any) -> Any:
    """Lists converted to tuples, so that loaded data equals the data that was saved."""
    if isinstance(value, (list, tuple)):
        return tuple(as_tuples(item) for item in value)
    if isinstance(value, Mapping):
        return {name: as_tuples(item) for name, item in value.items()}
    return value


def channel_value(channel: Channel, time: float) -> float | str | None:
    """A constant as it is; a keyed channel interpolated linearly, and constant outside its keys."""
    if not isinstance(channel, tuple):
        return channel
    times = [key[0] for key in channel]
    i = bisect_right(times, time)
    if i == 0:
        return channel[0][1]
    if i == len(channel):
        return channel[-1][1]
    (t0, v0), (t1, v1) = channel[i - 1], channel[i]
    return v0 + (v1 - v0) * (time - t0) / (t1 - t0)


def skills_among(cues: Iterable[Cue]) -> list[Cue]:
    """The cues of skills, without events."""
    return [cue for cue in cues if not cue.is_event]


def first_seat(cues: Iterable[Cue]) -> str | None:
    """The seat on which a performer with these cues starts, or None; its first cue is to rise."""
    first = next(iter(skills_among(cues)), None)
    if first is None or CUES[first.skill].start != SEATED:
        return None
    seat: str = first.values()["seat"]
    return seat


def begins_on_hands(cues: Iterable[Cue]) -> bool:
    """Whether a performer with these cues starts in a handstand, as its first skill requires."""
    first = next(iter(skills_among(cues)), None)
    return first is not None and is_on_hands(first)


def is_on_hands(cue: Cue) -> bool:
    if CUES[cue.skill].takes("footsteps"):
        steps = read_footsteps("step's footsteps", cue.values()["footsteps"])
        return steps[0].limb == "hand"
    return CUES[cue.skill].start == ON_HANDS


def walks_in_plane(cues: Iterable[Cue]) -> bool:
    """Whether a performer with these cues walks in a vertical plane, for the whole shot."""
    return any(CUES[cue.skill].in_plane for cue in cues)


def seats_among(cues: Iterable[Cue]) -> list[str]:
    """Names of the props that the cues sit on."""
    return [cue.values()["seat"] for cue in cues if "seat" in cue.values()]
