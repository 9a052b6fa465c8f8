"""Small systems of equations with symmetric positive matrices, solved in place."""

from __future__ import annotations

import math

from .compiled import compiled
from .rotation import Array


@compiled
def dot(a: Array, b: Array) -> float:
    """Dot product, without a library call, which costs more than it saves on short vectors."""
    value = 0.0
    for j in range(len(a)):
        value += a[j] * b[j]
    return value


@compiled
def add_scaled(share: float, vector: Array, total: Array) -> None:
    """Add a share of a vector to another one, without a temporary array."""
    for j in range(len(total)):
        total[j] += share * vector[j]


@compiled
def factor(A: Array) -> None:
    """Put the Cholesky factor of a symmetric matrix into its lower triangle."""
    for j in range(len(A)):
        for k in range(j):
            value = A[j, k]
            for m in range(k):
                value -= A[j, m] * A[k, m]
            A[j, k] = value / A[k, k]
        value = A[j, j]
        for m in range(j):
            value -= A[j, m] * A[j, m]
        A[j, j] = math.sqrt(value)


@compiled
def solve_lower(L: Array, x: Array) -> None:
    """Solve L x = b in place of b; only the lower triangle of L is read."""
    for j in range(len(x)):
        value = x[j]
        for m in range(j):
            value -= L[j, m] * x[m]
        x[j] = value / L[j, j]


@compiled
def solve_upper(L: Array, x: Array) -> None:
    """Solve L' x = b in place of b; only the lower triangle of L is read."""
    for j in range(len(x) - 1, -1, -1):
        x[j] /= L[j, j]
        for m in range(j):
            x[m] -= L[j, m] * x[j]
