"""Orientations of the bones of a chain from the places of its points."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from ..compiled import compiled
from .chains import Links
from .small import direction, dot, multiply, turn

Array = NDArray[np.float64]
OPPOSITE = -1.0 + 1e-9  # cosine of the angle from which on directions count as opposite


@compiled
def orient(
    links: Links, chain: int, root: Array, carrier: Array, points: Array, bones: Array,
    wanted: Array, ways: Array,
) -> None:  # fmt: skip
    """Fill the bones' axes and directions: each bone swings from its pose, without a twist.

    Args:
        root: (3,) the first head; carrier: (3, 3) its carrier's axes.
        points: (n, 3) of all chains.
        bones: (n, 3, 3) axes, filled.
        wanted: (n, 3) directions of the links in their pose on the bone before, filled.
        ways: (n, 3) directions of the links, filled.
    """
    target, swung = np.empty((3, 3)), np.empty((3, 3))
    first = links.first[chain]
    for i in range(first, links.first[chain + 1]):
        multiply(carrier if i == first else bones[i - 1], links.rest[i], target)
        turn(target, links.axis[i], wanted[i])
        ways[i] = wanted[i]
        direction(root if i == first else points[i - 1], points[i], ways[i])
        swing(wanted[i], ways[i], swung)
        multiply(swung, target, bones[i])


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
