"""A mesh of quadrilaterals on the surface of a figure: surface nets, made even and symmetric.

Gibson 1998, "Constrained elastic surface nets": one point in each cell of a grid that the surface
passes, one quadrilateral around each edge of the grid that it cuts.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .implicit import Figure

Array = NDArray[np.float64]
Indices = NDArray[np.int_]
MARGIN = 2  # cells around the figure
TINY = 1e-9  # of the height: nearer to x = 0 is in the middle
MIRROR = np.array([-1.0, 1.0, 1.0])


@dataclass(frozen=True)
class Mesh:
    """A closed mesh that is symmetric in x.

    Attributes:
        points: (n, 3).
        quads: corners (m, 4), counterclockwise as seen from outside.
        edges: pairs of points (k, 2).
        mirrored: (n,) the point on the other side.
    """

    points: Array
    quads: Indices
    edges: Indices
    mirrored: Indices

    def averages(self, of: Array) -> Array:
        """For each point the mean of what its neighbours have, (n, k)."""
        a, b = self.edges.T
        counts = np.bincount(self.edges.ravel(), minlength=len(of))
        sums = [
            np.bincount(a, of[b, k], len(of)) + np.bincount(b, of[a, k], len(of))
            for k in range(of.shape[1])
        ]
        return np.stack(sums, axis=1) / counts[:, None]

    def symmetric(self, points: Array) -> Array:
        """The points, moved so that each has its mirror image."""
        return (points + points[self.mirrored] * MIRROR) / 2


def polygonize(figure: Figure, cell: float, fine: tuple[Array, Array], finer: float) -> Mesh:
    """The figure's surface in quadrilaterals about as large as a cell.

    Args:
        fine: lowest and highest corner (3,) of a box on the left whose cells are smaller.
        finer: their edges in x and z, as a share of the others'.
    """
    low, high = figure.box()
    margin = MARGIN * cell
    # x = 0 is in the middle of a cell, so that a row of points lies on it.
    half = _places(0.5 * cell, high[0] + margin, cell, (fine[0][0], fine[1][0]), finer)
    deep = np.arange(low[1] - margin, high[1] + margin, cell)
    tall = _places(low[2] - margin, high[2] + margin, cell, (fine[0][2], fine[1][2]), finer)
    grid = np.stack(np.meshgrid(half, deep, tall, indexing="ij"), axis=-1)
    left = figure.values(grid.reshape(-1, 3)).reshape(grid.shape[:3])
    mirrored = np.concatenate([-half[::-1], half])
    return surface_net(np.concatenate([left[::-1], left]), [mirrored, deep, tall])


def _places(
    start: float, end: float, cell: float, fine: tuple[float, float], finer: float
) -> Array:
    """Places on an axis of the grid, nearer to each other in a range."""
    places = [start]
    while places[-1] < end:
        places.append(places[-1] + cell * (finer if fine[0] < places[-1] < fine[1] else 1.0))
    return np.array(places)


def surface_net(values: Array, axes: list[Array]) -> Mesh:
    """The surface where the values on a grid change their sign; symmetric in the first axis."""
    cells = tuple(n - 1 for n in values.shape)
    sums, counts = np.zeros((*cells, 3)), np.zeros(cells)
    flat = np.arange(int(np.prod(cells))).reshape(cells)
    faces = []
    for axis in range(3):
        at = np.moveaxis(values, axis, 0)
        cut = (at[:-1] < 0.0) != (at[1:] < 0.0)
        i, j, k = np.nonzero(cut)  # edges of the grid, along the axis
        others = [a for a in range(3) if a != axis]
        first, second = at[i, j, k], at[i + 1, j, k]
        crossing = np.empty((len(i), 3))
        along = axes[axis]
        crossing[:, axis] = along[i] + (along[i + 1] - along[i]) * first / (first - second)
        crossing[:, others[0]], crossing[:, others[1]] = axes[others[0]][j], axes[others[1]][k]
        around = []
        for b, c in ((-1, -1), (0, -1), (0, 0), (-1, 0)):
            place: list[Indices] = [i, j + b, k + c]
            index = [place[[axis, *others].index(a)] for a in range(3)]
            at_cell = flat[tuple(index)]
            np.add.at(sums.reshape(-1, 3), at_cell, crossing)
            np.add.at(counts.reshape(-1), at_cell, 1.0)
            around.append(at_cell)
        quads = np.stack(around, axis=1)
        # (axis, others) is a right-handed frame but for the second axis.
        outwards = (first < 0.0) != (axis == 1)
        faces.append(np.where(outwards[:, None], quads, quads[:, ::-1]))
    return _without_empty_cells(sums, counts, flat, np.concatenate(faces))


def _without_empty_cells(sums: Array, counts: Array, flat: Indices, quads: Indices) -> Mesh:
    used = np.flatnonzero(counts)
    number = np.full(counts.size, -1)
    number[used] = np.arange(len(used))
    points = sums.reshape(-1, 3)[used] / counts.reshape(-1)[used, None]
    mirrored = number[flat[::-1].reshape(-1)[used]]
    quads = number[quads]
    sides = np.sort(np.stack([quads, np.roll(quads, -1, axis=1)], axis=-1).reshape(-1, 2), axis=1)
    return Mesh(points, quads, np.unique(sides, axis=0), mirrored)


def evened(mesh: Mesh, figure: Figure, points: Array, rounds: int, some: Indices) -> Array:
    """The points with some of them at more even distances, near to the figure's surface.

    Args:
        some: those points, on the left or in the middle; their mirror images are moved as well.
    """
    for _ in range(rounds):
        points = points.copy()
        middles = (points[some] + mesh.averages(points)[some]) / 2
        points = _placed(mesh, points, some, figure.project(middles, rounds=1))
    return points


def projected(mesh: Mesh, figure: Figure, points: Array, rounds: int) -> Array:
    """All points on the figure's surface."""
    left = left_of(points)
    return _placed(mesh, points.copy(), left, figure.project(points[left], rounds))


def left_of(points: Array) -> Indices:
    """The points on the left and in the middle."""
    return np.flatnonzero(points[:, 0] >= -TINY)


def _placed(mesh: Mesh, points: Array, left: Indices, there: Array) -> Array:
    """The points with some of the left ones, and their mirror images, at other places."""
    points[mesh.mirrored[left]] = there * MIRROR
    points[left] = there
    return mesh.symmetric(points)
