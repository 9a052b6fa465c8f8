"""A ready-made list of cues as cues of a performer."""

from __future__ import annotations

from ..catalogue.routines import Routine
from .cue import Cue


def cues_of(routine: Routine) -> list[Cue]:
    """The cues, for a character anywhere and whichever way it faces."""
    return [Cue(cue.skill, cue.start, **cue.parameters) for cue in routine.cues]
