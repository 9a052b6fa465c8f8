"""Objectives of whole-body control: which accelerations are wanted, and how much they matter.

Each task adds a weighted square to x A x / 2 - b x over the accelerations x of all degrees of
freedom. Tasks are solved together: where they contradict each other, the weights decide.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...simulation.body import Body, Motion, velocity_size
from ...simulation.compiled import compiled
from ...simulation.dynamics import ROOT_SIZE, Dynamics, Indices, first_dof, point_acceleration
from ...simulation.rotation import Array, cross

LONGEST_CHAIN = 32  # degrees of freedom between the root and a segment
LEAST_WEIGHT = 1e-6  # of every degree of freedom, so that there is one answer


class Objective(NamedTuple):
    """The sum of all tasks: A (nv, nv), of which the lower triangle counts, and b (nv,)."""

    A: Array
    b: Array


@compiled
def no_objective(dofs: int) -> Objective:
    return Objective(LEAST_WEIGHT * np.eye(dofs), np.zeros(dofs))


@compiled
def add_dof_task(objective: Objective, dof: int, target: float, weight: float) -> None:
    """Ask one degree of freedom for an acceleration."""
    objective.A[dof, dof] += weight
    objective.b[dof] += weight * target


@compiled
def add_joint_axis_task(
    objective: Objective, first: int, direction: Array, target: float, weight: float
) -> None:
    """Ask a ball joint for an acceleration about an axis (3,) of its own frame."""
    for j in range(3):
        objective.b[first + j] += weight * target * direction[j]
        for k in range(j + 1):
            objective.A[first + j, first + k] += weight * direction[j] * direction[k]


@compiled
def add_momentum_task(
    objective: Objective, dynamics: Dynamics, axis: int, target: float, weight: float
) -> None:
    """Ask for a rate of change of one of the six numbers of the centroidal momentum."""
    row = dynamics.momentum[axis]
    wanted = target - dynamics.momentum_bias[axis]
    for j in range(len(row)):
        scaled = weight * row[j]
        objective.b[j] += scaled * wanted
        for k in range(j + 1):
            objective.A[j, k] += scaled * row[k]


@compiled
def add_rotation_task(
    objective: Objective, body: Body, dynamics: Dynamics, segment: int, target: Array, weight: float
) -> None:
    """Ask a segment for an angular acceleration (3,) [rad/s2]."""
    chain, row = np.empty(LONGEST_CHAIN, dtype=np.int64), np.empty(LONGEST_CHAIN)
    count = _chain_of(body, segment, chain)
    for axis in range(3):
        for m in range(count):
            row[m] = dynamics.motion_subspace[chain[m], axis]
        wanted = target[axis] - dynamics.bias_accelerations[segment, axis]
        _add_row(objective, chain[:count], row, wanted, weight)


@compiled
def add_axis_rotation_task(
    objective: Objective, body: Body, dynamics: Dynamics, segment: int, direction: Array,
    target: float, weight: float,
) -> None:  # fmt: skip
    """Ask a segment for an angular acceleration [rad/s2] about a direction of the world."""
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
    objective: Objective, body: Body, motion: Motion, dynamics: Dynamics, segment: int,
    point: Array, target: Array, weight: float,
) -> None:  # fmt: skip
    """Ask a point (3,) of a segment, given in the world, for an acceleration (3,) [m/s2]."""
    chain, row = np.empty(LONGEST_CHAIN, dtype=np.int64), np.empty(LONGEST_CHAIN)
    count = _chain_of(body, segment, chain)
    p = point - motion.com
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
    objective: Objective, body: Body, motion: Motion, dynamics: Dynamics, segment: int,
    point: Array, direction: Array, target: float, weight: float,
) -> None:  # fmt: skip
    """Ask a point (3,) of a segment for an acceleration [m/s2] along a direction of the world."""
    chain, row = np.empty(LONGEST_CHAIN, dtype=np.int64), np.empty(LONGEST_CHAIN)
    count = _chain_of(body, segment, chain)
    p = point - motion.com
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
    """Fill in the degrees of freedom that move a segment, rising; how many they are."""
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
