"""Checks of cues and lists of cues: skills and parameters that the catalogue allows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from ..base.checks import capital, check_list, check_number, check_vector
from ..base.errors import InvalidInput
from ..catalogue import (
    CUES,
    AnyParameter,
    FootstepsParameter,
    Parameter,
    PlaceParameter,
    PropParameter,
    ShownParameter,
    Skill,
    StyleParameter,
    TargetParameter,
    TextParameter,
    VectorParameter,
)
from .cue import LATEST, Cue, begins_on_hands, is_on_hands, skills_among
from .footsteps import read_footsteps


def check_hands(cues: Iterable[Cue]) -> None:
    """Raise InvalidInput where a performer would have to change between feet and hands."""
    upside_down = begins_on_hands(cues)
    for cue in skills_among(cues):
        if not CUES[cue.skill].gives_way and is_on_hands(cue) != upside_down:
            here, there = ("hands", "feet") if upside_down else ("feet", "hands")
            raise InvalidInput(
                f"The {cue.skill} {cue.when} is done on the {there}, but this performer "
                f"starts on its {here}: give it to another performer or shot."
            )


def check_cues(cues: Any) -> None:
    """Raise InvalidInput with one sentence for the first error in a timeline."""
    check_list("a performer's cues", cues)
    for cue in cues:
        if not isinstance(cue, Cue):
            raise InvalidInput(f"A performer's cues must each be a Cue, got {cue!r}.")
        check_cue(cue)
    starts = [cue.start for cue in cues if not cue.is_event and cue.start is not None]
    if any(later <= earlier for earlier, later in pairwise(starts)):
        raise InvalidInput(f"Cues must start one after the other, got start times {starts}.")
    for before, cue in pairwise(skills_among(cues)):
        if cue.start is None and before.ending is None:
            raise has_no_end(before.skill, cue.skill)


def has_no_end(before: str, skill: str) -> InvalidInput:
    """The error for a cue that begins after a skill which has no end."""
    return InvalidInput(
        f"The {skill} begins when the {before} before it is done, which has no end: give it a "
        "start."
    )


def check_cue(cue: Cue, among: Mapping[str, Skill] = CUES) -> None:
    """Raise InvalidInput unless the catalogue knows the skill and allows its parameters.

    Whether styles of these names exist is checked when the shot is resolved.
    """
    if not isinstance(cue.skill, str) or cue.skill not in among:
        raise InvalidInput(f"Unknown skill {cue.skill!r}; allowed: {', '.join(sorted(among))}.")
    if cue.start is not None:
        check_number(f"{cue.skill}'s start", cue.start, "s", 0.0, LATEST)
    elif cue.is_event:
        raise InvalidInput(f"A {cue.skill} needs a start, got None: it happens beside the cues.")
    known = {p.name: p for p in CUES[cue.skill].parameters}
    for name, value in cue.parameters.items():
        if name not in known:
            raise InvalidInput(
                f"Unknown parameter {name!r} of {cue.skill}; allowed: {', '.join(known)}."
            )
        _check_parameter(cue.skill, known[name], value)
    for parameter in known.values():
        if _must_be_given(parameter) and parameter.name not in cue.parameters:
            raise InvalidInput(f"{capital(cue.skill)} needs a {parameter.name}, got none.")
    check_exclusive(cue.skill, cue.parameters)
    values = cue.values()
    for name, (other, allowed) in CUES[cue.skill].unused(values).items():
        if name in cue.parameters:
            raise InvalidInput(
                f"{capital(cue.skill)}'s {name} goes with the {other} {' or '.join(allowed)}, got "
                f"{values[other]!r}: leave one out."
            )


def check_exclusive(skill: str, parameters: Mapping[str, Any]) -> None:
    """Raise InvalidInput where two parameters are given that exclude each other."""
    for one, other in CUES[skill].exclusive:
        given = [parameters.get(name) for name in (one, other)]
        if None not in given:
            raise InvalidInput(
                f"{capital(skill)} takes a {one} or a {other}, not both, "
                f"got {given[0]!r} and {given[1]!r}: leave one out."
            )


def _must_be_given(parameter: AnyParameter) -> bool:
    if isinstance(parameter, PlaceParameter | TargetParameter):
        return parameter.is_needed
    return isinstance(parameter, ShownParameter)


def _check_parameter(skill: str, parameter: AnyParameter, value: Any) -> None:
    what = f"{skill}'s {parameter.name}"
    if isinstance(parameter, TextParameter):
        _check_names(what, parameter, value)
    elif isinstance(parameter, PlaceParameter):
        _check_place(what, parameter, value)
    elif isinstance(parameter, TargetParameter):
        _check_target(what, parameter, value)
    elif isinstance(parameter, PropParameter):
        if not isinstance(value, str) or not value:
            raise InvalidInput(f"{capital(what)} must be the name of a prop, got {value!r}.")
    elif isinstance(parameter, FootstepsParameter):
        read_footsteps(what, value)
    elif isinstance(parameter, VectorParameter):
        check_vector(what, value)
        for number in value:
            check_number(what, number, parameter.unit, parameter.low, parameter.high)
    else:
        _check_channel(what, parameter, value)


def _check_target(what: str, parameter: TargetParameter, value: Any) -> None:
    if (isinstance(value, str) and value) or (value is None and not parameter.is_needed):
        return
    if isinstance(value, str) or not isinstance(value, tuple):
        raise InvalidInput(
            f"{capital(what)} must be a place (x, y, z) or the name of a prop, got {value!r}."
        )
    check_vector(what, value)
    for number in value:
        check_number(what, number, "m", -parameter.farthest, parameter.farthest)


def _check_place(what: str, parameter: PlaceParameter, value: Any) -> None:
    if value is None and not parameter.is_needed:
        return
    points = value if parameter.least > 1 else (value,)
    if not isinstance(points, tuple) or len(points) < parameter.least:
        raise InvalidInput(
            f"{capital(what)} must be at least {parameter.least} points (x, y), got {value!r}."
        )
    for point in points:
        check_vector(f"{what}, a point", point, 2)
        for number in point:
            check_number(what, number, "m", -parameter.farthest, parameter.farthest)
    if parameter.least > 1 and len(set(points)) < parameter.least:
        raise InvalidInput(
            f"{capital(what)} must lead somewhere: all of its points are {points[0]!r}."
        )


def _check_names(what: str, parameter: TextParameter, value: Any) -> None:
    if value == parameter.default:  # the default need not be an allowed name
        return
    if not isinstance(value, str):
        raise InvalidInput(f"{capital(what)} must be a name, got {value!r}.")
    if parameter.is_free:
        return
    names = names_in(value)
    if not 1 <= len(names) <= parameter.most:
        allowed = "a name" if parameter.most == 1 else "one name or two with a comma between them"
        raise InvalidInput(f"{capital(what)} must be {allowed}, got {value!r}.")
    if parameter.choices is not None and not isinstance(parameter, StyleParameter):
        check_choices(parameter.name, names, parameter.choices())


def check_choices(what: str, names: Iterable[str], known: Sequence[str]) -> None:
    """Raise InvalidInput for the first name that is not among the known ones."""
    for name in names:
        if name not in known:
            raise InvalidInput(f"Unknown {what} {name!r}; allowed: {', '.join(known)}.")


def names_in(text: str) -> tuple[str, ...]:
    """The names of a text parameter: "tired, proud" -> ("tired", "proud")."""
    return tuple(name.strip() for name in text.split(",") if name.strip())


def _check_channel(what: str, parameter: Parameter, value: Any) -> None:
    if value is None and parameter.default is None:
        return
    if not isinstance(value, tuple):
        check_number(what, value, parameter.unit, parameter.low, parameter.high)
        return
    if not parameter.keyable:
        raise InvalidInput(f"{capital(what)} cannot change over time, got {value!r}.")
    if not value or not all(isinstance(pair, tuple) and len(pair) == 2 for pair in value):
        raise InvalidInput(f"{what} must be a number or pairs of (time, value), got {value!r}.")
    for time, keyed in value:
        check_number(f"{what}, a key's time", time, "s", -LATEST, LATEST)
        check_number(what, keyed, parameter.unit, parameter.low, parameter.high)
    times = [time for time, _ in value]
    if sorted(set(times)) != times:
        raise InvalidInput(f"{what} needs rising key times, got {times}.")
