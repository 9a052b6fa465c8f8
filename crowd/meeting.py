"""Which regions of performers overlap, all of them looked at together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .reach import Reach

Array = NDArray[np.float64]
ROUNDING = 1e-9  # [m] by which boxes are larger than what they hold


class Segments(NamedTuple):
    """Parts of ways on the ground, from starts (n, 2) to ends (n, 2) [m]; a way of one point is
    one part without length.
    """

    starts: Array
    ends: Array

    @classmethod
    def of(cls, way: Array) -> Segments:
        """Those of a polyline (m, 2)."""
        return cls(way, way) if len(way) == 1 else cls(way[:-1], way[1:])


class Regions:
    """Regions, and whether one of them overlaps with others."""

    def __init__(self, reaches: Sequence[Reach]) -> None:
        parts = [Segments.of(reach.way) for reach in reaches]
        counts = [len(part.starts) for part in parts]
        self._margins = np.array([reach.margin for reach in reaches])
        self._owners = np.repeat(np.arange(len(reaches)), counts)  # (segments,)
        self._first = np.cumsum([0, *counts])
        self._segments = Segments(*map(np.concatenate, zip(*parts, strict=True)))
        spare = (self._margins[self._owners] + ROUNDING)[:, None]
        self._lows = np.minimum(*self._segments) - spare  # (segments, 2)
        self._highs = np.maximum(*self._segments) + spare

    def that_meet(self, number: int, among: NDArray[np.bool_]) -> list[int]:
        """Numbers of the regions that overlap with this one, rising.

        Args:
            among: (regions,) which regions to look at.
        """
        own = slice(self._first[number], self._first[number + 1])
        low, high = self._lows[own].min(axis=0), self._highs[own].max(axis=0)
        near = among[self._owners]
        for axis in range(2):  # boxes first: most regions are far away
            near &= self._lows[:, axis] <= high[axis]
            near &= self._highs[:, axis] >= low[axis]
        (near_by,) = np.nonzero(near)
        owners = self._owners[near_by]
        apart = distances(self._of(own), self._of(near_by))
        overlaps = apart <= self._margins[number] + self._margins[owners]
        found: list[int] = np.unique(owners[overlaps]).tolist()
        return found

    def _of(self, which: slice | NDArray[np.intp]) -> Segments:
        return Segments(self._segments.starts[which], self._segments.ends[which])


def distance(way: Array, other: Array) -> float:
    """Shortest distance [m] between two polylines (n, 2) and (m, 2)."""
    return float(distances(Segments.of(way), Segments.of(other)).min())


def distances(way: Segments, others: Segments) -> Array:
    """Shortest distance (m,) [m] of each of the other segments from any of the way's."""
    a, b = (points[:, None] for points in way)  # (n, 1, 2)
    c, d = others  # (m, 2)
    ends = [_to_segment(a, c, d), _to_segment(b, c, d), _to_segment(c, a, b), _to_segment(d, a, b)]
    apart = np.where(_cross(a, b, c, d), 0.0, np.minimum.reduce(ends))
    nearest: Array = apart.min(axis=0)
    return nearest


def _to_segment(point: Array, start: Array, end: Array) -> Array:
    """Distance [m] of points from segments; all (..., 2), broadcast against each other."""
    along, offset = end - start, point - start
    length = np.maximum((along**2).sum(axis=-1), np.finfo(float).tiny)
    share = np.clip((offset * along).sum(axis=-1) / length, 0.0, 1.0)
    apart: Array = np.linalg.norm(offset - share[..., None] * along, axis=-1)
    return apart


def _cross(a: Array, b: Array, c: Array, d: Array) -> NDArray[np.bool_]:
    """Whether segments from a to b and from c to d intersect."""
    return _sides_differ(a, b, c, d) & _sides_differ(c, d, a, b)


def _sides_differ(a: Array, b: Array, c: Array, d: Array) -> NDArray[np.bool_]:
    """Whether c and d lie on different sides of the line through a and b."""
    differ: NDArray[np.bool_] = _turn(a, b, c) * _turn(a, b, d) < 0.0
    return differ


def _turn(a: Array, b: Array, c: Array) -> Array:
    turn: Array = (b[..., 0] - a[..., 0]) * (c[..., 1] - a[..., 1]) - (
        b[..., 1] - a[..., 1]
    ) * (c[..., 0] - a[..., 0])
    return turn
