"""Orientations of the bones of a chain from the places of its points."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from ..compiled import compiled
from ..records import Rows
from .records import Carried, Link
from .small import direction, dot, multiply, turn

Array = NDArray[np.float64]
OPPOSITE = -1.0 + 1e-9  # cosine of the angle from which on directions count as opposite


@compiled
def orient(links: Rows[Link], chain: Carried) -> None:
    """Fill the bones' axes and directions: each bone swings from its pose, without a twist."""
    target, swung = np.empty((3, 3)), np.empty((3, 3))
    first = chain["first"]
    for i in range(first, chain["end"]):
        link = links[i]
        parent = chain["axes"] if i == first else links[i - 1]["bone"]
        before = chain["place"] if i == first else links[i - 1]["point"]
        wanted, way = link["wanted"], link["way"]
        multiply(parent, link["rest"], target)
        turn(target, link["axis"], wanted)
        for k in range(3):
            way[k] = wanted[k]
        direction(before, link["point"], way)
        swing(wanted, way, swung)
        multiply(swung, target, link["bone"])


@compiled
def swing(start: Array, end: Array, m: Array) -> None:
    """Fill the shortest rotation (3, 3) from one unit vector to another."""
    cosine = dot(start, end)
    if cosine <= OPPOSITE:
        _half_turn(start, m)
        return
    x = start[1] * end[2] - start[2] * end[1]
    y = start[2] * end[0] - start[0] * end[2]
    z = start[0] * end[1] - start[1] * end[0]
    f = 1.0 / (1.0 + cosine)
    m[0, 0], m[0, 1], m[0, 2] = 1 - f * (y * y + z * z), f * x * y - z, f * x * z + y
    m[1, 0], m[1, 1], m[1, 2] = f * x * y + z, 1 - f * (x * x + z * z), f * y * z - x
    m[2, 0], m[2, 1], m[2, 2] = f * x * z - y, f * y * z + x, 1 - f * (x * x + y * y)


@compiled
def _half_turn(vector: Array, m: Array) -> None:
    """Fill in half a turn about any axis across a unit vector."""
    least = 0
    for k in range(1, 3):
        if abs(vector[k]) < abs(vector[least]):
            least = k
    along = vector[least]
    size = math.sqrt(1.0 - along * along)
    for j in range(3):
        across = ((1.0 if j == least else 0.0) - along * vector[j]) / size
        for k in range(3):
            other = ((1.0 if k == least else 0.0) - along * vector[k]) / size
            m[j, k] = 2.0 * across * other - (1.0 if j == k else 0.0)
