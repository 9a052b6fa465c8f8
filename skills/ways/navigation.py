"""Ways around obstacles and drops: shortest paths over the grid of where a walker can stand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components, dijkstra

from ...simulation.rotation import Array
from .passages import DIRECTIONS
from .walkable import FELT, Walkable

ALONG_STEPS = 8.0  # a step along the edges of stairs is this much longer than one up or down
DETOUR = 2.0  # a cell beside an obstacle is this much longer than a clear one
WRONG_SIDE = 3.0  # a cell on the left of a passage is this much longer than one on its right
FORESIGHT = 8.0  # [m] along the way: farther points are not looked at
NOWHERE = -1
# [m] to the right of the shortest way, (least, most), so that those who meet keep apart.
LANE = (0.3, 1.1)
LEAST_SHIFT = 0.1  # [m]
Cell = tuple[int, int]


@dataclass(frozen=True, eq=False)
class Field:
    """The ways from everywhere to a goal.

    Attributes:
        goal: (2,) [m], the nearest place to the wanted one that can be reached.
        onwards: (cells,) the next cell on the way, NOWHERE at the goal and where no way leads.
    """

    goal: Array
    onwards: NDArray[np.int64]


class Navigation:
    """The ways between any places of a grid."""

    def __init__(self, walkable: Walkable) -> None:
        self._walkable = walkable
        self._graph = _graph(walkable)
        self._parts = connected_components(self._graph, directed=False)[1]
        self._fields: dict[tuple[int, int], Field] = {}

    def ahead(self, place: Array, goal: Array, taste: float) -> Array:
        """The farthest point (2,) in sight of a place (2,) on the shortest way to a goal (2,).

        It is the goal itself where that is in sight, and where either lies outside of the grid. A
        goal that cannot be reached is taken for the nearest place that can.

        Args:
            taste: from 0 to 1, how far to the right the walker likes to go.
        """
        walkable = self._walkable
        here = walkable.cell_at(place)
        if here is None or walkable.cell_at(goal) is None or walkable.sees(place, goal):
            return goal
        start = self._nearest_free(place)
        field = self._field(self._parts[start], goal)
        way = self._way(field, start)
        if not walkable.is_free[here]:
            return way[0]
        point = _farthest_in_sight(walkable, place, way)
        return point if (point == way[-1]).all() else _in_lane(walkable, place, point, taste)

    def reachable(self, place: Array, goal: Array) -> Array:
        """The nearest point (2,) to a goal (2,) that can be reached from a place (2,)."""
        if self._walkable.cell_at(place) is None or self._walkable.cell_at(goal) is None:
            return goal
        return self._field(self._parts[self._nearest_free(place)], goal).goal

    def _number(self, cell: Cell) -> int:
        return cell[0] * self._walkable.is_free.shape[1] + cell[1]

    def _nearest_free(self, place: Array, part: int | None = None) -> int:
        """The number of the nearest cell that a walker can stand on, or of those of one part."""
        walkable = self._walkable
        cell = walkable.cell_at(place)
        if cell is not None and walkable.is_free[cell]:
            number = self._number(cell)
            if part is None or self._parts[number] == part:
                return number
        free = walkable.is_free.ravel()
        if part is not None:
            free = free & (self._parts == part)
        numbers = np.flatnonzero(free)
        cells = np.stack(np.unravel_index(numbers, walkable.is_free.shape), axis=1)
        away = np.linalg.norm(walkable.middles(cells) - place, axis=1)
        return int(numbers[np.argmin(away)])

    def _field(self, part: int, goal: Array) -> Field:
        """The ways to a goal within a connected part of the grid."""
        cell = self._walkable.cell_at(goal)
        assert cell is not None
        key = int(part), self._number(cell)
        if key not in self._fields:
            end = self._nearest_free(goal, part)
            _, onwards = dijkstra(self._graph, indices=end, return_predecessors=True)
            reached = goal if end == key[1] else self._places([end])[0]
            self._fields[key] = Field(reached, np.where(onwards < 0, NOWHERE, onwards))
        return self._fields[key]

    def _way(self, field: Field, start: int) -> Array:
        """(n, 2) the points of the way from a cell, up to FORESIGHT."""
        numbers = [start]
        for _ in range(int(FORESIGHT / self._walkable.cell)):
            following = int(field.onwards[numbers[-1]])
            if following == NOWHERE:
                return np.concatenate([self._places(numbers), field.goal[None]])
            numbers.append(following)
        return self._places(numbers)

    def _places(self, numbers: Sequence[int]) -> Array:
        cells = np.stack(np.unravel_index(numbers, self._walkable.is_free.shape), axis=1)
        return self._walkable.middles(cells)


def _farthest_in_sight(walkable: Walkable, place: Array, way: Array) -> Array:
    """The last point of a way that can be reached straight from a place; the next cell can be."""
    low, high = min(1, len(way) - 1), len(way) - 1
    while low < high:  # sight along a shortest way ends once, but for corners of a cell's size
        middle = (low + high + 1) // 2
        if walkable.sees(place, way[middle]):
            low = middle
        else:
            high = middle - 1
    point: Array = way[low]
    return point


def _in_lane(walkable: Walkable, place: Array, point: Array, taste: float) -> Array:
    """A point of the way from a place, shifted to the right as far as there is room."""
    ahead = point - place
    right = np.array([ahead[1], -ahead[0]]) / max(float(np.linalg.norm(ahead)), LEAST_SHIFT)
    shift = LANE[0] + taste * (LANE[1] - LANE[0])
    while shift > LEAST_SHIFT:
        shifted: Array = point + shift * right
        if walkable.sees(place, shifted) and walkable.sees(point, shifted):
            return shifted
        shift /= 2.0
    return point


def _graph(walkable: Walkable) -> csr_array:
    """The steps between neighbouring cells, each from its end to its start, with its length [m]."""
    free, (width, height) = walkable.is_free, walkable.is_free.shape
    numbers = np.arange(free.size).reshape(free.shape)
    dear = 1.0 + DETOUR * (1.0 - walkable.clear / FELT) ** 2
    starts, ends, lengths = [], [], []
    for direction, (x, y) in enumerate(DIRECTIONS):
        here = slice(max(0, -x), width - max(0, x)), slice(max(0, -y), height - max(0, y))
        there = slice(max(0, x), width - max(0, -x)), slice(max(0, y), height - max(0, -y))
        # A diagonal step needs both cells beside it, so that no corner is cut.
        open_ = free[here] & free[there]
        if x and y:
            open_ &= free[there[0], here[1]] & free[here[0], there[1]]
        starts.append(numbers[here][open_])
        ends.append(numbers[there][open_])
        mean = (dear[here][open_] + dear[there][open_]) / 2.0
        across = walkable.upwards[here][open_] @ np.array([-y, x]) / np.hypot(x, y)
        mean += ALONG_STEPS * across**2
        mean += WRONG_SIDE * walkable.wrong_side[direction][here][open_]
        lengths.append(mean * walkable.cell * np.hypot(x, y))
    entries = np.concatenate(lengths), (np.concatenate(ends), np.concatenate(starts))
    return csr_array(entries, shape=(free.size, free.size))
