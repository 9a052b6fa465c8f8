"""A clip that needs no Blender: a body bows with its trunk and comes up again."""

from __future__ import annotations

import numpy as np

from footfall import Character
from footfall.motion.performing.clip import PerformedClip, to_text

RATE, FRAMES, BOW = 30.0, 19, 0.3  # frames a second, frames, angle [rad]
BOWED = ("lower_back", "torso", "head", "upper_arm", "lower_arm", "hand")


def bowing_clip(character: Character) -> str:
    """The content of the clip, as a cue holds it."""
    bow = BOW * np.sin(np.linspace(0.0, np.pi, FRAMES)) ** 2
    turns = {}
    for name, pitch in character.standing_pitches().items():
        if name:
            bent = name.split(".")[0] in BOWED
            half = (pitch + (bow if bent else np.zeros(FRAMES))) / 2
            still = np.zeros(FRAMES)
            turns[name] = np.column_stack([np.cos(half), still, np.sin(half), still])
    pelvis = np.tile([0.0, 0.0, character.standing_height_of_root], (FRAMES, 1))
    return to_text(PerformedClip("bow", RATE, character.leg_length, pelvis, turns))
