"""`footfall skills`: what there is to pick."""

from __future__ import annotations

from argparse import Namespace

from ..catalogue import SKILLS, Parameter


def run(_: Namespace) -> int:
    for skill in SKILLS.values():
        print(f"{skill.name}: {skill.sentence}")
        for parameter in skill.parameters:
            print(f"  --{parameter.name.replace('_', '-'):12}  {_describe(parameter)}")
    return 0


def _describe(parameter: Parameter) -> str:
    unit = f" {parameter.unit}" if parameter.unit else ""
    default = "none" if parameter.default is None else f"{parameter.default:g}"
    span = f"{parameter.low:g} to {parameter.high:g}{unit}, {default} if not given"
    return f"{parameter.sentence} ({span})"
