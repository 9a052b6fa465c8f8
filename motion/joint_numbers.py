"""Orientations of segments in their parents <-> the flat joint numbers of `simulation.body`."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..base.rotations import (
    angle_of,
    continuous_signs,
    matrices_from_quaternions,
    quaternions_from_matrices,
)
from ..bodies.character import Character

Array = NDArray[np.float64]
X, Y, Z = 0, 1, 2
SIZES = {"spherical": 4, "universal": 2, "hinge": 1}  # numbers of a joint's position


class Joints:
    """The flat joint numbers of a character.

    Attributes:
        places: (segment's index, joint's type, its numbers) of every joint that moves.
    """

    def __init__(self, character: Character) -> None:
        self.places: list[tuple[int, str, slice]] = []
        self._count, start = len(character.segments), 0
        for i, segment in enumerate(character.segments):
            size = SIZES.get(segment.joint.type, 0)
            if size:
                self.places.append((i, segment.joint.type, slice(start, start + size)))
                start += size
        self._size = start
        balls = [(i, part.start) for i, kind, part in self.places if kind == "spherical"]
        self._balls = [i for i, _ in balls]
        self._quaternions = np.array([start for _, start in balls])[:, None] + np.arange(4)

    def turns(self, root_orientation: Array, numbers: Array) -> Array:
        """(frames, n, 3, 3) orientations from root quaternions (frames, 4) and numbers (frames, k).
        """
        turns = np.tile(np.eye(3), (len(numbers), self._count, 1, 1))
        turns[:, 0] = matrices_from_quaternions(root_orientation)
        turns[:, self._balls] = matrices_from_quaternions(numbers[:, self._quaternions])
        for i, kind, part in self.places:
            given = numbers[:, part]
            if kind == "hinge":
                turns[:, i] = about(Y, given[:, 0])
            elif kind == "universal":
                turns[:, i] = about(Y, given[:, 0]) @ about(X, given[:, 1])
        return turns

    def numbers(self, turns: Array) -> Array:
        """(frames, k) of turns (frames, n, 3, 3); rotation outside a joint's axes is dropped.

        Quaternions have w >= 0.
        """
        numbers = np.empty((len(turns), self._size))
        q = quaternions_from_matrices(turns[:, self._balls])
        numbers[:, self._quaternions] = q * np.where(q[..., :1] < 0.0, -1.0, 1.0)
        for i, kind, part in self.places:
            turn = turns[:, i]
            if kind == "hinge":
                numbers[:, part] = angle_of(turn[:, X, Z], turn[:, Z, Z])[:, None]
            elif kind == "universal":
                # Ry(pitch) Rx(roll): the first column depends on the pitch only.
                numbers[:, part.start] = angle_of(-turn[:, Z, X], turn[:, X, X])
                numbers[:, part.start + 1] = angle_of(-turn[:, Y, Z], turn[:, Y, Y])
        return numbers

    def with_continuous_signs(self, numbers: Array) -> Array:
        """The same numbers (frames, k), with quaternions' signs continuous over the frames."""
        smooth = numbers.copy()
        for _, kind, part in self.places:
            if kind == "spherical":
                smooth[:, part] = continuous_signs(numbers[:, part])
        return smooth


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
