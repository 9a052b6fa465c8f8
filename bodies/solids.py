"""How deep shapes are in each other: capsules and boxes, frame by frame.

Capsules are exact against each other, boxes too (separating axes). A capsule against a box is
taken as a row of balls along its axis, close enough to each other for a tenth of a millimetre.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from .segments import Shape

Array = NDArray[np.float64]
BALLS = 33  # along a capsule against a box
PARALLEL = 1e-9


@dataclass(frozen=True, eq=False)
class Solid:
    """A moving shape: full sizes, its middle (frames, 3) and its axes (frames, 3, 3, columns)."""

    kind: str
    size: Array
    middle: Array
    axes: Array

    @property
    def radius(self) -> float:
        """Of a capsule."""
        return float(self.size[0]) / 2

    def along(self, share: float) -> Array:
        """A point on a capsule's axis (frames, 3): -1 and 1 are the ends of its cylinder."""
        reach = max(float(self.size[2]) / 2 - self.radius, 0.0)
        return self.middle + share * reach * self.axes[:, :, 2]

    def moved(self, origin: Array, axes: Array) -> Solid:
        """The solid of one frame in a frame with an origin (3,) and axes (3, 3, columns)."""
        return replace(self, middle=origin + self.middle @ axes.T, axes=axes @ self.axes)


def still(shape: Shape) -> Solid:
    """A shape alone, for one frame, along the world's axes."""
    return Solid(shape.kind, np.array(shape.size), np.array([shape.center]), np.eye(3)[None])


def overlap(a: Solid, b: Solid) -> Array:
    """Depth [m] of two solids in each other (frames,); 0 where they are apart."""
    if a.kind == "box" and b.kind == "box":
        depth = _box_in_box(a, b)
    elif a.kind == "capsule" and b.kind == "capsule":
        depth = _capsule_in_capsule(a, b)
    else:
        capsule, box = (a, b) if a.kind == "capsule" else (b, a)
        depth = _capsule_in_box(capsule, box)
    return np.maximum(depth, 0.0)


def pair_depth(a: Solid, b: Solid) -> Array:
    """`overlap`, computed only where the balls around the two solids meet."""
    gap = np.linalg.norm(a.middle - b.middle, axis=1)
    is_near = gap < (np.linalg.norm(a.size) + np.linalg.norm(b.size)) / 2
    found = np.zeros(len(gap))
    if is_near.any():
        found[is_near] = overlap(_at(a, is_near), _at(b, is_near))
    return found


def _at(moving: Solid, frames: NDArray[np.bool_]) -> Solid:
    return replace(moving, middle=moving.middle[frames], axes=moving.axes[frames])


def _capsule_in_capsule(a: Solid, b: Solid) -> Array:
    gap = segment_distance(a.along(-1.0), a.along(1.0), b.along(-1.0), b.along(1.0))
    return a.radius + b.radius - gap


def segment_distance(a: Array, b: Array, c: Array, d: Array) -> Array:
    """Least distance (frames,) between the segments a b and c d (frames, 3).

    Ericson 2005, "Real-Time Collision Detection", Section 5.1.9.
    """
    u, v, w = b - a, d - c, a - c
    uu, vv, uv = _dot(u, u), _dot(v, v), _dot(u, v)
    uw, vw = _dot(u, w), _dot(v, w)
    denominator = uu * vv - uv * uv
    askew = denominator > PARALLEL * np.maximum(uu * vv, PARALLEL)
    s = np.where(askew, (uv * vw - vv * uw) / np.where(askew, denominator, 1.0), 0.5)
    s = np.clip(s, 0.0, 1.0)
    t = np.clip(_share(uv * s + vw, vv), 0.0, 1.0)
    s = np.clip(_share(uv * t - uw, uu), 0.0, 1.0)
    return np.linalg.norm(w + s[:, None] * u - t[:, None] * v, axis=1)


def _dot(a: Array, b: Array) -> Array:
    return np.einsum("fi,fi->f", a, b)


def _share(part: Array, whole: Array) -> Array:
    """part / whole; 0 on segments without length."""
    return np.where(whole > PARALLEL, part / np.where(whole > PARALLEL, whole, 1.0), 0.0)


def _capsule_in_box(capsule: Solid, box: Solid) -> Array:
    depths = [
        capsule.radius - _distance_to_box(capsule.along(share), box)
        for share in np.linspace(-1.0, 1.0, BALLS)
    ]
    return np.max(depths, axis=0)


def _distance_to_box(point: Array, box: Solid) -> Array:
    """Distance (frames,) of points from a box's surface, negative inside."""
    local = np.einsum("fij,fi->fj", box.axes, point - box.middle)
    beyond = np.abs(local) - box.size / 2
    outside = np.linalg.norm(np.maximum(beyond, 0.0), axis=1)
    return outside + np.minimum(beyond.max(axis=1), 0.0)


def _box_in_box(a: Solid, b: Solid) -> Array:
    """Least overlap along the 15 axes that can separate two boxes."""
    crossed = np.cross(a.axes[:, :, :, None], b.axes[:, :, None, :], axis=1).reshape(-1, 3, 9)
    directions = np.concatenate([a.axes, b.axes, crossed], axis=2)  # (frames, 3, 15)
    length = np.linalg.norm(directions, axis=1)
    directions = directions / np.maximum(length, PARALLEL)[:, None]
    reach = _reach(a, directions) + _reach(b, directions)
    gap = np.abs(np.einsum("fi,fik->fk", b.middle - a.middle, directions))
    depth = np.where(length > 1e-6, reach - gap, np.inf)
    return depth.min(axis=1)


def _reach(box: Solid, directions: Array) -> Array:
    """How far a box reaches from its middle along directions (frames, 3, k) -> (frames, k)."""
    turned = np.abs(np.einsum("fij,fik->fjk", box.axes, directions))
    return np.einsum("j,fjk->fk", box.size / 2, turned)
