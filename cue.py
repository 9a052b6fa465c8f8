"""Cues: the timeline of a performer."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from .catalogue import SKILLS, Parameter
from .checks import check_number
from .errors import InvalidInput

Channel = float | tuple[tuple[float, float], ...] | None
LATEST = 3600.0  # longest time that a shot may last [s]


class Cue:
    """From `start` seconds on, do `skill` with `parameters`.

    A parameter is a number or a keyed channel: pairs of (time in the shot [s], value).
    """

    def __init__(self, skill: str, start: float = 0.0, **parameters: Any) -> None:
        self.skill = skill
        self.start = start
        self.parameters: dict[str, Channel] = {n: _channel(v) for n, v in parameters.items()}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Cue) and vars(self) == vars(other)

    def __repr__(self) -> str:
        settings = "".join(f", {name}={value!r}" for name, value in self.parameters.items())
        return f"Cue({self.skill!r}, start={self.start}{settings})"


def _channel(value: Any) -> Any:
    """Lists of pairs become tuples, so that a loaded cue equals the one that was saved."""
    if isinstance(value, (list, tuple)):
        return tuple(tuple(pair) if isinstance(pair, list) else pair for pair in value)
    return value


def check_cues(cues: Any) -> None:
    """Raise InvalidInput with one sentence for the first thing wrong in a timeline."""
    for cue in cues:
        if not isinstance(cue, Cue):
            raise InvalidInput(f"A performer's cues must each be a Cue, got {cue!r}.")
        check_cue(cue)
    starts = [cue.start for cue in cues]
    if any(later <= earlier for earlier, later in pairwise(starts)):
        raise InvalidInput(f"Cues must start one after the other, got start times {starts}.")


def check_cue(cue: Cue) -> None:
    """Raise InvalidInput unless the catalogue knows the skill and allows its parameters."""
    if not isinstance(cue.skill, str) or cue.skill not in SKILLS:
        raise InvalidInput(f"Unknown skill {cue.skill!r}; allowed: {', '.join(sorted(SKILLS))}.")
    check_number(f"{cue.skill}'s start", cue.start, "s", 0.0, LATEST)
    known = {p.name: p for p in SKILLS[cue.skill].parameters}
    for name, value in cue.parameters.items():
        if name not in known:
            raise InvalidInput(
                f"Unknown parameter {name!r} of {cue.skill}; allowed: {', '.join(known)}."
            )
        _check_parameter(cue.skill, known[name], value)


def _check_parameter(skill: str, parameter: Parameter, value: Channel) -> None:
    what = f"{skill}'s {parameter.name}"
    if value is None and parameter.default is None:
        return
    if not isinstance(value, tuple):
        check_number(what, value, parameter.unit, parameter.low, parameter.high)
        return
    if not value or not all(isinstance(pair, tuple) and len(pair) == 2 for pair in value):
        raise InvalidInput(f"{what} must be a number or pairs of (time, value), got {value!r}.")
    for time, keyed in value:
        check_number(f"{what}, a key's time", time, "s", -LATEST, LATEST)
        check_number(what, keyed, parameter.unit, parameter.low, parameter.high)
    times = [time for time, _ in value]
    if sorted(set(times)) != times:
        raise InvalidInput(f"{what} needs rising key times, got {times}.")
