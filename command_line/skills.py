"""`footfall skills`: what there is to pick."""

from __future__ import annotations

from argparse import Namespace

from ..catalogue import EVENTS, SKILLS
from .parameters import PUSH_EXAMPLE, describe, option


def run(_: Namespace) -> int:
    for skill in SKILLS.values():
        print(f"{skill.name}: {skill.sentence}")
        for parameter in skill.parameters:
            print(f"  {option(parameter):15}  {describe(parameter)}")
    for event in EVENTS.values():
        print(f"{event.name}: {event.sentence} As in {PUSH_EXAMPLE}")
        for parameter in event.parameters:
            print(f"  {parameter.name:15}  {describe(parameter)}")
    return 0
