"""Least squares fits of Catmull-Rom curves to samples over a phase."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
SMOOTHNESS = 1e-3  # weight of the knots' second differences beside that of all samples of a knot
# Rows: powers 0 to 3 of the way from knot 1 to knot 2; columns: knots 0 to 3.
CATMULL_ROM = np.array(
    [[0.0, 1.0, 0.0, 0.0], [-0.5, 0.0, 0.5, 0.0], [1.0, -2.5, 2.0, -0.5], [-0.5, 1.5, -1.5, 0.5]]
)


def fit_closed(phases: Array, values: Array, knots: int) -> Array:
    """(knots,) of the closed curve through values (n,) at phases (n,), modulo 1."""
    return _solve(closed_basis(phases, knots), values, _bends(np.eye(knots), closed=True))


def fit_step(phases: Array, values: Array, knots: int) -> Array:
    """(knots,) of the curve through values (n,) at phases (n,) from 0 to 1; 0 at both ends."""
    basis, bends = open_basis(phases, knots), _bends(np.eye(knots), closed=False)
    inner = _solve(basis[:, 1:-1], values, bends[:, 1:-1])
    whole: Array = np.pad(inner, 1)
    return whole


def _solve(basis: Array, values: Array, bends: Array) -> Array:
    stiff = np.sqrt(SMOOTHNESS * len(values) / basis.shape[1]) * bends
    rows, wanted = np.vstack([basis, stiff]), np.concatenate([values, np.zeros(len(stiff))])
    solution: Array = np.linalg.lstsq(rows, wanted, rcond=None)[0]
    return solution


def _bends(knots: Array, closed: bool) -> Array:
    """Second differences of the knots; a closed curve has one at each knot."""
    around = np.concatenate([knots[-1:], knots, knots[:1]]) if closed else knots
    bends: Array = around[:-2] - 2.0 * around[1:-1] + around[2:]
    return bends


def closed_basis(phases: Array, knots: int) -> Array:
    """(n, knots) weights of the knots in the closed curve; the first knot is at phase 0."""
    at = (phases % 1.0) * knots
    first = np.floor(at).astype(int)
    return _scatter(_weights(at - first), (first[:, None] + np.arange(-1, 3)) % knots, knots)


def open_basis(phases: Array, knots: int) -> Array:
    """(n, knots) weights of evenly spaced knots, with a straight continuation at both ends."""
    last = knots - 1
    at = np.clip(phases, 0.0, 1.0) * last
    first = np.minimum(np.floor(at).astype(int), last - 1)
    # Knots before the first and after the last one are linear extrapolations.
    spread = _scatter(_weights(at - first), first[:, None] + np.arange(4), knots + 2)
    basis = spread[:, 1:-1].copy()
    for end, near, far in ((0, 0, 1), (-1, last, last - 1)):
        basis[:, near] += 2.0 * spread[:, end]
        basis[:, far] -= spread[:, end]
    return basis


def _weights(way: Array) -> Array:
    """(n, 4) weights of the four knots around each place between their knots 1 and 2."""
    powers = way[:, None] ** np.arange(4)
    weights: Array = powers @ CATMULL_ROM
    return weights


def _scatter(weights: Array, places: Array, count: int) -> Array:
    basis = np.zeros((len(weights), count))
    rows = np.arange(len(weights))
    for column in range(places.shape[1]):  # no knot occurs twice in a column
        basis[rows, places[:, column]] += weights[:, column]
    return basis
