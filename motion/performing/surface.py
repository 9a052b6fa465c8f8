"""The ground under a clip's way: what there is to stand on below each of its points."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .track import RATE

Array = NDArray[np.float64]
# (n,) heights [m] under places (n, 2) [m], seen from a height [m]; NaN where there is none.
Heights = Callable[[Array, float], Array]
PART = round(0.1 * RATE)  # frames of a way that are seen from the same height
SEEN_FROM, CLIMBED = 1.8, 0.4  # [m] over the ground of the part before; of an adult

LEVEL = 1e-6  # [m] of errors of the heights


@dataclass(frozen=True)
class Footing:
    """The shot's ground as a clip needs it.

    Attributes:
        heights: what can be stood on.
        start: height [m] of the ground where the clip begins.
    """

    heights: Heights
    start: float


class Surface:
    """The ground under a way. It is seen from the body's own height over the part of the way
    before, so that no roof counts, and what no foot could be lifted onto from there is a wall.
    """

    def __init__(self, footing: Footing, way: Array, first: int, size: float) -> None:
        """
        Args:
            way: (frames, 2) of the body over the ground [m].
            first: frame in which it is at the ground's start.
            size: of the body, relative to an adult.
        """
        self._heights, self._size = footing.heights, size
        parts = -(-len(way) // PART)
        self._levels = np.full(parts, footing.start)
        begin = first // PART
        for order in (range(begin, parts), range(begin, -1, -1)):
            level = footing.start
            for part in order:
                self._levels[part] = level
                frame = part * PART
                ends = min(frame + PART, len(way)) - 1
                level = float(self.near(frame, way[[ends if order.step > 0 else frame]])[0])

    def near(self, frame: int, places: Array) -> Array:
        """(n,) heights [m] under places (n, 2) that the body is near in a frame."""
        level = float(self._levels[frame // PART])
        found = self._heights(places, level + SEEN_FROM * self._size)
        is_ground = found <= level + CLIMBED * self._size  # never true of NaN
        heights: Array = np.where(is_ground, found, level)
        return heights

    def is_level(self, places: Array) -> bool:
        """Whether the plane z = 0 is under all places (frames, k, 2)."""
        return bool(np.abs(self.under(places)).max() < LEVEL)

    def highest(self, places: Array, around: float) -> Array:
        """(frames, k) greatest height [m] at places (frames, k, 2) and at a distance from them."""
        ways = around * np.array([[0, 0], [1, 0], [-1, 0], [0, 1], [0, -1]])
        near = (places[:, :, None] + ways).reshape(len(places), -1, 2)
        highest: Array = self.under(near).reshape(*places.shape[:2], -1).max(axis=2)
        return highest

    def under(self, places: Array) -> Array:
        """(frames, k) heights [m] under places (frames, k, 2)."""
        found = np.empty(places.shape[:2])
        for frame in range(0, len(places), PART):
            part = places[frame : frame + PART]
            found[frame : frame + PART] = self.near(frame, part.reshape(-1, 2)).reshape(
                part.shape[:2]
            )
        return found
