"""`footfall skills`: lists skills and events with their parameters."""

from __future__ import annotations

from argparse import Namespace

from ..catalogue import EVENTS, SKILLS, Skill
from .parameters import PUSH_EXAMPLE, describe, option


def run(_: Namespace) -> int:
    for skill in SKILLS.values():
        print(f"{skill.name}: {skill.sentence}{ends(skill)}")
        for parameter in skill.parameters:
            print(f"  {option(parameter):15}  {describe(parameter)}")
    for event in EVENTS.values():
        print(f"{event.name}: {event.sentence} As in {PUSH_EXAMPLE}")
        for parameter in event.parameters:
            print(f"  {parameter.name:15}  {describe(parameter)}")
    return 0


def ends(skill: Skill) -> str:
    """When a skill with an end is done, and how long that usually takes."""
    ending = skill.ending
    if ending is None:
        return ""
    where = f", at the end of an open {ending.along}" if ending.along else ""
    times = ", ".join(f"{seconds:g} s of a {kind}" for kind, seconds in ending.seconds.items())
    return f" Done at the event {ending.event}{where}: usually after {times}, beside any way to go."
