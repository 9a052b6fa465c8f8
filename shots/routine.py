"""The cues of a ready-made routine, for a performer."""

from __future__ import annotations

from ..catalogue.routines import Routine
from .cue import Cue


def cues_of(routine: Routine) -> list[Cue]:
    """The cues, for a character at any place with any heading."""
    return [Cue(cue.skill, cue.start, **cue.parameters) for cue in routine.cues]
