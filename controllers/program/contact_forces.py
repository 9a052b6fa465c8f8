"""Unilateral contact forces that match a wrench best: an exact small quadratic program.

With a regularization t, the best forces along edges e follow from the residual r of the wrench:
f = e . r / t, clipped to the range from 0 to the edge's force limit. What remains is one equation
of the wrench's size, r + sum e f = y. Its left side less its right is the gradient of a strictly
convex function and piecewise linear, so Newton's method solves it.
"""

from __future__ import annotations

import math

import numpy as np

from ...simulation.cholesky import factor, solve_lower, solve_upper
from ...simulation.compiled import compiled
from ...simulation.rotation import Array

MOST_STEPS, HALVINGS = 40, 50  # bounds on the number of steps, and of halvings of one
MATCHED = 1e-9  # of the wrench's norm: tolerance of the equation


@compiled
def match_exactly(
    effects: Array, wanted: Array, force_limit: Array, regularization: float, forces: Array
) -> None:
    """Fill in the forces (e,) whose effects (e, k) sum to the least squared distance from `wanted`.

    Args:
        effects: (e, k) wrench of a unit force along each edge.
        wanted: (k,) wrench to match.
        force_limit: (e,) largest force along each edge [N].
        regularization: cost of a unit of force squared.
        forces: (e,) initial guess, then the answer [N].
    """
    residual = wanted.copy()
    for edge in range(len(effects)):
        residual -= forces[edge] * effects[edge]
    size = len(wanted)
    tolerated = MATCHED * math.sqrt((wanted * wanted).sum()) + MATCHED
    gradient, curvature = np.empty(size), np.empty((size, size))
    for _ in range(MOST_STEPS):
        _set_slope(effects, wanted, force_limit, regularization, residual, gradient, curvature)
        if math.sqrt((gradient * gradient).sum()) < tolerated:
            break
        way = -gradient
        factor(curvature)
        solve_lower(curvature, way)
        solve_upper(curvature, way)
        residual += _best_share(effects, wanted, force_limit, regularization, residual, way) * way
    for edge in range(len(effects)):
        asked = (effects[edge] * residual).sum() / regularization
        forces[edge] = min(max(asked, 0.0), force_limit[edge])


@compiled
def _set_slope(
    effects: Array, wanted: Array, force_limit: Array, regularization: float, residual: Array,
    gradient: Array, curvature: Array,
) -> None:  # fmt: skip
    """Fill in the equation's two sides' difference (k,) and its derivative (k, k)."""
    size = len(wanted)
    for k in range(size):
        gradient[k] = residual[k] - wanted[k]
        for m in range(size):
            curvature[k, m] = 1.0 if k == m else 0.0
    for edge in range(len(effects)):
        effect = effects[edge]
        asked = (effect * residual).sum() / regularization
        force = min(max(asked, 0.0), force_limit[edge])
        if force > 0.0:
            for k in range(size):
                gradient[k] += force * effect[k]
        if 0.0 < asked < force_limit[edge]:
            for k in range(size):
                for m in range(k + 1):
                    curvature[k, m] += effect[k] * effect[m] / regularization


@compiled
def _best_share(
    effects: Array,
    wanted: Array,
    force_limit: Array,
    regularization: float,
    residual: Array,
    way: Array,
) -> float:
    """Share of a Newton step to take: the one of least cost, so that the steps cannot cycle.

    The regularization is so small that the cost may have kinks after a thousandth of a step.
    """
    low, high = 0.0, 1.0
    if _slope_along(effects, wanted, force_limit, regularization, residual, way, high) <= 0.0:
        return high
    for _ in range(HALVINGS):
        middle = 0.5 * (low + high)
        if _slope_along(effects, wanted, force_limit, regularization, residual, way, middle) > 0.0:
            high = middle
        else:
            low = middle
    return 0.5 * (low + high)


@compiled
def _slope_along(
    effects: Array,
    wanted: Array,
    force_limit: Array,
    regularization: float,
    residual: Array,
    way: Array,
    share: float,
) -> float:
    """Derivative of the cost along a step, at a share of the step."""
    slope = 0.0
    for k in range(len(way)):
        slope += way[k] * (residual[k] + share * way[k] - wanted[k])
    for edge in range(len(effects)):
        along, asked = 0.0, 0.0
        for k in range(len(way)):
            along += effects[edge, k] * way[k]
            asked += effects[edge, k] * (residual[k] + share * way[k])
        slope += min(max(asked / regularization, 0.0), force_limit[edge]) * along
    return slope
