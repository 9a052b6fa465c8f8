"""A clip that needs no Blender: a four-legged body crouches on its paws and comes up again."""

from __future__ import annotations

import numpy as np

from footfall import Character
from footfall.base.rotations import quaternions_from_matrices
from footfall.motion.biped_frames import Figure, Posture
from footfall.motion.joint_numbers import about
from footfall.motion.leg_kinematics import move_ankles
from footfall.motion.performing.clip import PerformedClip

RATE, FRAMES, DEPTH = 30.0, 25, 0.06  # frames a second, frames, depth of the crouch [m]


def standing_posture(character: Character, frames: int) -> Posture:
    """A body that stands over the origin."""
    figure = Figure(character)
    turns = np.tile(np.eye(3), (frames, len(figure.names), 1, 1))
    for segment, i in zip(character.segments, range(len(figure.names)), strict=True):
        angle = character.standing.get(segment.joint.name, 0.0)
        turns[:, i] = about(1, np.array(angle))
    root = np.tile([0.0, 0.0, character.standing_height_of_root], (frames, 1))
    return Posture(root, turns)


def moved_clip(character: Character, root: np.ndarray, ankles: np.ndarray) -> PerformedClip:
    """A standing body with its pelvis moved by (frames, 3), its ankles by (frames, 4, 3) [m]."""
    figure, posture = Figure(character), standing_posture(character, len(root))
    placed = figure.place(posture)
    feet = placed.origins[:, figure.numbers_of(["foot"], figure.legs)]
    turns = posture.turns.copy()
    move_ankles(figure, turns, posture.root + root, placed, feet + ankles)
    moved = figure.place(Posture(posture.root + root, turns))
    named = enumerate(figure.names)
    axes = {name: quaternions_from_matrices(moved.axes[:, i]) for i, name in named}
    return PerformedClip("move", RATE, character.leg_length, posture.root + root, axes)


def crouching_clip(character: Character) -> PerformedClip:
    """The clip: paws stay, the trunk sinks."""
    root = np.zeros((FRAMES, 3))
    root[:, 2] = -DEPTH * np.sin(np.linspace(0.0, np.pi, FRAMES)) ** 2
    return moved_clip(character, root, np.zeros((FRAMES, 4, 3)))
