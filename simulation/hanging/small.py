"""Products of 3 x 3 matrices and vectors into given arrays: faster than numpy's for such sizes."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from ..compiled import compiled
from ..rotation import matrix_of

Array = NDArray[np.float64]


@compiled
def multiply(a: Array, b: Array, out: Array) -> None:
    """Fill the product of two matrices."""
    for j in range(3):
        for k in range(3):
            out[j, k] = a[j, 0] * b[0, k] + a[j, 1] * b[1, k] + a[j, 2] * b[2, k]


@compiled
def turn(a: Array, v: Array, out: Array) -> None:
    """Fill a @ v."""
    for k in range(3):
        out[k] = a[k, 0] * v[0] + a[k, 1] * v[1] + a[k, 2] * v[2]


@compiled
def turn_back(a: Array, v: Array, out: Array) -> None:
    """Fill a.T @ v."""
    for k in range(3):
        out[k] = a[0, k] * v[0] + a[1, k] * v[1] + a[2, k] * v[2]


@compiled
def dot(a: Array, b: Array) -> float:
    product: float = a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
    return product


@compiled
def direction(start: Array, end: Array, out: Array) -> float:
    """Fill the unit vector from one point to another, unchanged where they meet; the distance."""
    x, y, z = end[0] - start[0], end[1] - start[1], end[2] - start[2]
    size = math.sqrt(x * x + y * y + z * z)
    if size > 0.0:
        out[0], out[1], out[2] = x / size, y / size, z / size
    return size


@compiled
def distance(a: Array, b: Array) -> float:
    return math.sqrt((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2)


@compiled
def axes_between(start: Array, end: Array, share: float, out: Array) -> None:
    """Fill the axes (3, 3) between two unit quaternions, along the shorter arc."""
    near, total = 0.0, 0.0
    for k in range(4):
        near += start[k] * end[k]
    q = np.empty(4)
    for k in range(4):
        q[k] = (1.0 - share) * start[k] + (share if near >= 0.0 else -share) * end[k]
        total += q[k] ** 2
    size = math.sqrt(total)
    for k in range(4):
        q[k] = q[k] / size if size > 0.0 else end[k]
    out[:] = matrix_of(q)
