"""Deep flexion in clips: hips stay in range, feet where they are, knees come to the ground."""

from __future__ import annotations

import math

import numpy as np
import pytest
from numpy.typing import NDArray

from footfall import Character
from footfall.base.rotations import quaternions_from_matrices, rotation_vectors_from_matrices
from footfall.motion.biped_frames import Figure, Placed, Posture
from footfall.motion.joint_numbers import about
from footfall.motion.performing.clip import PerformedClip
from footfall.motion.performing.pelvis_tilt import with_pelvis_under
from footfall.motion.performing.reference import reference_of
from footfall.motion.performing.support import touches_on
from footfall.motion.performing.track import Placing

BODY = Character.humanoid()
FIGURE = Figure(BODY)
X, Y, Z = 0, 1, 2
FRAMES, RATE = 60, 30.0


def posed(pelvis: float = 0.0, height: float = 0.5, **pitches: float) -> Posture:
    """A still body; pitches in the world [rad] by segment, `_L` and `_R` for sides."""
    world = dict.fromkeys(FIGURE.names, pelvis) | {
        name.replace("_L", ".L").replace("_R", ".R"): pitch for name, pitch in pitches.items()
    }
    turns = np.stack([
        about(Y, np.array(world[name] - (world[FIGURE.names[parent]] if parent >= 0 else 0.0)))
        for name, parent in zip(FIGURE.names, FIGURE.parents, strict=True)
    ])  # fmt: skip
    return Posture(np.tile([0.0, 0.0, height], (FRAMES, 1)), np.tile(turns, (FRAMES, 1, 1, 1)))


def angle_about_y(turns: NDArray[np.float64]) -> float:
    """Of a still orientation [rad]."""
    return float(rotation_vectors_from_matrices(turns[:1])[0, Y])


def clip_of(placed: Placed) -> PerformedClip:
    turns = {
        name: quaternions_from_matrices(placed.axes[:, i])
        for name, i in FIGURE.index.items()
    }
    return PerformedClip("kneel", RATE, BODY.leg_length, placed.origins[:, 0], turns)


def test_a_pelvis_turns_under_where_a_hip_is_flexed_too_far() -> None:
    asked = posed(0.4, upper_leg_L=-2.1, lower_leg_L=0.0, foot_L=0.0, toes_L=0.0,
                  upper_leg_R=0.0, lower_leg_R=1.5)  # fmt: skip
    before, found = FIGURE.place(asked), with_pelvis_under(FIGURE, asked, 0.05)
    after = FIGURE.place(found)
    hip, least = FIGURE.index["upper_leg.L"], BODY.segment("upper_leg.L").joint.limits[Y][0]
    assert angle_about_y(asked.turns[:, hip]) < least - math.radians(15)
    assert angle_about_y(found.turns[:, hip]) == pytest.approx(least + 0.05, abs=1e-6)
    for name in ("torso", "head", "upper_leg.L", "lower_leg.R", "foot.L"):
        i = FIGURE.index[name]
        assert np.allclose(after.axes[:, i], before.axes[:, i], atol=1e-9)
    feet = [FIGURE.index["foot" + side] for side in (".L", ".R")]
    assert np.allclose(after.origins[:, feet], before.origins[:, feet], atol=1e-9)
    bent = [angle_about_y(found.turns[:, FIGURE.index[n]]) for n in ("lower_back", "torso")]
    assert min(bent) > 0.05


def test_a_hip_beyond_its_range_does_not_lower_its_leg() -> None:
    asked = posed(0.4, upper_leg_L=-2.1, lower_leg_L=0.0, foot_L=0.0, toes_L=0.0,
                  upper_leg_R=0.0, lower_leg_R=0.1, foot_R=0.0, toes_R=0.0)  # fmt: skip
    thigh, placed = FIGURE.index["upper_leg.L"], FIGURE.place(asked)
    found = reference_of(clip_of(placed), BODY, Placing(), 9.81).placed
    along = np.einsum("fk,k->f", found.axes[:, thigh, :, Z], placed.axes[0, thigh, :, Z])
    assert np.degrees(np.arccos(np.minimum(along, 1.0))).max() < 4.0


def test_hips_within_their_range_leave_a_pose_as_it_is() -> None:
    asked = posed(0.2, upper_leg_L=-1.5, lower_leg_L=0.3)
    assert with_pelvis_under(FIGURE, asked, 0.05) is asked


def test_a_knee_that_hangs_over_the_ground_kneels_on_it() -> None:
    """One foot stands; of the other leg the knee is 9 cm over the ground."""
    foot = FIGURE.index["foot.L"]
    kneel = posed(upper_leg_L=-1.5, lower_leg_L=0.0, foot_L=0.0, toes_L=0.0,
                  upper_leg_R=0.45, lower_leg_R=1.6, foot_R=2.3, toes_R=2.3)  # fmt: skip
    touches = touches_on(FIGURE)
    sole = touches.segments == foot
    high = touches.places(FIGURE.place(kneel))[0, sole, Z].min()
    placed = FIGURE.place(Posture(kneel.root - [0.0, 0.0, high], kneel.turns))
    found = reference_of(clip_of(placed), BODY, Placing(), 9.81)
    knee = found.touches.segments == FIGURE.index["lower_leg.R"]
    heights = found.touches.places(found.placed)[..., Z]
    assert placed.origins[0, FIGURE.index["lower_leg.R"], Z] > 0.1
    middle = slice(200, 700)
    assert found.bears[middle][:, knee].any(axis=1).all()
    assert np.abs(heights[middle][:, knee].min(axis=1)).max() < 0.015
    assert heights[middle].min() > -0.02
    assert np.abs(heights[middle][:, sole].min(axis=1)).max() < 0.01
