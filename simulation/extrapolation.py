"""A body's state a short time ahead, at constant rates."""

from __future__ import annotations

import math

import numpy as np

from .body import HINGE, SPHERICAL, UNIVERSAL, Body
from .compiled import compiled
from .rotation import Array


@compiled
def moved_on(
    body: Body, root: Array, positions: Array, rates: Array, time: float
) -> tuple[Array, Array]:
    """(13,) root and flat joint positions after a time [s]; arguments as in `body.move`."""
    root, positions = root.copy(), positions.copy()
    for k in range(3):
        root[k] += time * root[7 + k]
    root[3:7] = _product(_turn(root[10:13], time), root[3:7])
    for i in range(1, body.rows[0]):
        kind, at, rate = body.joint_type[i], body.position_index[i], body.velocity_index[i]
        if kind == SPHERICAL:  # its rate is in the child's frame
            turn = _turn(rates[rate : rate + 3], time)
            positions[at : at + 4] = _product(positions[at : at + 4], turn)
        elif kind == HINGE or kind == UNIVERSAL:
            positions[at] += time * rates[rate]
            if kind == UNIVERSAL:
                positions[at + 1] += time * rates[rate + 1]
    return root, positions


@compiled
def _turn(rate: Array, time: float) -> Array:
    """(4,) quaternion of a turn at a rate (3,) [rad/s] for a short time [s]."""
    half = 0.5 * time
    turn = np.empty(4)
    turn[0] = 1.0
    for k in range(3):
        turn[1 + k] = half * rate[k]
    return turn / math.sqrt((turn * turn).sum())


@compiled
def _product(a: Array, b: Array) -> Array:
    """(4,) the rotation b, then a."""
    out = np.empty(4)
    out[0] = a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3]
    out[1] = a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2]
    out[2] = a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1]
    out[3] = a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0]
    return out
