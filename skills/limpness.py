"""Which joints of a body are limp, and when, as its cues ask."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ..bodies.character import Character
from ..catalogue.body_parts import is_among
from ..catalogue.limp import LIMP, LIMP_PARTS
from ..shots.cue import Cue
from ..simulation.rotation import Array


class _Spell(NamedTuple):
    """A time [s] in which joints keep only a share of their muscles' torques, (n,) by segment."""

    begins: float
    ends: float
    tone: Array


class Limpness:
    """The times in which parts of a body are limp.

    Args:
        cues: a performer's; those that are no such event are left out.
    """

    def __init__(self, character: Character, cues: Sequence[Cue] = ()) -> None:
        self._spells = [_spell_of(cue, character) for cue in cues if cue.skill == LIMP.name]

    def tone_at(self, time: float) -> Array | None:
        """(n,) share of each joint's torques at a time [s]; None where all have theirs."""
        tones = [s.tone for s in self._spells if s.begins <= time < s.ends]
        tone = np.min(tones, axis=0) if tones else None
        return tone if tone is not None and tone.min() < 1.0 else None

    def sinks_at(self, time: float) -> bool:
        """Whether a body is then limp everywhere, so that it cannot get up."""
        tone = self.tone_at(time)
        return tone is not None and bool((tone[1:] < 1.0).all())

    def changes_after(self, time: float) -> float:
        """The next time [s] at which a part goes limp or gets its strength back."""
        times = [t for s in self._spells for t in (s.begins, s.ends) if t > time]
        return min(times, default=math.inf)


def _spell_of(cue: Cue, character: Character) -> _Spell:
    values, begins = cue.values(), cue.earliest
    parts = LIMP_PARTS[values["parts"]]
    tone = np.ones(len(character.segments))
    for i, name in enumerate(character.segment_names):
        if is_among(name, parts):
            tone[i] = values["tone"]
    return _Spell(begins, begins + values["duration"], tone)
