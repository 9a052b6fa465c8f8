"""A clip that needs no Blender: a body stands still, with some segments turned."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from footfall import Character
from footfall.motion.performing.clip import PerformedClip, to_text

RATE = 30.0  # frames a second


def standing_clip(
    character: Character, seconds: float, pitches: Mapping[str, float] | None = None
) -> str:
    """The content of the clip, as a cue holds it.

    Args:
        pitches: of segments, about the axis to the left [rad]; others stand.
    """
    frames = round(seconds * RATE) + 1
    turns = {}
    for name, pitch in {**character.standing_pitches(), **(pitches or {})}.items():
        if name:
            turn = [np.cos(pitch / 2), 0.0, np.sin(pitch / 2), 0.0]
            turns[name] = np.tile(turn, (frames, 1))
    pelvis = np.tile([0.0, 0.0, character.standing_height_of_root], (frames, 1))
    return to_text(PerformedClip("stand", RATE, character.leg_length, pelvis, turns))
