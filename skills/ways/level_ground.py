"""Where a ground of triangles is level for some steps around: a walker need not sense it there."""

from __future__ import annotations

import math

import numpy as np
from scipy import ndimage

from ...shots.ground import Ground
from ...simulation.rotation import Array

CELL, MOST_CELLS = 0.2, 400_000  # [m], edge of a cell; larger where there would be more
AROUND = 1.6  # [m]: reach of a walker's next two steps
FLAT = 1e-3  # [m] by which heights may differ


class LevelGround:
    """The heights of level places, over a grid."""

    def __init__(self, ground: Ground) -> None:
        """
        Args:
            ground: of triangles.
        """
        corners = np.array(ground.vertices, float)[np.array(ground.triangles)]  # (m, 3, 3)
        low, high = corners.min(axis=1), corners.max(axis=1)
        self._corner = low[:, :2].min(axis=0)
        extent = high[:, :2].max(axis=0) - self._corner
        self._cell = max(CELL, math.sqrt(float(np.prod(extent)) / MOST_CELLS))
        lowest, highest = self._extremes(low, high, np.ceil(extent / self._cell).astype(int) + 1)
        size = 2 * math.ceil(AROUND / self._cell) + 1
        least = ndimage.minimum_filter(lowest, size, mode="nearest")
        most = ndimage.maximum_filter(highest, size, mode="nearest")
        with np.errstate(invalid="ignore"):
            self._heights = np.where(most - least < FLAT, highest, np.nan)

    def _extremes(self, low: Array, high: Array, shape: Array) -> tuple[Array, Array]:
        """(nx, ny) the lowest and the highest point of all triangles that may lie over each cell;
        infinite where there are none.
        """
        lowest, highest = np.full(tuple(shape), np.inf), np.full(tuple(shape), -np.inf)
        first = np.floor((low[:, :2] - self._corner) / self._cell).astype(int)
        last = np.floor((high[:, :2] - self._corner) / self._cell).astype(int) + 1
        for (x0, y0), (x1, y1), bottom, top in zip(
            first.tolist(), last.tolist(), low[:, 2].tolist(), high[:, 2].tolist(), strict=True
        ):
            below, above = lowest[x0:x1, y0:y1], highest[x0:x1, y0:y1]
            np.minimum(below, bottom, out=below)
            np.maximum(above, top, out=above)
        lowest[np.isinf(highest)], highest[np.isinf(highest)] = -np.inf, np.inf
        return lowest, highest

    def height_at(self, place: Array) -> float:
        """The height [m] of the ground within AROUND of a place (2,); NaN where it is not level."""
        x, y = np.floor((place - self._corner) / self._cell).astype(int).tolist()
        inside = 0 <= x < self._heights.shape[0] and 0 <= y < self._heights.shape[1]
        return float(self._heights[x, y]) if inside else math.nan
