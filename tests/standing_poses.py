"""Poses that need no Blender, as clips: a body stands, as a boxer does or otherwise."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from footfall import Character
from footfall.base.rotations import matrices_from_quaternions, quaternions_from_matrices
from footfall.motion.biped_frames import Figure, Posture
from footfall.motion.joint_numbers import about
from footfall.motion.leg_kinematics import feet_of, set_legs
from footfall.motion.performing.clip import PerformedClip

Turn = tuple[float, float, float]  # about x, then y, then z [rad]
Foot = tuple[float, float, float]  # displacement ahead and to the left [m], and turn [rad]
GUARD: Mapping[str, Turn] = {
    "lower_back": (0.0, 0.1, -0.15), "torso": (0.0, 0.12, -0.15),
    "upper_arm.L": (0.2, -0.7, 0.0), "lower_arm.L": (0.0, -1.8, 0.0),
    "upper_arm.R": (-0.2, -0.3, 0.0), "lower_arm.R": (0.0, -2.1, 0.0),
}  # fmt: skip
STAGGERED: Sequence[Foot] = ((0.18, 0.04, -0.1), (-0.18, -0.04, -0.5))
WHERE_IT_STANDS: Sequence[Foot] = ((0.0, 0.0, 0.0), (0.0, 0.0, 0.0))


def guard(character: Character) -> PerformedClip:
    """One foot before the other, bent knees, and the hands before the chin."""
    return posed(character, GUARD, STAGGERED, sinks=0.08)


def posed(
    character: Character, turns: Mapping[str, Turn], feet: Sequence[Foot] = WHERE_IT_STANDS,
    sinks: float = 0.0,
) -> PerformedClip:  # fmt: skip
    """A single frame of a body that faces +x.

    Args:
        turns: of segments in their parents; others stand.
        feet: left and right, against where they stand.
        sinks: of the pelvis below standing [m].
    """
    figure, pitches = Figure(character), character.standing_pitches()
    joints = np.tile(np.eye(3), (1, len(figure.names), 1, 1))
    for i, parent in enumerate(figure.parents):
        above = pitches.get(figure.names[parent], 0.0) if parent >= 0 else 0.0
        joints[:, i] = about(1, np.array(pitches.get(figure.names[i], 0.0) - above))
    for name, (x, y, z) in turns.items():
        turned = about(2, np.array(z)) @ about(1, np.array(y)) @ about(0, np.array(x))
        joints[:, figure.index[name]] = turned
    root = np.array([[0.0, 0.0, character.standing_height_of_root]])
    stand = feet_of(figure, figure.place(Posture(root, joints)))
    for s, (x, y, turn) in enumerate(feet):
        stand.ankles[:, s, :2] += x, y
        stand.turns[:, s] = about(2, np.array(turn)) @ stand.turns[:, s]
    root = root - [0.0, 0.0, sinks]
    set_legs(figure, joints, root, stand)
    axes = figure.place(Posture(root, joints)).axes
    roles = {name: quaternions_from_matrices(axes[:, i]) for i, name in enumerate(figure.names)}
    return PerformedClip("pose", 30.0, character.leg_length, root, roles)


def turned_over(pose: PerformedClip) -> PerformedClip:
    """The same pose lying on its front."""
    over = about(1, np.array(np.pi / 2))
    turns = {
        name: quaternions_from_matrices(over @ matrices_from_quaternions(own))
        for name, own in pose.turns.items()
    }
    return PerformedClip(pose.name, pose.rate, pose.leg, np.array([[0.0, 0.0, 0.15]]), turns)
