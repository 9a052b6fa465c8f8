"""A clip of a minute: a captured walk, turned step by step until it goes in circles."""

from __future__ import annotations

import tempfile
from dataclasses import replace

import numpy as np

from ..base.rotations import multiply_quaternions, turns_about_vertical
from ..evaluation.bundled_clips import write_bundled_clip
from ..evaluation.cases import human, run_cases
from ..motion.performing.clip import PerformedClip, from_text, to_text
from .parts.performed import Performed, clip_of, is_held, perform, told
from .parts.table import Row

RADIUS, LASTS = 6.0, 60.0  # [m], [s]
CYCLES = 52  # of the captured walk, which together last longer
SEED = 1


def measure() -> list[Row]:
    """How near the walk stays, and what a second of it costs."""
    (outcome,) = run_cases(_circling, [SEED])
    return [
        Row(f"a walk of {LASTS:g} s on a circle of {RADIUS:g} m: parts over the center of mass, "
            "joints RMS, drift at the end", "", "", told(outcome), is_held(outcome), "must: held"),
        Row("s of a core per second of motion", "", "", f"{outcome.cost:.1f}", None, ""),
    ]  # fmt: skip


def _circling(seed: int) -> Performed:
    with tempfile.TemporaryDirectory() as folder:
        walk = from_text(clip_of(write_bundled_clip("walk", folder, CYCLES)))
    text = to_text(bent(walk, RADIUS))
    return perform(human(), text, seed, longest=LASTS)


def bent(clip: PerformedClip, radius: float) -> PerformedClip:
    """A clip that goes straight on, bent to the left onto a circle [m].

    The body turns as a whole, by how far its pelvis has come.
    """
    off = clip.pelvis - clip.pelvis[0]
    ahead = off[-1, :2] / np.hypot(*off[-1, :2])
    way, aside = off[:, :2] @ ahead, off[:, :2] @ np.array([-ahead[1], ahead[0]])
    turn = way / radius
    along = (radius - aside) * np.sin(turn)
    left = radius - (radius - aside) * np.cos(turn)
    pelvis = clip.pelvis.copy()
    pelvis[:, 0] = clip.pelvis[0, 0] + along * ahead[0] - left * ahead[1]
    pelvis[:, 1] = clip.pelvis[0, 1] + along * ahead[1] + left * ahead[0]
    about = turns_about_vertical(turn)
    turns = {role: multiply_quaternions(about, own) for role, own in clip.turns.items()}
    return replace(clip, pelvis=pelvis, turns=turns)
