"""Ready-made lists of cues, to start from: the panel and the command line offer the same ones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, kw_only=True)
class ReadyCue:
    """A cue of a routine; a force's x points forward and its y to the left of the character."""

    skill: str
    start: float  # [s]
    parameters: Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class Routine:
    """What a character does, from a start anywhere and whichever way it faces.

    Attributes:
        name: as typed.
        label: in menus.
        sentence: what happens.
        cues: by rising start.
        duration: [s]
        recover: whether it gets up by itself where it falls.
    """

    name: str
    label: str
    sentence: str
    cues: tuple[ReadyCue, ...]
    duration: float
    recover: bool = False


PUSHED_OVER = Routine(
    name="pushed_over",
    label="Pushed over and gets up",
    sentence="Walk, be pushed over from behind, fall, get up and walk on.",
    cues=(
        ReadyCue(skill="walk", start=0.0, parameters={"speed": 1.0}),
        ReadyCue(
            skill="push", start=1.5, parameters={"force": (900.0, 0.0, 0.0), "duration": 0.2}
        ),
    ),
    duration=20.0,
    recover=True,
)

ROUTINES: Mapping[str, Routine] = {routine.name: routine for routine in (PUSHED_OVER,)}
