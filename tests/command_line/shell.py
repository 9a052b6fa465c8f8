"""Helpers for the tests of the command line."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from typing import Any

from footfall import Character, Cue, Performer, Shot

PATIENCE = 900.0  # [s]; the first run on a computer compiles, with little of a busy one
Run = Callable[..., subprocess.CompletedProcess[str]]


def walk(**changes: Any) -> Shot:
    performer = Performer(Character.humanoid(), [Cue("walk", speed=0.6)])
    return Shot(**{"performers": [performer], "duration": 0.5, **changes})


def one_sentence(text: str) -> str:
    lines = text.strip().splitlines()
    assert len(lines) == 1, text
    assert lines[0].startswith("footfall: ")
    assert lines[0].endswith(".")
    return lines[0]
