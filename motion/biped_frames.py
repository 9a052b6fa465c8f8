"""Forward kinematics of many frames of a body at once, with center of mass and momentum."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..bodies.character import Character
from .joint_numbers import Joints

Array = NDArray[np.float64]
SIDES = (".L", ".R")
X, Y, Z = 0, 1, 2
TINY = 1e-12


@dataclass(frozen=True, eq=False)
class Posture:
    """A body's postures over time, in the frame in which the root is given.

    Attributes:
        root: (..., frames, 3) origin of the pelvis [m].
        turns: (..., frames, n, 3, 3) orientation of each segment in its parent; of the pelvis in
            the root's frame of reference.
    """

    root: Array
    turns: Array


@dataclass(frozen=True, eq=False)
class Placed:
    """Postures with all segments placed by forward kinematics.

    Attributes:
        origins, centers: (..., frames, n, 3) joints and centers of mass [m].
        axes: (..., frames, n, 3, 3) segment frames, axes as columns.
        com: (..., frames, 3) center of mass of the body [m].
    """

    origins: Array
    centers: Array
    axes: Array
    com: Array


class Figure:
    """A body's tree of segments as arrays; n segments, parents before children.

    Attributes:
        legs: what the names of each leg's parts end with: ".L" and ".R", or ".FL" and so on.
    """

    def __init__(self, character: Character) -> None:
        self.character = character
        segments = character.segments
        self.joints = Joints(character)
        self.names = character.segment_names
        self.index = {name: i for i, name in enumerate(self.names)}
        self.legs = tuple(n.removeprefix("foot") for n in self.names if n.startswith("foot."))
        self.parents = [self.index.get(s.parent, -1) for s in segments]
        self.offsets = np.array([s.offset for s in segments], dtype=float)
        self.centers = np.array([s.center for s in segments], dtype=float)
        self.masses = np.array([s.mass for s in segments], dtype=float)
        self.inertias = np.array([s.inertia for s in segments], dtype=float)

    def numbers_of(self, parts: Sequence[str], ends: Sequence[str]) -> list[int]:
        """Numbers of the segments of these names with these ends, of those that the body has."""
        names = (part + end for part in parts for end in ends)
        return [self.index[name] for name in names if name in self.index]

    def place(self, posture: Posture) -> Placed:
        """Forward kinematics of all frames; array axes before that of the frames are allowed."""
        turns, root = posture.turns, posture.root
        axes, origins = np.empty_like(turns), np.empty(turns.shape[:-1])
        axes[..., 0, :, :], origins[..., 0, :] = turns[..., 0, :, :], root
        for i, parent in enumerate(self.parents[1:], start=1):
            above = axes[..., parent, :, :]
            axes[..., i, :, :] = above @ turns[..., i, :, :]
            origins[..., i, :] = origins[..., parent, :] + above @ self.offsets[i]
        centers = origins + (axes @ self.centers[:, :, None])[..., 0]
        com = np.einsum("...ni,n->...i", centers, self.masses) / self.masses.sum()
        return Placed(origins, centers, axes, com)

    def spin_momentum(self, placed: Placed, travel: Array, rate: float) -> Array:
        """(..., frames, 3) angular momentum about the center of mass [kg m2/s] of a closed cycle.

        Args:
            travel: (3,) displacement per cycle [m]; rate: frames a second.
        """
        arms = placed.centers - placed.com[..., None, :]
        # The motion of the center of mass drops out of the sum: absolute velocities will do.
        orbital = np.cross(arms, cyclic_velocity(arms, 0.0 * travel, rate)) * self.masses[:, None]
        frames = placed.axes.ndim - 4
        after, before = np.roll(placed.axes, -1, frames), np.roll(placed.axes, 1, frames)
        spins = small_turns(after @ np.swapaxes(before, -1, -2)) * rate / 2.0
        own = np.swapaxes(placed.axes, -1, -2) @ spins[..., None] * self.inertias[:, :, None]
        turning = (placed.axes @ own)[..., 0]
        total: Array = (orbital + turning).sum(axis=-2)
        return total


def in_parents(axes: Array, parents: ArrayLike) -> Array:
    """(..., n, 3, 3) orientation of each segment in its parent; the identity of the root.

    Args:
        axes: (..., n, 3, 3) segment frames; parents: (n,) their numbers, negative of the root.
    """
    above = axes[..., np.maximum(parents, 0), :, :]
    turns: Array = np.swapaxes(above, -1, -2) @ axes
    return turns


def small_turns(matrices: Array) -> Array:
    """(..., 3, 3) -> rotation vectors (..., 3) [rad], of rotations by less than a right angle."""
    skew = (matrices - np.swapaxes(matrices, -1, -2)) / 2.0
    sines = np.stack([skew[..., Z, Y], skew[..., X, Z], skew[..., Y, X]], axis=-1)
    sine = np.minimum(np.sqrt(np.sum(sines * sines, axis=-1, keepdims=True)), 1.0)
    vectors: Array = sines * np.where(sine > TINY, np.arcsin(sine) / np.maximum(sine, TINY), 1.0)
    return vectors


def cyclic_velocity(points: Array, travel: Array, rate: float) -> Array:
    """Central differences (..., frames, n, 3) [m/s] of points that move `travel` [m] per cycle."""
    frames = points.ndim - 3
    after, before = np.roll(points, -1, frames), np.roll(points, 1, frames)
    after[..., -1, :, :] += travel
    before[..., 0, :, :] -= travel
    velocity: Array = (after - before) * rate / 2.0
    return velocity
