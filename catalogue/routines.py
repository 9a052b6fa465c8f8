"""Ready-made lists of cues to start from; the panel and the command line offer the same ones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, kw_only=True)
class ReadyCue:
    """A cue of a routine."""

    skill: str
    start: float | None  # [s]; None: when the cue before it is done
    parameters: Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class Routine:
    """The cues of one routine, for a character at any place with any heading.

    Attributes:
        name: as typed on the command line.
        label: in menus.
        sentence: a description for the artist.
        cues: by rising start time.
        duration: [s]; None: until the cues are done.
        recover: whether the performer gets up by itself after a fall.
    """

    name: str
    label: str
    sentence: str
    cues: tuple[ReadyCue, ...]
    duration: float | None
    recover: bool = False


PUSHED_OVER = Routine(
    name="pushed_over",
    label="Pushed over and gets up",
    sentence="Walk, be pushed over from behind, fall, get up and walk on.",
    cues=(
        ReadyCue(skill="walk", start=0.0, parameters={"speed": 1.0}),
        ReadyCue(
            skill="push", start=1.5, parameters={"strength": "knocks_over", "duration": 0.2}
        ),
    ),
    duration=30.0,
    recover=True,
)

FALLS = Routine(
    name="falls",
    label="Falls and gets up",
    sentence="Walk, fall, lie where it comes to rest and get up.",
    cues=(
        ReadyCue(skill="walk", start=0.0, parameters={"speed": 1.0}),
        ReadyCue(skill="fall", start=2.0, parameters={}),
        ReadyCue(skill="get_up", start=None, parameters={}),
    ),
    duration=None,
)

ROUTINES: Mapping[str, Routine] = {routine.name: routine for routine in (PUSHED_OVER, FALLS)}
