"""A mesh cut into rigid parts, one for each segment, that overlap where the mesh bends.

What a part has beyond its border with another segment is drawn into a ball around their joint, so
that it fills the gap of a bent joint and does not stick out of the other part.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Indices = NDArray[np.int64]
NEAR = 1e-6  # of the mesh's size: vertices closer than that are one
ALONG = 0.25  # cosine of the angle up to which a surface faces about the same way
CLOSE = 0.01  # of the mesh's size: nearer bones count for no more
OVERLAP = 0.15  # weight from which a face belongs to a part beside that which moves it most
HALF = 0.5  # of the weights of two segments: a vertex on the border of their parts
ALIKE = 3  # vertices of a border over which its distance in a direction is the mean
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


def near_weights(points: Array, weights: Array, heads: Array, tails: Array) -> Array:
    """Weights (vertices, bones), whose sum is 1, in which nearer bones count for more.

    So a part ends near its bone: many a neck moves a bit of the shoulders, which would stick out.

    Args:
        points: (vertices, 3).
        weights: (vertices, bones), whose sum is 1.
        heads, tails: (bones, 3).
    """
    least = CLOSE * float(np.ptp(points, axis=0).max(initial=0.0)) or 1.0
    near = np.empty_like(weights)
    for bone, (head, along) in enumerate(zip(heads, tails - heads, strict=True)):
        share = np.clip((points - head) @ along / max(float(along @ along), 1e-12), 0.0, 1.0)
        away = np.linalg.norm(points - head - share[:, None] * along, axis=1)
        near[:, bone] = weights[:, bone] / (away + least) ** 2
    whole: Array = near / near.sum(axis=1, keepdims=True)
    return whole


def faces_of_parts(faces: Faces, weights: Array) -> list[NDArray[np.bool_]]:
    """Which faces (faces,) each segment's part has.

    Args:
        weights: (vertices, segments), whose sum is 1 for each vertex.
    """
    sums = np.zeros((len(faces.sizes), weights.shape[1]))
    np.add.at(sums, faces.of_corners, weights[faces.corners])
    shares = sums / faces.sizes[:, None]
    most = shares.argmax(axis=1)
    return [
        (shares[:, part] >= OVERLAP) | _around(faces, most == part, len(weights))
        for part in range(weights.shape[1])
    ]


def drawn_in(
    points: Array, faces: Faces, weights: Array, part: int, parents: Sequence[int], joints: Array
) -> Array:
    """The points (vertices, 3) as a part has them: those beyond its borders are nearer to joints.

    In no direction are they further from the joint than the border is there.

    Args:
        weights: (vertices, segments).
        parents: of the segments, -1 for none.
        joints: (segments, 3), of each segment with its parent.
    """
    placed, own = points.copy(), weights[:, part]
    branches = _branches(part, parents)
    behind = np.column_stack([weights[:, branch].sum(axis=1) for _, branch in branches])
    for i, (joint, _) in enumerate(branches):
        share = own / np.maximum(own + behind[:, i], 1e-12)
        beyond = (behind.argmax(axis=1) == i) & (share < HALF)
        border = _beside(faces, beyond) & (share >= HALF)
        if not border.any():
            continue
        ways, far = _directions(points[beyond] - joints[joint])
        edges, radii = _directions(points[border] - joints[joint])
        count = min(ALIKE, len(edges))
        from scipy.spatial import cKDTree  # imported late: Blender's start must not wait for scipy

        nearest = cKDTree(edges).query(ways, k=count)[1].reshape(len(ways), count)
        reach = np.minimum(far, radii[nearest].mean(axis=1))
        depth = 1.0 - share[beyond] / HALF  # 0 at the border, 1 where nothing moves with the part
        reach *= 1.0 - SKIN - DRAWN_IN * depth
        placed[beyond] = joints[joint] + ways * reach[:, None]
    return placed


def normals_after(
    faces: Faces, before: Array, after: Array, normals: Array, chosen: NDArray[np.bool_]
) -> Array:
    """Normals (corners, 3) after some vertices were moved.

    They stay where the new surface faces about the same way, so that no seam is seen; elsewhere
    they are those of the new surface.

    Args:
        before, after: (vertices, 3).
        normals: (corners, 3) before.
        chosen: (faces,) those that make up the surface.
    """
    owners, inside = faces.of_corners, chosen[faces.of_corners]
    firsts = (np.cumsum(faces.sizes) - faces.sizes)[owners]
    start = after[faces.corners] - after[faces.corners[firsts]]
    end = after[faces.corners[faces.next_corners()]] - after[faces.corners[firsts]]
    flat = np.zeros((len(faces.sizes), 3))
    np.add.at(flat, owners, np.cross(start, end))
    smooth = np.zeros_like(after)
    np.add.at(smooth, faces.corners[inside], flat[owners[inside]])
    moved = (before != after).any(axis=1)[faces.corners]
    new, lengths = _directions(smooth[faces.corners])
    moved &= (lengths > 0.0) & (np.sum(new * normals, axis=1) < ALONG)
    changed: Array = np.where(moved[:, None], new, normals)
    return changed


def _branches(part: int, parents: Sequence[int]) -> list[tuple[int, list[int]]]:
    """What is beyond each joint of a segment: the segment whose joint it is, and those beyond."""
    below = [{part}]
    for child, parent in enumerate(parents):
        if parent == part:
            below.append({child})
        else:
            home = next((some for some in below if parent in some and some != below[0]), None)
            if home is not None:
                home.add(child)
    branches = [(min(some), sorted(some)) for some in below[1:]]
    rest = set(range(len(parents))).difference(*below)
    return [*branches, (part, sorted(rest))] if rest else branches


def _directions(steps: Array) -> tuple[Array, Array]:
    """Unit vectors (n, 3) and lengths (n,)."""
    lengths = np.linalg.norm(steps, axis=1)
    return steps / np.maximum(lengths, 1e-12)[:, None], lengths


def _beside(faces: Faces, vertices: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The vertices of all faces that have one of these."""
    touched = np.zeros(len(faces.sizes), dtype=bool)
    touched[faces.of_corners[vertices[faces.corners]]] = True
    found = np.zeros(len(vertices), dtype=bool)
    found[faces.corners[touched[faces.of_corners]]] = True
    return found


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
    # Imported late: Blender's start must not wait for scipy.
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

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
