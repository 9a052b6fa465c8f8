"""Whole-body control: accelerations and contact forces of least weighted objective.

A quadratic program over the accelerations of all degrees of freedom and the forces at the
soles, which must obey Newton and Euler for the whole body and stay in their friction pyramids (Wu
and Zordan 2010, Section 3; de Lasa, Mordatch, Hertzmann 2010). The accelerations are eliminated,
which leaves a non-negative least squares problem: unilateral forces that match a wrench of six
numbers. Where the solution exceeds a joint's torque limit, the program is solved again with a row
for that limit.
"""

from __future__ import annotations

import numpy as np

from ...simulation.cholesky import add_scaled, dot, factor, solve_lower, solve_upper
from ...simulation.compiled import compiled
from ...simulation.dynamics import Dynamics, joint_torques, net_wrenches, segment_accelerations
from ...simulation.rotation import Array
from .contact_forces import match_exactly
from .contacts import Contacts, Edges, edges_of
from .objectives import Objective, Tick
from .torque_limits import Excess, find_excess, no_excess

SWEEPS, SETTLED = 40, 1e-3  # Gauss-Seidel over the forces: largest number of sweeps, tolerance [N]
ROUNDS, LIMIT_WEIGHT = 2, 1.0  # of solving with torque limits; of each limit [1/(N m)^2]
REGULARIZATION = 1e-3  # cost of force itself, as a share of its effect


@compiled
def solve_qp(
    tick: Tick[object], contacts: Contacts, gravity: float, outside: Array,
    regularization: float = 0.0, limit_weight: float = LIMIT_WEIGHT,
) -> Array:  # fmt: skip
    """(n, 3) torque rows [N m] that minimize the objective with the forces that contacts can give.

    Overwrites the tick's objective, and fills in the contacts' forces.

    Args:
        gravity: [m/s2].
        outside: (n, 6) further external wrenches on the segments: moment about the center of mass
            [N m], force [N].
        regularization: cost of force itself, as a share of its largest effect. With 0 the forces
            are improved by sweeps from the last solution; else they are solved exactly, for cases
            where sweeps converge too slowly (few contacts, weights of very different size).
        limit_weight: weight of each torque beyond its limit [1/(N m)^2].
    """
    objective, edges, needed = tick.objective, edges_of(contacts), np.zeros(6)
    needed[5] = gravity * tick.body.mass.sum()
    for i in range(len(outside)):
        needed -= outside[i]
    asked = Objective(objective.A.copy(), objective.b.copy())
    dofs = _solve(
        objective, tick.dynamics, needed, edges, no_excess(), regularization, limit_weight
    )
    torques = _torques(tick, edges, gravity, outside, dofs)
    for _ in range(ROUNDS):
        excess = find_excess(tick, edges, gravity, outside, torques)
        if len(excess.bias) == 0:
            break
        objective.A[:], objective.b[:] = asked.A, asked.b
        dofs = _solve(objective, tick.dynamics, needed, edges, excess, regularization, limit_weight)
        torques = _torques(tick, edges, gravity, outside, dofs)
    return torques


@compiled
def _torques(
    tick: Tick[object], edges: Edges, gravity: float, outside: Array, dofs: Array
) -> Array:
    """(n, 3) torque rows [N m] of accelerations (nv,) with forces along the edges."""
    body, motion, dynamics = tick.body, tick.motion, tick.dynamics
    accelerations = segment_accelerations(
        body, motion, dynamics.twists, dynamics.motion_subspace, dofs
    )
    wrenches = net_wrenches(body, motion, dynamics.twists, accelerations)
    external = outside.copy()
    for edge in range(len(edges.forces)):
        for k in range(6):
            external[edges.segments[edge], k] += edges.grasp[edge, k] * edges.forces[edge]
    return joint_torques(body, motion, wrenches, external, gravity)


@compiled
def _solve(
    objective: Objective, dynamics: Dynamics, needed: Array, edges: Edges, excess: Excess,
    regularization: float, limit_weight: float,
) -> Array:  # fmt: skip
    """(nv,) best accelerations; also fills in the forces along the pyramids' edges [N].

    With A = L L', the accelerations are A^-1 (b + B' y) for the momentum matrix B and multipliers
    y = M^-1 (G f - w), where M = B A^-1 B' and w is the wrench of the unconstrained optimum,
    with the wrench `needed` (6,) to hold the body still.
    Torques beyond their limits are further rows of B, G and w, softened by M's diagonal.
    This most costly part takes no tick: without a body's record it is compiled once for all bodies.
    """
    grasp, forces = edges.grasp, edges.forces
    lower, free = objective.A, objective.b.copy()
    factor(lower)
    solve_lower(lower, free)
    size = 6 + len(excess.bias)
    spread, asked = np.empty((size, len(free))), np.empty(size)  # rows of L^-1 B'
    spread[:6], asked[:6] = dynamics.momentum, dynamics.momentum_bias + needed
    pushes = np.empty((len(grasp), size))
    pushes[:, :6] = grasp
    for k in range(6, size):
        spread[k], asked[k] = excess.rows[k - 6], excess.bias[k - 6]
        pushes[:, k] = excess.effects[k - 6]
    mobility = np.empty((size, size))
    for k in range(size):
        solve_lower(lower, spread[k])
        asked[k] += dot(spread[k], free)
        for m in range(k + 1):
            mobility[k, m] = dot(spread[k], spread[m])
        if k >= 6:
            mobility[k, k] += 1.0 / limit_weight
    factor(mobility)
    effects, left = pushes.copy(), asked.copy()
    for edge in range(len(grasp)):
        solve_lower(mobility, effects[edge])
    solve_lower(mobility, left)
    if regularization > 0.0:
        cost = regularization * _largest_square(effects)
        match_exactly(effects, left, edges.force_limit, cost, forces)
    else:
        _match(effects, left, edges.force_limit, forces)
    multipliers = -asked
    for edge in range(len(grasp)):
        add_scaled(forces[edge], pushes[edge], multipliers)
    solve_lower(mobility, multipliers)
    solve_upper(mobility, multipliers)
    for k in range(size):
        add_scaled(multipliers[k], spread[k], free)
    solve_upper(lower, free)
    return free


@compiled
def _largest_square(rows: Array) -> float:
    largest = 1e-12
    for i in range(len(rows)):
        largest = max(largest, dot(rows[i], rows[i]))
    return largest


@compiled
def _match(effects: Array, left: Array, force_limit: Array, forces: Array) -> None:
    """Non-negative least squares by Gauss-Seidel from the last forces.

    Products of all pairs of effects are formed first, which the many sweeps then use.
    """
    count = len(effects)
    if count == 0:  # in flight
        return
    products, gains, largest = np.empty((count, count)), np.empty(count), 0.0
    for edge in range(count):
        add_scaled(-forces[edge], effects[edge], left)
        for other in range(edge + 1):
            products[edge, other] = products[other, edge] = dot(effects[edge], effects[other])
        largest = max(largest, products[edge, edge])
    for edge in range(count):
        products[edge, edge] += REGULARIZATION * largest
        gains[edge] = dot(effects[edge], left) - REGULARIZATION * largest * forces[edge]
    for _ in range(SWEEPS):
        moved = 0.0
        for edge in range(count):
            force = forces[edge] + gains[edge] / products[edge, edge]
            change = min(max(force, 0.0), force_limit[edge]) - forces[edge]
            if change != 0.0:
                forces[edge] += change
                moved = max(moved, abs(change))
                add_scaled(-change, products[edge], gains)
        if moved < SETTLED:
            break
