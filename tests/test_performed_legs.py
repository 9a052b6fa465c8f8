"""Legs that pass through each other in a clip go around each other in what a body follows."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from footfall import Character
from footfall.base.rotations import quaternions_from_matrices
from footfall.motion.biped_frames import Figure, Posture, in_parents
from footfall.motion.joint_numbers import about
from footfall.motion.performing.clip import PerformedClip, from_text
from footfall.motion.performing.legs_apart import with_legs_apart
from footfall.motion.performing.reference import PerformedReference, reference_of
from footfall.motion.performing.track import Placing

from .bowing_clip import bowing_clip

BODY = Character.humanoid()
FIGURE = Figure(BODY)
X, Y = 0, 1
CLIP = from_text(bowing_clip(BODY))


def passing(narrow: float) -> PerformedClip:
    """The right leg stands; the left one swings past it, inwards by an angle [rad]."""
    frames = len(CLIP.pelvis)
    time = np.linspace(0.0, 1.0, frames)
    swing = 0.5 * np.cos(np.pi * np.clip(2.0 * time - 0.5, 0.0, 1.0))
    turns = {name: np.tile(own[:1], (frames, 1)) for name, own in CLIP.turns.items()}
    inwards = about(X, np.full(frames, -narrow))
    thigh = inwards @ about(Y, swing - 0.45)
    shank = inwards @ about(Y, swing + 0.45)
    turns["upper_leg.L"] = quaternions_from_matrices(thigh)
    for name in ("lower_leg.L", "foot.L", "toes.L"):
        if name in turns:
            turns[name] = quaternions_from_matrices(shank)
    return replace(CLIP, turns=turns, pelvis=np.tile(CLIP.pelvis[:1], (frames, 1)))


def gap_between_shanks(found: PerformedReference) -> float:
    """Least distance [m] between points along both shanks, less their width."""
    along = np.linspace(0.0, 1.0, 15)[:, None]
    ends = [
        [found.placed.origins[:, FIGURE.index[part + side]] for part in ("lower_leg", "foot")]
        for side in (".L", ".R")
    ]
    left, right = (a[:, None] + along * (b - a)[:, None] for a, b in ends)
    shape = BODY.segment("lower_leg.L").shape
    assert shape is not None
    apart = np.linalg.norm(left[:, :, None] - right[:, None], axis=-1)
    return float(apart.min()) - shape.size[Y]


@pytest.mark.parametrize("mirrored", [False, True])
def test_a_leg_that_passes_the_other_one_goes_around_it(mirrored: bool) -> None:
    clip = passing(narrow=0.16)
    found = reference_of(clip, BODY, Placing(mirrored=mirrored), 9.81)
    assert gap_between_shanks(found) > -0.01
    stands = FIGURE.index["foot.L" if mirrored else "foot.R"]
    assert np.ptp(found.placed.origins[:, stands, :2], axis=0).max() < 0.01


def test_legs_that_do_not_touch_stay_as_they_are() -> None:
    found = reference_of(passing(narrow=0.0), BODY, Placing(), 9.81)
    turns = in_parents(found.placed.axes, FIGURE.parents)
    posture = Posture(found.placed.origins[:, 0], turns)
    assert gap_between_shanks(found) > 0.0
    assert with_legs_apart(FIGURE, posture, found.touches, found.bears) is posture
