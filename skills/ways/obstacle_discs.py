"""Obstacles as discs that a walker keeps out of."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import product

import numpy as np

from ...shots.ground import Ground
from ...shots.shot import Prop
from ...simulation.rotation import Array, matrix_of

LOW, HIGH = 0.1, 1.8  # [m] over the ground: objects that end below or begin above do not count
# Radii [m]: largest one of a disc around a whole prop, least one of the discs along a wall. A
# walker that meets a row of discs in its middle stops before them.
WIDEST, SLIMMEST = 2.0, 0.2
KEEPS_OFF = 0.35  # [m]: walkers swing wide


def discs_of(props: Sequence[Prop], ground: Ground) -> tuple[Array, Array]:
    """(n, 2) places and (n,) radii [m] of discs that cover the fixed obstacles."""
    places, radii = [np.empty((0, 2))], [np.empty(0)]
    for prop in props:
        corners = corners_of(prop)
        if prop.is_static and _is_in_the_way(corners, ground):
            row, radius = _row_of_discs(corners[:, :2])
            places.append(row)
            radii.append(np.full(len(row), radius))
    return np.concatenate(places), np.concatenate(radii)


def corners_of(prop: Prop) -> Array:
    """(n, 3) corners of a prop, or of a box around it, in the world [m]."""
    if prop.shape == "mesh":
        own = np.array(prop.vertices, float)
    else:
        own = np.array(list(product((-0.5, 0.5), repeat=3))) * _extent(prop)
    corners: Array = own @ matrix_of(np.array(prop.orientation, float)).T + prop.position
    return corners


def _extent(prop: Prop) -> Array:
    """(3,) full lengths of a box around a prop [m]."""
    if prop.shape == "box":
        return np.array(prop.size, float)
    across = 2.0 * prop.size[0]
    return np.array([across, across, prop.size[-1] if prop.shape == "capsule" else across])


def _is_in_the_way(corners: Array, ground: Ground) -> bool:
    x, y = corners[:, :2].mean(axis=0).tolist()
    level = ground.height_at(x, y) or 0.0
    low, high = corners[:, 2].min() - level, corners[:, 2].max() - level
    return bool(low < HIGH and high > LOW)


def _row_of_discs(points: Array) -> tuple[Array, float]:
    """(n, 2) places along the longer extent of points (m, 2), and the radius that covers them.

    There is one disc unless it would be too wide.
    """
    middle = points.mean(axis=0)
    _, axes = np.linalg.eigh(np.cov((points - middle).T))
    along = (points - middle) @ axes  # the longer extent is the second
    (short, long), center = np.ptp(along, axis=0), (along.max(axis=0) + along.min(axis=0)) / 2
    radius = math.hypot(short, long) / 2
    if radius > WIDEST:
        radius = max(float(short) / 2, SLIMMEST)
    count = max(1, math.floor(float(long) / radius / 2))
    steps = (np.arange(count) + 0.5) / count - 0.5
    row = np.stack([np.full(count, center[0]), center[1] + steps * long], axis=1)
    return middle + row @ axes.T, radius + KEEPS_OFF
