"""Torque limits of the joints, as soft constraints of the whole-body program.

Torques are linear in the accelerations x and contact forces f. Torques beyond a limit become soft
rows of the program, beside the six rows of Newton and Euler, and all tasks adapt to them. Clipping
the torques afterwards instead would give a motion that fulfils none of the tasks.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...simulation.body import Body, velocity_size
from ...simulation.compiled import compiled
from ...simulation.dynamics import Indices, first_dof, hangs_on, joint_torques, net_wrenches
from ...simulation.rotation import Array
from .contacts import Edges
from .objectives import Tick

TOLERATED = 0.02  # of a limit: tolerated excess


class Excess(NamedTuple):
    """Excess of m torques over their limits: rows x - effects f + bias [N m].

    Attributes:
        rows: (m, nv) of the mass matrix; effects: (m, e) of the forces along e edges; bias: (m,).
    """

    rows: Array
    effects: Array
    bias: Array


@compiled
def no_excess() -> Excess:
    return Excess(np.zeros((0, 0)), np.zeros((0, 0)), np.zeros(0))


@compiled
def find_excess(
    tick: Tick[object], edges: Edges, gravity: float, outside: Array, torques: Array
) -> Excess:
    """The degrees of freedom whose torque, of all torque rows (n, 3) [N m], exceeds its limit.

    Args:
        gravity: [m/s2]; outside: (n, 6) external wrenches on the segments besides the contacts'.
    """
    body, motion, dynamics, grasp = tick.body, tick.motion, tick.dynamics, edges.grasp
    motion_subspace, owner = dynamics.motion_subspace, _owners(body, len(dynamics.motion_subspace))
    found, count = np.zeros(len(motion_subspace), dtype=np.int64), 0
    for j in range(first_dof(body, 1), len(motion_subspace)):
        limit = body.torque_limit[owner[j]]
        if abs(_along(motion_subspace[j], torques[owner[j]])) > (1.0 + TOLERATED) * limit:
            found[count] = j
            count += 1
    rows, bias = np.zeros((count, len(motion_subspace))), np.zeros(count)
    effects = np.zeros((count, len(grasp)))
    if count == 0:
        return Excess(rows, effects, bias)
    still = net_wrenches(body, motion, dynamics.twists, dynamics.bias_accelerations)
    static = joint_torques(body, motion, still, outside, gravity)
    for m in range(count):
        j = found[m]
        i = owner[j]
        limit = body.torque_limit[i]
        bias[m] = _along(motion_subspace[j], static[i])
        bias[m] -= limit if _along(motion_subspace[j], torques[i]) > 0.0 else -limit
        for k in range(len(motion_subspace)):
            if hangs_on(body, owner[k], i):
                rows[m, k] = _power(motion_subspace[j], dynamics.momentum[:, k])
            elif hangs_on(body, i, owner[k]):
                rows[m, k] = _power(motion_subspace[k], dynamics.momentum[:, j])
        for edge in range(len(grasp)):
            if hangs_on(body, edges.segments[edge], i):
                effects[m, edge] = _power(motion_subspace[j], grasp[edge])
    return Excess(rows, effects, bias)


@compiled
def _owners(body: Body, dofs: int) -> Indices:
    """(nv,) the segment whose joint has each degree of freedom; the root for its own."""
    owner = np.zeros(dofs, dtype=np.int64)
    for i in range(1, body.rows[0]):
        start = first_dof(body, i)
        owner[start : start + velocity_size(body.joint_type[i])] = i
    return owner


@compiled
def _along(axis: Array, torque: Array) -> float:
    return axis[0] * torque[0] + axis[1] * torque[1] + axis[2] * torque[2]


@compiled
def _power(twist: Array, wrench: Array) -> float:
    value = 0.0
    for k in range(6):
        value += twist[k] * wrench[k]
    return value
