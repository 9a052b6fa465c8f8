"""Orientations of segments in their parents <-> the flat joint numbers of `simulation.body`."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..rigs.character import Character
from ..rigs.rotations import matrices_from_quaternions, quaternions_from_matrices

Array = NDArray[np.float64]
SIZES = {"spherical": 4, "universal": 2, "hinge": 1}  # numbers of a joint's position


def joint_places(character: Character) -> list[tuple[int, str, slice]]:
    """(segment's index, joint's type, its numbers) of every joint that moves."""
    places, start = [], 0
    for i, segment in enumerate(character.segments):
        size = SIZES.get(segment.joint.type, 0)
        if size:
            places.append((i, segment.joint.type, slice(start, start + size)))
            start += size
    return places


def turns_of(character: Character, root_orientation: Array, joints: Array) -> Array:
    """(frames, n, 3, 3) from quaternions of the root (frames, 4) and numbers (frames, k)."""
    turns = np.tile(np.eye(3), (len(joints), len(character.segments), 1, 1))
    turns[:, 0] = matrices_from_quaternions(root_orientation)
    for i, kind, numbers in joint_places(character):
        given = joints[:, numbers]
        if kind == "spherical":
            turns[:, i] = matrices_from_quaternions(given)
        elif kind == "hinge":
            turns[:, i] = about(1, given[:, 0])
        else:
            turns[:, i] = about(1, given[:, 0]) @ about(0, given[:, 1])
    return turns


def numbers_of(character: Character, turns: Array) -> Array:
    """(frames, k) joint numbers; what a joint's axes cannot show is left out.

    Quaternions get the signs with w >= 0.
    """
    parts = []
    for i, kind, _ in joint_places(character):
        turn = turns[:, i]
        if kind == "spherical":
            q = quaternions_from_matrices(turn)
            parts.append(q * np.where(q[:, :1] < 0.0, -1.0, 1.0))
            continue
        if kind == "hinge":
            parts.append(np.arctan2(turn[:, 0, 2], turn[:, 2, 2])[:, None])
            continue
        # Ry(pitch) Rx(roll): its first column is pitched only, its second and third rolled too.
        pitch = np.arctan2(-turn[:, 2, 0], turn[:, 0, 0])
        roll = np.arctan2(-turn[:, 1, 2], turn[:, 1, 1])
        parts.append(np.stack([pitch, roll], axis=1))
    return np.concatenate(parts, axis=1)


def about(axis: int, angles: Array) -> Array:
    """(..., 3, 3) turns by angles (...) about x, y or z (0, 1, 2) [rad]."""
    angles = np.asarray(angles, dtype=float)
    turned = np.zeros((*angles.shape, 3, 3))
    j, k = (axis + 1) % 3, (axis + 2) % 3
    c, s = np.cos(angles), np.sin(angles)
    turned[..., axis, axis] = 1.0
    turned[..., j, j], turned[..., k, k] = c, c
    turned[..., j, k], turned[..., k, j] = -s, s
    return turned
