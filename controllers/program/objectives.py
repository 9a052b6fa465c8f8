"""Objectives of whole-body control: target accelerations and their weights, for one tick.

Each task adds a weighted square to x A x / 2 - b x over the accelerations x of all degrees of
freedom. Tasks are solved together: where they contradict each other, the weights decide.
"""

from __future__ import annotations

from typing import Generic, NamedTuple, TypeVar

import numpy as np

from ...simulation.body import Body, Motion, velocity_size
from ...simulation.compiled import compiled
from ...simulation.dynamics import (
    ROOT_SIZE,
    Dynamics,
    Indices,
    count_dofs,
    first_dof,
    point_acceleration,
)
from ...simulation.rotation import Array, cross

LONGEST_CHAIN = 32  # degrees of freedom between the root and a segment
LEAST_WEIGHT = 1e-6  # of every degree of freedom, so that the minimum is unique

_Anatomy = TypeVar("_Anatomy", covariant=True)


class Objective(NamedTuple):
    """The sum of all tasks: A (nv, nv), of which the lower triangle counts, and b (nv,)."""

    A: Array
    b: Array


class Tick(NamedTuple, Generic[_Anatomy]):
    """What the laws of one time step share: the body in its present state, and their objective.

    Attributes:
        objective: the sum of the tasks that the laws of this tick have added so far.
        body: constants of the body.
        anatomy: indices and measures of its parts, by the kind of body; None where no law needs it.
        motion: present positions and velocities: the caller's own record, not a copy.
        dynamics: dynamic quantities of that motion.
    """

    objective: Objective
    body: Body
    anatomy: _Anatomy
    motion: Motion
    dynamics: Dynamics


@compiled
def no_objective(body: Body) -> Objective:
    """The sum of no tasks yet."""
    dofs = count_dofs(body)
    return Objective(LEAST_WEIGHT * np.eye(dofs), np.zeros(dofs))


@compiled
def add_dof_task(tick: Tick[object], dof: int, target: float, weight: float) -> None:
    """Add the task of one degree of freedom's acceleration [rad/s2] or [m/s2]."""
    objective = tick.objective
    objective.A[dof, dof] += weight
    objective.b[dof] += weight * target


@compiled
def add_joint_axis_task(
    tick: Tick[object], first: int, direction: Array, target: float, weight: float
) -> None:
    """Add the task of a ball joint's acceleration [rad/s2] about an axis (3,) of its own frame."""
    objective = tick.objective
    for j in range(3):
        objective.b[first + j] += weight * target * direction[j]
        for k in range(j + 1):
            objective.A[first + j, first + k] += weight * direction[j] * direction[k]


@compiled
def add_momentum_task(tick: Tick[object], axis: int, target: float, weight: float) -> None:
    """Add the task of the rate of one component of the centroidal momentum.

    Args:
        axis: 0 to 2 angular [N m], 3 to 5 linear [N].
    """
    objective, dynamics = tick.objective, tick.dynamics
    row = dynamics.momentum[axis]
    wanted = target - dynamics.momentum_bias[axis]
    for j in range(len(row)):
        scaled = weight * row[j]
        objective.b[j] += scaled * wanted
        for k in range(j + 1):
            objective.A[j, k] += scaled * row[k]


@compiled
def add_rotation_task(tick: Tick[object], segment: int, target: Array, weight: float) -> None:
    """Add the task of a segment's angular acceleration (3,) [rad/s2], in the world."""
    objective, body, dynamics = tick.objective, tick.body, tick.dynamics
    chain, row = np.empty(LONGEST_CHAIN, dtype=np.int64), np.empty(LONGEST_CHAIN)
    count = _chain_of(body, segment, chain)
    for axis in range(3):
        for m in range(count):
            row[m] = dynamics.motion_subspace[chain[m], axis]
        wanted = target[axis] - dynamics.bias_accelerations[segment, axis]
        _add_row(objective, chain[:count], row, wanted, weight)


@compiled
def add_axis_rotation_task(
    tick: Tick[object], segment: int, direction: Array, target: float, weight: float
) -> None:
    """Add the task of a segment's angular acceleration [rad/s2] about a world direction (3,)."""
    objective, body, dynamics = tick.objective, tick.body, tick.dynamics
    chain, row = np.empty(LONGEST_CHAIN, dtype=np.int64), np.empty(LONGEST_CHAIN)
    count = _chain_of(body, segment, chain)
    wanted = target
    for k in range(3):
        wanted -= dynamics.bias_accelerations[segment, k] * direction[k]
    for m in range(count):
        row[m] = 0.0
        for k in range(3):
            row[m] += dynamics.motion_subspace[chain[m], k] * direction[k]
    _add_row(objective, chain[:count], row, wanted, weight)


@compiled
def add_point_task(
    tick: Tick[object], segment: int, point: Array, target: Array, weight: float
) -> None:
    """Add the task of the acceleration (3,) [m/s2] of a segment's point (3,) [m], in the world."""
    objective, body, dynamics = tick.objective, tick.body, tick.dynamics
    chain, row = np.empty(LONGEST_CHAIN, dtype=np.int64), np.empty(LONGEST_CHAIN)
    count = _chain_of(body, segment, chain)
    p = point - tick.motion.com
    momentum_bias = point_acceleration(
        dynamics.twists[segment], dynamics.bias_accelerations[segment], p
    )
    for axis in range(3):
        u, v = (axis + 1) % 3, (axis + 2) % 3
        for m in range(count):
            twist = dynamics.motion_subspace[chain[m]]
            row[m] = twist[3 + axis] + twist[u] * p[v] - twist[v] * p[u]
        _add_row(objective, chain[:count], row, target[axis] - momentum_bias[axis], weight)


@compiled
def add_point_axis_task(
    tick: Tick[object], segment: int, point: Array, direction: Array, target: float, weight: float
) -> None:
    """Add the task of a segment's point (3,): its acceleration [m/s2] along a world direction."""
    objective, body, dynamics = tick.objective, tick.body, tick.dynamics
    chain, row = np.empty(LONGEST_CHAIN, dtype=np.int64), np.empty(LONGEST_CHAIN)
    count = _chain_of(body, segment, chain)
    p = point - tick.motion.com
    turning = cross(p, direction)
    for m in range(count):
        twist = dynamics.motion_subspace[chain[m]]
        row[m] = 0.0
        for k in range(3):
            row[m] += twist[3 + k] * direction[k] + twist[k] * turning[k]
    momentum_bias = point_acceleration(
        dynamics.twists[segment], dynamics.bias_accelerations[segment], p
    )
    wanted = target
    for k in range(3):
        wanted -= momentum_bias[k] * direction[k]
    _add_row(objective, chain[:count], row, wanted, weight)


@compiled
def _chain_of(body: Body, segment: int, chain: Indices) -> int:
    """Fill in the degrees of freedom that move a segment, in rising order; return how many."""
    count = ROOT_SIZE
    i = segment
    while i > 0:
        count += velocity_size(body.joint_type[i])
        i = body.parent[i]
    at, i = count, segment
    while i > 0:
        for k in range(velocity_size(body.joint_type[i]) - 1, -1, -1):
            at -= 1
            chain[at] = first_dof(body, i) + k
        i = body.parent[i]
    for j in range(ROOT_SIZE):
        chain[j] = j
    return count


@compiled
def _add_row(
    objective: Objective, chain: Indices, row: Array, wanted: float, weight: float
) -> None:
    for m in range(len(chain)):
        scaled = weight * row[m]
        if scaled != 0.0:
            objective.b[chain[m]] += scaled * wanted
            for k in range(m + 1):
                objective.A[chain[m], chain[k]] += scaled * row[k]
