"""Options made from the catalogue, and their way back into a cue's parameters."""

from __future__ import annotations

import argparse
from typing import Any

from ..catalogue import SKILLS, Parameter

PREFIX = "parameter_"


def add_parameters(group: Any) -> None:
    """An option for every parameter of any skill; the shot's check knows which belong together."""
    by_name: dict[str, tuple[Parameter, list[str]]] = {}
    for skill in SKILLS.values():
        for parameter in skill.parameters:
            by_name.setdefault(parameter.name, (parameter, []))[1].append(skill.name)
    for name, (parameter, owners) in by_name.items():
        default = "none" if parameter.default is None else f"{parameter.default:g}"
        unit = f" [{parameter.unit}]" if parameter.unit else ""
        group.add_argument(
            "--" + name.replace("_", "-"),
            dest=PREFIX + name,
            type=number,
            metavar="X",
            help=f"{parameter.sentence}{unit} {parameter.low:g} to {parameter.high:g}, "
            f"{default} if not given ({', '.join(owners)})",
        )


def given_parameters(arguments: argparse.Namespace) -> dict[str, float]:
    """The parameters that were typed, by their names in the catalogue."""
    return {
        name.removeprefix(PREFIX): value
        for name, value in vars(arguments).items()
        if name.startswith(PREFIX) and value is not None
    }


def number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"must be a number, got {text!r}") from None


def whole(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"must be a whole number, got {text!r}") from None
