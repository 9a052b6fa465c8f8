"""A clip that leans further than a walk ever does, on a body that gets up after falls."""

from __future__ import annotations

import numpy as np

from footfall import Character, Cue, Performer, Shot, simulate
from footfall.base.rotations import matrices_from_quaternions
from footfall.motion.performing.clip import PerformedClip, to_text

BODY = Character.humanoid()
RATE, FRAMES, BOW = 15.0, 19, 1.5  # frames a second, frames, angle [rad]
SHARES = {"pelvis": 0.6, "lower_back": 0.8, "torso": 1.0, "head": 1.0}  # of the bow


def deep_bow() -> str:
    """The content of a clip that bows from hips and trunk, legs straight, and comes up again."""
    bow, still = BOW * np.sin(np.linspace(0.0, np.pi, FRAMES)) ** 2, np.zeros(FRAMES)
    turns = {}
    for name, pitch in BODY.standing_pitches().items():
        if name:
            half = (pitch + SHARES.get(name, 0.0) * bow) / 2
            turns[name] = np.column_stack([np.cos(half), still, np.sin(half), still])
    pelvis = np.tile([0.0, 0.0, BODY.standing_height_of_root], (FRAMES, 1))
    return to_text(PerformedClip("bow", RATE, BODY.leg_length, pelvis, turns))


def test_a_deep_bow_is_no_fall() -> None:
    performer = Performer(BODY, [Cue("perform", clip=deep_bow(), tries=12.0)], recover=True)
    performance = simulate(Shot([performer], duration=2.5, frame_rate=60.0)).performances[0]
    trunk = performance.segment_orientations[:, performance.segment_names.index("torso")]
    upright = matrices_from_quaternions(trunk)[:, 2, 2]
    assert upright.min() < 0.3
    assert upright[-1] > 0.95
    assert "fell" not in [name for _, name in performance.events]
    assert performance.root_position[-1, 2] > 0.95 * BODY.standing_height_of_root
