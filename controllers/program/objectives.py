"""Objectives of whole-body control: which accelerations are wanted, and how much they matter.

Each adds a weighted square to x A x / 2 - b x over the accelerations x of all freedoms. Objectives
are served together: where they contradict each other, the weights decide.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...simulation.body import Body, Motion, velocity_size
from ...simulation.compiled import compiled
from ...simulation.dynamics import ROOT_SIZE, Dynamics, Indices, first_freedom, point_acceleration
from ...simulation.rotation import Array, cross

LONGEST_CHAIN = 32  # freedoms between the root and a segment
LEAST_WEIGHT = 1e-6  # of every freedom, so that there is one answer


class Goals(NamedTuple):
    """The sum of all objectives: A (nv, nv), of which the lower triangle counts, and b (nv,)."""

    A: Array
    b: Array


@compiled
def no_goals(freedoms: int) -> Goals:
    return Goals(LEAST_WEIGHT * np.eye(freedoms), np.zeros(freedoms))


@compiled
def want_freedom(goals: Goals, freedom: int, target: float, weight: float) -> None:
    """Ask one degree of freedom for an acceleration."""
    goals.A[freedom, freedom] += weight
    goals.b[freedom] += weight * target


@compiled
def want_turn_about(
    goals: Goals, first: int, direction: Array, target: float, weight: float
) -> None:
    """Ask a ball joint for an acceleration about an axis (3,) of its own frame."""
    for j in range(3):
        goals.b[first + j] += weight * target * direction[j]
        for k in range(j + 1):
            goals.A[first + j, first + k] += weight * direction[j] * direction[k]


@compiled
def want_momentum(
    goals: Goals, dynamics: Dynamics, axis: int, target: float, weight: float
) -> None:
    """Ask for a rate of change of one of the six numbers of the centroidal momentum."""
    row = dynamics.momentum[axis]
    wanted = target - dynamics.drift[axis]
    for j in range(len(row)):
        scaled = weight * row[j]
        goals.b[j] += scaled * wanted
        for k in range(j + 1):
            goals.A[j, k] += scaled * row[k]


@compiled
def want_turn(
    goals: Goals, body: Body, dynamics: Dynamics, segment: int, target: Array, weight: float
) -> None:
    """Ask a segment for an angular acceleration (3,) [rad/s2]."""
    chain, row = np.empty(LONGEST_CHAIN, dtype=np.int64), np.empty(LONGEST_CHAIN)
    count = _chain_of(body, segment, chain)
    for axis in range(3):
        for m in range(count):
            row[m] = dynamics.axes[chain[m], axis]
        wanted = target[axis] - dynamics.drifts[segment, axis]
        _add_row(goals, chain[:count], row, wanted, weight)


@compiled
def want_spin(
    goals: Goals, body: Body, dynamics: Dynamics, segment: int, direction: Array, target: float,
    weight: float,
) -> None:  # fmt: skip
    """Ask a segment for an angular acceleration [rad/s2] about a direction of the world."""
    chain, row = np.empty(LONGEST_CHAIN, dtype=np.int64), np.empty(LONGEST_CHAIN)
    count = _chain_of(body, segment, chain)
    wanted = target
    for k in range(3):
        wanted -= dynamics.drifts[segment, k] * direction[k]
    for m in range(count):
        row[m] = 0.0
        for k in range(3):
            row[m] += dynamics.axes[chain[m], k] * direction[k]
    _add_row(goals, chain[:count], row, wanted, weight)


@compiled
def want_move(
    goals: Goals, body: Body, motion: Motion, dynamics: Dynamics, segment: int, point: Array,
    target: Array, weight: float,
) -> None:  # fmt: skip
    """Ask a point (3,) of a segment, given in the world, for an acceleration (3,) [m/s2]."""
    chain, row = np.empty(LONGEST_CHAIN, dtype=np.int64), np.empty(LONGEST_CHAIN)
    count = _chain_of(body, segment, chain)
    p = point - motion.com
    drift = point_acceleration(dynamics.twists[segment], dynamics.drifts[segment], p)
    for axis in range(3):
        u, v = (axis + 1) % 3, (axis + 2) % 3
        for m in range(count):
            twist = dynamics.axes[chain[m]]
            row[m] = twist[3 + axis] + twist[u] * p[v] - twist[v] * p[u]
        _add_row(goals, chain[:count], row, target[axis] - drift[axis], weight)


@compiled
def want_along(
    goals: Goals, body: Body, motion: Motion, dynamics: Dynamics, segment: int, point: Array,
    direction: Array, target: float, weight: float,
) -> None:  # fmt: skip
    """Ask a point (3,) of a segment for an acceleration [m/s2] along a direction of the world."""
    chain, row = np.empty(LONGEST_CHAIN, dtype=np.int64), np.empty(LONGEST_CHAIN)
    count = _chain_of(body, segment, chain)
    p = point - motion.com
    turning = cross(p, direction)
    for m in range(count):
        twist = dynamics.axes[chain[m]]
        row[m] = 0.0
        for k in range(3):
            row[m] += twist[3 + k] * direction[k] + twist[k] * turning[k]
    drift = point_acceleration(dynamics.twists[segment], dynamics.drifts[segment], p)
    wanted = target
    for k in range(3):
        wanted -= drift[k] * direction[k]
    _add_row(goals, chain[:count], row, wanted, weight)


@compiled
def _chain_of(body: Body, segment: int, chain: Indices) -> int:
    """Fill in the freedoms that move a segment, rising; how many they are."""
    count = ROOT_SIZE
    i = segment
    while i > 0:
        count += velocity_size(body.joint_type[i])
        i = body.parent[i]
    at, i = count, segment
    while i > 0:
        for k in range(velocity_size(body.joint_type[i]) - 1, -1, -1):
            at -= 1
            chain[at] = first_freedom(body, i) + k
        i = body.parent[i]
    for j in range(ROOT_SIZE):
        chain[j] = j
    return count


@compiled
def _add_row(goals: Goals, chain: Indices, row: Array, wanted: float, weight: float) -> None:
    for m in range(len(chain)):
        scaled = weight * row[m]
        if scaled != 0.0:
            goals.b[chain[m]] += scaled * wanted
            for k in range(m + 1):
                goals.A[chain[m], chain[k]] += scaled * row[k]
