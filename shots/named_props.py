"""Which props a timeline names, and which of them it moves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..base.checks import title_of
from ..base.errors import InvalidInput
from ..catalogue import CUES, PropParameter, TargetParameter
from .cue import Cue
from .prop import Prop

Named = tuple[Cue, PropParameter | TargetParameter, str]


def props_named(cues: Iterable[Cue]) -> Iterator[Named]:
    """Each prop that a cue names, with the parameter that names it."""
    for cue in cues:
        for parameter in CUES[cue.skill].parameters:
            if isinstance(parameter, PropParameter | TargetParameter):
                value = cue.values()[parameter.name]
                if isinstance(value, str):
                    yield cue, parameter, value


def check_names(cues: Iterable[Cue], props: Iterable[Prop]) -> None:
    """Raise InvalidInput where a cue names a missing prop, moves one without mass, or sits on one
    that moves.
    """
    by_name = {prop.name: prop for prop in props}
    for cue, parameter, name in props_named(cues):
        if name not in by_name:
            raise InvalidInput(
                f"There is no prop {name!r} {parameter.purpose}; "
                f"the shot has {', '.join(by_name) or 'none'}."
            )
        if isinstance(parameter, PropParameter) and parameter.is_moved and not by_name[name].mass:
            raise InvalidInput(
                f"The prop {name!r} of {title_of(cue.skill)} has no mass, so that it never moves: "
                "give it one."
            )
        if isinstance(parameter, PropParameter) and by_name[name].motion is not None:
            raise InvalidInput(
                f"The prop {name!r} {parameter.purpose} has a keyed motion: choose one that stays."
            )


def props_moved(cues: Iterable[Cue]) -> dict[str, Cue]:
    """The props that cues lift, push or pull, each with the first of these cues."""
    moved: dict[str, Cue] = {}
    for cue, parameter, name in props_named(cues):
        if isinstance(parameter, PropParameter) and parameter.is_moved:
            moved[name] = min(moved.get(name, cue), cue, key=lambda cue: cue.earliest)
    return moved
