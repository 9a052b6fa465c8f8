"""A clip that needs no Blender: a body takes steps forwards over level ground."""

from __future__ import annotations

import numpy as np

from footfall import Character
from footfall.base.rotations import quaternions_from_matrices
from footfall.motion.biped_frames import SIDES, Figure, Posture
from footfall.motion.joint_numbers import about
from footfall.motion.leg_kinematics import move_ankles
from footfall.motion.performing.clip import PerformedClip

RATE, STEPS, STEP_TIME = 100.0, 4, 0.5  # frames a second, [s]
STEP, LIFT, BENDS = 0.25, 0.06, 0.04  # [m] forwards, upwards, of the pelvis below standing


def stepping_clip(character: Character) -> PerformedClip:
    """Left and right swing by turns, each to one step before the other."""
    figure, frames = Figure(character), round(STEPS * STEP_TIME * RATE) + 1
    pitches = character.standing_pitches()
    turns = np.tile(np.eye(3), (frames, len(figure.names), 1, 1))
    for i, parent in enumerate(figure.parents):
        above = pitches.get(figure.names[parent], 0.0) if parent >= 0 else 0.0
        turns[:, i] = about(1, np.array(pitches.get(figure.names[i], 0.0) - above))
    root = np.tile([0.0, 0.0, character.standing_height_of_root], (frames, 1))
    stands = figure.place(Posture(root, turns))
    time = np.arange(frames) / RATE
    ankles = stands.origins[:, [figure.index["foot" + side] for side in SIDES]].copy()
    for step in range(STEPS):
        share = np.clip(time / STEP_TIME - step, 0.0, 1.0)
        far = STEP if step == 0 else 2.0 * STEP
        ankles[:, step % 2, 0] += far * share * share * (3.0 - 2.0 * share)
        ankles[:, step % 2, 2] += LIFT * np.sin(np.pi * share) ** 2
    root[:, 0] = ankles[..., 0].mean(axis=1) - ankles[0, :, 0].mean()
    root[:, 2] -= BENDS
    move_ankles(figure, turns, root, stands, ankles)
    axes = figure.place(Posture(root, turns)).axes
    roles = {name: quaternions_from_matrices(axes[:, i]) for i, name in enumerate(figure.names)}
    return PerformedClip("steps", RATE, character.leg_length, root, roles)
