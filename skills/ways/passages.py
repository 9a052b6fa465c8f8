"""Passages: gates, stairs and lanes between buildings, where walkers keep to the right.

Two streams of walkers that meet head on halt each other; each on its own side, they pass.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from ...simulation.rotation import Array

WIDEST = 5.0  # [m] between obstacles: wider ones are places, where ways cross anyhow
TWO_ABREAST = 0.5  # [m] between where walkers can stand: in narrower ones two cannot pass
# The directions of the steps to the neighbours of a cell, each 45 degrees left of the one before.
DIRECTIONS = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))
MIDDLE, NARROWER = 0.3, 0.125  # [m] from the middle of a passage; at most this share of its width
MOUTH = 2.5  # [m] before and behind a passage: who waits there leaves room for those who come out
QUARTER = 2  # of DIRECTIONS: a quarter turn


def wrong_sides(is_free: NDArray[np.bool_], cell: float) -> NDArray[np.bool_]:
    """(8, nx, ny) whether a cell is not on the right of a passage, for each direction of walking.

    Args:
        is_free: (nx, ny) whether a walker can stand on each cell; cell: its edge [m].
    """
    room = [_room(is_free, step, cell) for step in DIRECTIONS]
    inside = []
    for number, step in enumerate(DIRECTIONS):
        left, right = (room[(number + side) % len(DIRECTIONS)] for side in (QUARTER, -QUARTER))
        width = left + right
        is_passage = (width > TWO_ABREAST) & (width < WIDEST)
        middle = np.minimum(MIDDLE, NARROWER * width)
        wrong = is_free & is_passage & (left - right < 2.0 * middle)
        inside.append(wrong | (_reaching_out(wrong, step, cell) & ~is_passage))
    around = [inside[n] | inside[n - 1] | inside[(n + 1) % len(inside)] for n in range(len(inside))]
    return np.array(around) & is_free


def direction_of(way: Array) -> int:
    """The number of the direction that is nearest to a way (2,)."""
    return round(math.atan2(way[1], way[0]) / (math.pi / 4.0)) % len(DIRECTIONS)


def _reaching_out(
    cells: NDArray[np.bool_], step: tuple[int, int], cell: float
) -> NDArray[np.bool_]:
    """The cells, and those before and behind them along a direction."""
    x, y = step
    reached = cells
    for _ in range(round(MOUTH / (cell * math.hypot(x, y)))):
        wide = np.pad(reached, 1)
        width, height = cells.shape
        for way in (1, -1):
            first, second = 1 + way * x, 1 + way * y
            reached = reached | wide[first : first + width, second : second + height]
    return reached


def _room(is_free: NDArray[np.bool_], step: tuple[int, int], cell: float) -> Array:
    """(nx, ny) how far a walker can go from each cell in a direction [m], up to WIDEST."""
    length = cell * math.hypot(*step)
    # Outside of the grid all is free.
    reached, room = np.pad(is_free, 1, constant_values=True), np.zeros(is_free.shape)
    here = (slice(1, -1), slice(1, -1))
    for _ in range(math.ceil(WIDEST / length)):
        reached = np.pad(is_free, 1, constant_values=True) & _shifted(reached, step)
        room += length * reached[here]
    return room


def _shifted(cells: NDArray[np.bool_], step: tuple[int, int]) -> NDArray[np.bool_]:
    """What is one step from each cell; beyond the edge it is true."""
    x, y = step
    wide = np.pad(cells, 1, constant_values=True)
    width, height = cells.shape
    return wide[1 + x : 1 + x + width, 1 + y : 1 + y + height]
