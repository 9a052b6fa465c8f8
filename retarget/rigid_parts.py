"""A mesh cut into rigid parts, one for each segment, that overlap where the mesh bends."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

Array = NDArray[np.float64]
Indices = NDArray[np.int64]
NEAR = 1e-6  # of the mesh's size: vertices closer than that are one
OVERLAP = 0.15  # weight from which a face belongs to a part beside that which moves it most


class Faces(NamedTuple):
    """The faces of a mesh: the vertex of each corner (corners,), and the number of corners of each
    face (faces,).
    """

    corners: Indices
    sizes: Indices

    @property
    def of_corners(self) -> Indices:
        """The face of each corner (corners,)."""
        return np.repeat(np.arange(len(self.sizes)), self.sizes)

    def next_corners(self) -> Indices:
        """The corner after each corner in its face (corners,)."""
        following = np.arange(len(self.corners)) + 1
        ends = np.cumsum(self.sizes)
        filled = self.sizes > 0
        following[ends[filled] - 1] = (ends - self.sizes)[filled]
        return following


class Cap(NamedTuple):
    """A closed surface over the border of a part.

    Attributes:
        edges: (triangles, 2) corners of the mesh between which the part was cut.
        loops: (triangles,) which border each edge belongs to.
        middles: (loops, 3) the point in the middle of each border.
    """

    edges: Indices
    loops: Indices
    middles: Array


def welded(points: Array, corners: Indices, sizes: Indices) -> Faces:
    """The faces, with one vertex where several have the same place: importers split vertices."""
    across = float(np.ptp(points, axis=0).max(initial=0.0)) or 1.0
    _, first, same = np.unique(
        np.round(points / (NEAR * across)), axis=0, return_index=True, return_inverse=True
    )
    return Faces(first[same.ravel()][corners], sizes)


def faces_of_parts(faces: Faces, weights: Array) -> list[NDArray[np.bool_]]:
    """Which faces (faces,) each segment's part has.

    Args:
        weights: (vertices, segments), whose sum is 1 for each vertex.
    """
    owners = faces.of_corners
    sums = np.zeros((len(faces.sizes), weights.shape[1]))
    np.add.at(sums, owners, weights[faces.corners])
    shares = sums / faces.sizes[:, None]
    most = shares.argmax(axis=1)
    around = [_around(faces, most == part, len(weights)) for part in range(weights.shape[1])]
    return [
        (most == part) | (shares[:, part] >= OVERLAP) | near for part, near in enumerate(around)
    ]


def _around(faces: Faces, chosen: NDArray[np.bool_], vertices: int) -> NDArray[np.bool_]:
    """The faces that have a vertex in common with the chosen ones."""
    touched = np.zeros(vertices, dtype=bool)
    touched[faces.corners[chosen[faces.of_corners]]] = True
    near = np.zeros(len(faces.sizes), dtype=bool)
    near[faces.of_corners[touched[faces.corners]]] = True
    return near


def cap(points: Array, faces: Faces, chosen: NDArray[np.bool_]) -> Cap:
    """What closes a part where it was cut; borders that the whole mesh has stay open.

    Args:
        points: (vertices, 3).
        chosen: (faces,) those of the part.
    """
    following = faces.next_corners()
    starts, ends = faces.corners, faces.corners[following]
    inside = chosen[faces.of_corners]
    keys = np.minimum(starts, ends) * len(points) + np.maximum(starts, ends)
    cut = inside & ~np.isin(keys, keys[inside][_repeated(keys[inside])])
    cut &= np.isin(keys, keys[~inside])
    edges = np.column_stack([np.flatnonzero(cut), following[cut]])
    a, b = starts[cut], ends[cut]
    graph = coo_array((np.ones(len(a)), (a, b)), shape=(len(points),) * 2)
    _, labels = connected_components(graph, directed=False)
    _, loops = np.unique(labels[a], return_inverse=True)
    count = int(loops.max(initial=-1)) + 1
    middles = np.zeros((count, 3))
    np.add.at(middles, loops, points[a])
    middles /= np.bincount(loops, minlength=count)[:, None]
    return Cap(edges, loops, middles)


def _repeated(keys: Indices) -> NDArray[np.bool_]:
    """Which of the keys occur more than once."""
    _, inverse, counts = np.unique(keys, return_inverse=True, return_counts=True)
    repeated: NDArray[np.bool_] = counts[inverse] > 1
    return repeated
