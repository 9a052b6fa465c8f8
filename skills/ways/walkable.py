"""Where on the ground a walker can stand, as a grid of square cells."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

from ...simulation.rotation import Array
from .obstacle_shapes import HIGH, LOW
from .obstacles import Obstacle
from .passages import direction_of, wrong_sides

CELL = 0.2  # [m], edge of a cell; larger where the place has more than MOST_CELLS
MOST_CELLS = 400_000
MARGIN = 3.0  # [m] around all that the grid must contain
HIGHEST_STEP = 0.25  # [m] from one cell to the next: higher ones cannot be walked up or down
LEAST_STEP = 0.06  # [m]: lower ones are slopes and unevenness
STAIRS_AROUND = 0.6  # [m] before and beside stairs
ASKEW = 0.5  # sine of the largest angle to the way up, at which stairs are walked
CLEARANCE = 0.3  # [m] from obstacles and drops, half of a walker's width
ROOMY = 0.6  # [m] from obstacles, where there is room
CHANGES_SIDES = 1.2  # [m] from an end, where a way may be on the left of a passage
FELT = 1.2  # [m]: distances to obstacles beyond count as this


@dataclass(frozen=True, eq=False)
class Walkable:
    """
    Attributes:
        corner: (2,) place of the grid's corner with the smallest x and y [m].
        cell: edge of a cell [m].
        clear: (nx, ny) distance from each cell's middle to the nearest obstacle or drop [m], at
            most FELT; 0 where there is no ground.
        is_free: (nx, ny) whether a walker can stand on the cell's middle.
        upwards: (nx, ny, 2) unit vectors up the stairs that are there; 0 where there are none.
        wrong_side: (8, nx, ny) as in `passages.wrong_sides`.
    """

    corner: Array
    cell: float
    clear: Array
    is_free: NDArray[np.bool_]
    upwards: Array
    wrong_side: NDArray[np.bool_]

    def cell_at(self, place: Array) -> tuple[int, int] | None:
        """The cell of a place (2,); None outside of the grid."""
        x, y = np.floor((place - self.corner) / self.cell).astype(int).tolist()
        inside = 0 <= x < self.is_free.shape[0] and 0 <= y < self.is_free.shape[1]
        return (x, y) if inside else None

    def middles(self, cells: NDArray[np.int64]) -> Array:
        """(n, 2) places [m] of the middles of cells (n, 2)."""
        places: Array = self.corner + self.cell * (cells + 0.5)
        return places

    def sees(self, start: Array, end: Array) -> bool:
        """Whether a walker can go straight from one place (2,) to another, at least ROOMY from
        obstacles or as near to them as it is at an end, over stairs only up and down, and through
        passages on their right. It changes sides near an end, and before stairs.
        """
        count = max(2, math.ceil(float(np.linalg.norm(end - start)) / self.cell * 2.0))
        line = start + np.linspace(0.0, 1.0, count)[:, None] * (end - start)
        x, y = np.floor((line - self.corner) / self.cell).astype(int).T
        width, height = self.is_free.shape
        inside = (x >= 0) & (x < width) & (y >= 0) & (y < height)
        if not inside.all():
            return False
        length = max(float(np.linalg.norm(end - start)), self.cell)
        across = self.upwards[x, y] @ np.array([start[1] - end[1], end[0] - start[0]]) / length
        if np.abs(across).max() > ASKEW:
            return False
        wrong = self.wrong_side[direction_of(end - start), x, y]
        on_stairs = self.upwards[x, y].any(axis=1)
        if (wrong & on_stairs).any() and not on_stairs[0]:
            return False
        at_ends = round(CHANGES_SIDES / length * count)
        if wrong[at_ends : max(count - at_ends, at_ends)].any():
            return False
        clear = self.clear[x, y]
        return bool(clear.min() >= max(min(ROOMY, clear[0], clear[-1]), CLEARANCE))


def make_walkable(
    places: Array,
    obstacles: Sequence[Obstacle],
    heights: Callable[[Array], Array] | None,
) -> Walkable:
    """The grid over all of some places.

    Args:
        places: (n, 2) [m] that the grid must contain, beside the obstacles.
        heights: of the ground (n,) [m] under places (n, 2), NaN for none; None: it is level.
    """
    within = np.concatenate([places, *(obstacle.outline for obstacle in obstacles)])
    low, high = within.min(axis=0) - MARGIN, within.max(axis=0) + MARGIN
    cell = max(CELL, math.sqrt(float(np.prod(high - low)) / MOST_CELLS))
    shape = np.ceil((high - low) / cell).astype(int)
    middles = low + cell * (np.moveaxis(np.indices(shape), 0, -1) + 0.5)
    ground = np.zeros(tuple(shape))
    if heights is not None:
        ground = heights(middles.reshape(-1, 2)).reshape(ground.shape)
    clear = np.minimum(FELT, cell * ndimage.distance_transform_edt(~_drops(ground)))
    for obstacle in obstacles:
        _keep_clear(clear, obstacle, low, cell, middles, ground)
    is_free = clear >= CLEARANCE
    return Walkable(
        low, cell, clear, is_free, _upwards(ground, cell), wrong_sides(is_free, cell)
    )


def _upwards(ground: Array, cell: float) -> Array:
    """(nx, ny, 2) unit vectors up the stairs within STAIRS_AROUND of each cell; 0 without any."""
    level = np.where(np.isnan(ground), 0.0, ground)
    size = 2 * round(STAIRS_AROUND / cell) + 1
    steps, rise = np.zeros(ground.shape, bool), np.zeros((*ground.shape, 2))
    for axis in range(2):
        jump = np.diff(level, axis=axis, append=level.take([-1], axis))
        is_step = (np.abs(jump) > LEAST_STEP) & (np.abs(jump) < HIGHEST_STEP)
        steps |= is_step
        rise[..., axis] = ndimage.uniform_filter(np.where(is_step, jump, 0.0), size)  # no drops
    is_near = ndimage.maximum_filter(steps, size)
    steep = np.linalg.norm(rise, axis=-1, keepdims=True)
    upwards: Array = np.where(is_near[..., None], rise / np.maximum(steep, 1e-9), 0.0)
    return upwards


def _drops(ground: Array) -> NDArray[np.bool_]:
    """Cells beside a step that is too high, and cells without ground."""
    found = np.isnan(ground)
    for axis in range(2):
        with np.errstate(invalid="ignore"):
            step = np.abs(np.diff(ground, axis=axis)) > HIGHEST_STEP
        before, after = [slice(None)] * 2, [slice(None)] * 2
        before[axis], after[axis] = slice(None, -1), slice(1, None)
        found[tuple(before)] |= step
        found[tuple(after)] |= step
    return found


def _keep_clear(
    clear: Array, obstacle: Obstacle, corner: Array, cell: float, middles: Array, ground: Array
) -> None:
    """Lower the distances of the cells around an obstacle, where it is in a walker's way."""
    outline = obstacle.outline
    first = np.floor((outline.min(axis=0) - FELT - corner) / cell).astype(int).clip(0)
    last = np.ceil((outline.max(axis=0) + FELT - corner) / cell).astype(int) + 1
    window = slice(first[0], last[0]), slice(first[1], last[1])
    distances = distances_to(outline, middles[window])
    meets = (obstacle.low < ground[window] + HIGH) & (obstacle.high > ground[window] + LOW)
    clear[window] = np.where(meets, np.minimum(clear[window], distances), clear[window])


def distances_to(outline: Array, places: Array) -> Array:
    """Distances [m] from places (..., 2) to a convex outline (n, 2), counterclockwise; 0 inside."""
    along = np.roll(outline, -1, axis=0) - outline
    offset = places[..., None, :] - outline  # (..., n, 2)
    length = np.maximum((along**2).sum(axis=-1), np.finfo(float).tiny)
    share = np.clip((offset * along).sum(axis=-1) / length, 0.0, 1.0)
    nearest = np.linalg.norm(offset - share[..., None] * along, axis=-1).min(axis=-1)
    left = along[:, 0] * offset[..., 1] - along[:, 1] * offset[..., 0]
    distances: Array = np.where((left >= 0.0).all(axis=-1), 0.0, nearest)
    return distances
