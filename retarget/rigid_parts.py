"""A mesh cut into rigid parts, one for each segment, that overlap where the mesh bends.

What a part has beyond its border with another segment is drawn into a ball around their joint, so
that it fills the gap of a bent joint and does not stick out of the other part.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

Array = NDArray[np.float64]
Indices = NDArray[np.int64]
NEAR = 1e-6  # of the mesh's size: vertices closer than that are one
OVERLAP = 0.1  # weight from which a face belongs to a part beside that which moves it most
HALF = 0.5  # of the weights of two segments: a vertex on the border of their parts
BORDER = 0.25  # shares of the vertices around a border differ by less from HALF
DRAWN_IN = 0.3  # share by which the farthest vertices of a ball are nearer to its middle
SKIN = 0.04  # the same for the others, so that they do not coincide with the other part


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


def faces_of_parts(
    faces: Faces, weights: Array, parents: Sequence[int]
) -> list[NDArray[np.bool_]]:
    """Which faces (faces,) each segment's part has.

    Args:
        weights: (vertices, segments), whose sum is 1 for each vertex.
        parents: of the segments, -1 for none; others do not overlap.
    """
    owners, count = faces.of_corners, weights.shape[1]
    sums = np.zeros((len(faces.sizes), count))
    np.add.at(sums, owners, weights[faces.corners])
    shares = sums / faces.sizes[:, None]
    most = shares.argmax(axis=1)
    found = []
    for part in range(count):
        joined = np.array([parents[part] == o or parents[o] == part for o in range(count)])
        own = most == part
        beyond = (shares[:, part] >= OVERLAP) | _around(faces, own, len(weights))
        found.append(own | (beyond & joined[most]))
    return found


def drawn_in(
    points: Array, weights: Array, part: int, parents: Sequence[int], joints: Array
) -> Array:
    """The points (vertices, 3) as a part has them: those beyond its borders are nearer to joints.

    Args:
        weights: (vertices, segments).
        joints: (segments, 3), of each segment with its parent.
    """
    placed, others = points.copy(), weights.copy()
    others[:, part] = 0.0
    rival, most = others.argmax(axis=1), others.max(axis=1)
    share = weights[:, part] / np.maximum(weights[:, part] + most, 1e-12)
    for other, parent in enumerate(parents):
        if parent != part and parents[part] != other:
            continue
        joint = joints[other] if parent == part else joints[part]
        near = (rival == other) & (most > 0.0)
        beyond = near & (share < HALF)
        border = near & (np.abs(share - HALF) < BORDER)
        if not beyond.any():
            continue
        far = np.linalg.norm(points[beyond] - joint, axis=1)
        radius = np.median(np.linalg.norm(points[border] - joint, axis=1)) if border.any() else far
        depth = 1.0 - share[beyond] / HALF  # 0 at the border, 1 where nothing moves with the part
        ball = far + depth * (np.minimum(far, radius) - far)
        shrunk = (1.0 - SKIN - DRAWN_IN * depth) * ball / np.maximum(far, 1e-12)
        placed[beyond] = joint + (points[beyond] - joint) * shrunk[:, None]
    return placed


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
