"""What the last run did not finish, for its report and for the list of cues."""

from __future__ import annotations

from collections.abc import Sequence

import bpy

from ..shots.shortfalls import shortfalls
from ..shots.take import Take
from .run_state import CURRENT


def note_unfinished(scene: bpy.types.Scene, places: Sequence[int], take: Take) -> list[str]:
    """Store what a take did not finish of the cues with these indices; returns the sentences."""
    found = shortfalls(take)
    for place, sentence in found:
        if place is not None:
            index = places[place]
            CURRENT.unfinished[scene.name, index] = scene.footfall.cues[index].skill, sentence
    return [shortfall.sentence for shortfall in found]


def unfinished(scene: bpy.types.Scene, index: int) -> str:
    """What the last run did not finish of a cue, by its index in the list; "" for nothing."""
    skill, sentence = CURRENT.unfinished.get((scene.name, index), ("", ""))
    return sentence if skill == scene.footfall.cues[index].skill else ""
