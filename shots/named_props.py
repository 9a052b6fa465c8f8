"""Which props a timeline names, and which of them it moves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..catalogue import CUES, PropParameter, TargetParameter
from .cue import Cue

Named = tuple[Cue, PropParameter | TargetParameter, str]


def props_named(cues: Iterable[Cue]) -> Iterator[Named]:
    """Each prop that a cue names, with the parameter that does."""
    for cue in cues:
        for parameter in CUES[cue.skill].parameters:
            if isinstance(parameter, PropParameter | TargetParameter):
                value = cue.values()[parameter.name]
                if isinstance(value, str):
                    yield cue, parameter, value


def props_moved(cues: Iterable[Cue]) -> dict[str, Cue]:
    """The props that cues pick up, push or pull, and the first of these cues."""
    moved: dict[str, Cue] = {}
    for cue, parameter, name in props_named(cues):
        if isinstance(parameter, PropParameter) and parameter.is_moved:
            moved[name] = min(moved.get(name, cue), cue, key=lambda cue: cue.earliest)
    return moved
