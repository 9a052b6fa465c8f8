"""Options made from the catalogue, and parsing them into a cue's parameters."""

from __future__ import annotations

import argparse
from typing import Any

from ..base.errors import InvalidInput
from ..catalogue import (
    SKILLS,
    AnyParameter,
    ClipParameter,
    Parameter,
    PlaceParameter,
    PoseParameter,
    PropParameter,
    ShownParameter,
    TargetParameter,
    TextParameter,
    VectorParameter,
)
from ..catalogue.pushes import PUSH
from ..shots.cue import Cue
from .clips import FILES

PREFIX = "parameter_"
AS_CUES = "cues"  # the duration of a shot as long as its cues
# By parameter, the option with the name of the object that shows it.
SHOWN_BY = {s.bound_by: s.shown_as for s in SKILLS.values() if s.shown_as}
PUSH_EXAMPLE = '--push "start=3 direction=from_left strength=shove"'


def add_parameters(group: Any) -> None:
    """Add an option for every parameter of any skill; checks of the shot find invalid ones."""
    by_name: dict[str, tuple[AnyParameter, list[str]]] = {}
    for skill in SKILLS.values():
        for parameter in skill.parameters:
            is_typed = isinstance(parameter, TargetParameter) or _is_typed_place(parameter)
            if is_typed or not isinstance(parameter, ShownParameter):  # objects show others
                by_name.setdefault(parameter.name, (parameter, []))[1].append(skill.name)
    for name, (parameter, owners) in by_name.items():
        if isinstance(parameter, TargetParameter):
            _add_target(group, parameter, owners)
            continue
        if isinstance(parameter, PlaceParameter):
            described = f"{parameter.sentence} (x and y in m, no default) [{', '.join(owners)}]"
            group.add_argument(
                option(parameter), dest=PREFIX + name, nargs=2, type=float, metavar=("X", "Y"),
                help=described,
            )  # fmt: skip
            continue
        if isinstance(parameter, ClipParameter):
            described = f"{describe(parameter)} [{', '.join(owners)}]"
            group.add_argument(option(parameter), metavar="NAME|FILE", help=described)
            continue
        if isinstance(parameter, PoseParameter):
            described = f"{describe(parameter)} [{', '.join(owners)}]"
            group.add_argument(
                option(parameter), dest=PREFIX + name, metavar="NAME|FILE", help=described
            )
            continue
        is_text = isinstance(parameter, TextParameter | PropParameter)
        group.add_argument(
            option(parameter),
            dest=PREFIX + name,
            type=str if is_text else number,
            metavar="NAME" if is_text else "X",
            help=f"{describe(parameter)} [{', '.join(owners)}]".replace("%", "%%"),
        )


def _is_typed_place(parameter: AnyParameter) -> bool:
    """Whether it is a single place that may be left out, which no object need show."""
    if not isinstance(parameter, PlaceParameter):
        return False
    return parameter.least == 1 and not parameter.is_needed


def _add_target(group: Any, parameter: TargetParameter, owners: list[str]) -> None:
    group.add_argument(
        option(parameter),
        dest=PREFIX + parameter.name,
        nargs="+",
        metavar="X Y Z | NAME",
        help=f"{describe(parameter)} [{', '.join(owners)}]".replace("%", "%%"),
    )


def option(parameter: AnyParameter) -> str:
    """The option of a parameter; a place is given by the name of an object, a clip by that of an
    Action.
    """
    if isinstance(parameter, ClipParameter):
        return "--action"
    name = parameter.name
    if isinstance(parameter, PlaceParameter):
        name = SHOWN_BY.get(name, name)
    return "--" + name.replace("_", "-")


def describe(parameter: AnyParameter) -> str:
    """A sentence on the parameter, its allowed values, and its default."""
    if isinstance(parameter, PropParameter):
        return f"{parameter.sentence} (a mesh object of the file, {parameter.default} if not given)"
    if isinstance(parameter, ClipParameter | PoseParameter):
        return f"{parameter.sentence} (a name in the rig's file, or a {', '.join(FILES)} file)"
    if isinstance(parameter, TargetParameter):
        return f"{parameter.sentence} (x, y and z in m, or an object of the file, no default)"
    if isinstance(parameter, ShownParameter):
        return f"{parameter.sentence} (an object of the file, no default)"
    return f"{parameter.sentence} ({_allowed(parameter)}, {_default(parameter)} if not given)"


def _allowed(parameter: Parameter | TextParameter | VectorParameter) -> str:
    if isinstance(parameter, TextParameter):
        if parameter.is_free:
            return "a line of text"
        return ", ".join(parameter.choices()) if parameter.choices else "any of the character's"
    unit = f" {parameter.unit}" if parameter.unit else ""
    return f"{parameter.low:g} to {parameter.high:g}{unit}"


def _default(parameter: Parameter | TextParameter | VectorParameter) -> str:
    if isinstance(parameter, TextParameter):
        return parameter.default
    if isinstance(parameter, VectorParameter):
        return ",".join(f"{n:g}" for n in parameter.default)
    return "none" if parameter.default is None else f"{parameter.default:g}"


def given_parameters(arguments: argparse.Namespace) -> dict[str, Any]:
    """The parameters that were typed, by their names in the catalogue."""
    given = {
        name.removeprefix(PREFIX): value
        for name, value in vars(arguments).items()
        if name.startswith(PREFIX) and value is not None
    }
    if "target" in given:
        given["target"] = target_of(given["target"])
    return given


def target_of(words: list[str]) -> str | tuple[float, ...]:
    """The value of `--target`: a name or a place; raises InvalidInput for anything else."""
    try:
        place = tuple(float(word) for word in words)
    except ValueError:
        place = ()
    if len(place) == 3:
        return place
    if len(words) == 1 and not place:
        return words[0]
    raise InvalidInput(
        f"A target must be x, y and z as in --target 1.5 0 1.2, or the name of an object, got "
        f"{' '.join(words)!r}."
    )


def push_cue(text: str) -> Cue:
    """The cue of "start=3 force=600,0,0 segment=torso"; omitted values get their defaults."""
    known = {parameter.name: parameter for parameter in PUSH.parameters}
    values: dict[str, Any] = {}
    for item in text.split():
        name, equals, value = item.partition("=")
        if not equals or name in values:
            raise InvalidInput(f"A push must be written as in {PUSH_EXAMPLE}, got {text!r}.")
        values[name] = _typed(name, value, known.get(name))
    return Cue(PUSH.name, **values)


def _typed(name: str, value: str, parameter: AnyParameter | None) -> Any:
    if isinstance(parameter, VectorParameter):
        return tuple(_push_number(name, part) for part in value.split(","))
    if isinstance(parameter, Parameter) or name == "start":
        return _push_number(name, value)
    return value


def _push_number(name: str, text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise InvalidInput(f"A push's {name} must be made of numbers, got {text!r}.") from None


def number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"must be a number, got {text!r}") from None


def seconds_or_cues(text: str) -> float | str:
    """The duration of a shot: a number [s], or AS_CUES."""
    try:
        return AS_CUES if text == AS_CUES else float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"must be a number or {AS_CUES!r}, got {text!r}"
        ) from None


def whole(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"must be a whole number, got {text!r}") from None
