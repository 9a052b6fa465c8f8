"""Symmetric positive definite systems whose entries lie near the diagonal."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from ..compiled import compiled

Array = NDArray[np.float64]
BAND = 8  # entries left of the diagonal: a link's bending couples three points, 3 x 3 - 1
LEAST_PIVOT = 1e-30


@compiled
def solve_banded(matrix: Array, right: Array) -> None:
    """Solve in place: the solution replaces `right` (n,), the Cholesky factor the matrix.

    Args:
        matrix: (n, BAND + 1) lower triangle; entry (i, j) is at [i, j - i + BAND].
    """
    n = len(right)
    for i in range(n):
        first = max(0, i - BAND)
        for j in range(first, i + 1):
            total = matrix[i, j - i + BAND]
            for k in range(max(first, j - BAND), j):
                total -= matrix[i, k - i + BAND] * matrix[j, k - j + BAND]
            if j < i:
                matrix[i, j - i + BAND] = total / matrix[j, BAND]
            else:
                matrix[i, BAND] = math.sqrt(max(total, LEAST_PIVOT))
    for i in range(n):
        total = right[i]
        for k in range(max(0, i - BAND), i):
            total -= matrix[i, k - i + BAND] * right[k]
        right[i] = total / matrix[i, BAND]
    for i in range(n - 1, -1, -1):
        total = right[i]
        for k in range(i + 1, min(n, i + BAND + 1)):
            total -= matrix[k, i - k + BAND] * right[k]
        right[i] = total / matrix[i, BAND]


@compiled
def add_block(matrix: Array, i: int, j: int, block: Array, factor: float) -> None:
    """Add a multiple of a 3 x 3 block between points i >= j; with j = i its lower triangle."""
    for a in range(3):
        row = 3 * i + a
        for b in range(a + 1 if i == j else 3):
            matrix[row, 3 * j + b - row + BAND] += factor * block[a, b]
