"""The gallop, which no cue offers yet, in place of the trot."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, cast

from ..skills import SKILLS
from ..skills.behaviour import Behaviour
from ..skills.four_legs.gallop import Gallop


@contextmanager
def galloping() -> Iterator[None]:
    """Within it, in this process, what a `trot` cue asks for is done by the gallop's law."""
    skills = cast(dict[str, type[Behaviour[Any]]], SKILLS["quadruped"])
    usual, skills["trot"] = skills["trot"], Gallop
    try:
        yield
    finally:
        skills["trot"] = usual
