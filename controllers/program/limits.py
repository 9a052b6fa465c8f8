"""Joint limits: bones and ligaments stop a joint at the end of its range, whatever muscles do.

The engine stops hinges against contacts as well, but joints of three axes have no limits there. The
impulses that keep joints from turning further are found here, by projected Gauss-Seidel.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...simulation.body import (
    FIXED,
    HINGE,
    SPHERICAL,
    UNIVERSAL,
    Body,
    Motion,
    to_actuators,
    velocity_size,
)
from ...simulation.cholesky import dot, factor, solve_lower
from ...simulation.compiled import compiled
from ...simulation.dynamics import ROOT_SIZE, first_dof, mass_matrix
from ...simulation.rotation import Array, product, rotation_from_to, times, transposed_times

RETURNS = 0.1  # of the angle beyond the range, taken back in a time step: tuned: bench falling
SWEEPS = 10
NEAR = 0.1  # [rad] before an end, from which on a joint may reach it in one step
FAR_TURNED = 1.0  # [rad] from which on the turn the other way round is looked at as well


class Ends(NamedTuple):
    """Joints at ends of their range; k ends.

    Attributes:
        found: (1,) k; segment: (k,) whose joint it is.
        beyond: (k,) angle beyond the end, below 0 within [rad]; rate: (k,) at which it grows.
        way: (k, 3) what a rate of one of each of the joint's degrees of freedom adds to that rate.
    """

    found: NDArray[np.int64]
    segment: NDArray[np.int64]
    beyond: Array
    rate: Array
    way: Array


@compiled
def actuate(body: Body, motion: Motion, dt: float, torques: Array) -> Array:
    """The flat torques of the actuators: muscles by rows (n, 3) [N m], limited, and ligaments.

    Args:
        dt: time for which they act [s].
    """
    flat = to_actuators(body, motion, torques)
    add_ligaments(body, motion, dt, flat)
    return flat


@compiled
def add_ligaments(body: Body, motion: Motion, dt: float, flat: Array) -> None:
    """Add to the actuators' torques [N m] those that stop joints at the ends of their range.

    Args:
        dt: time for which they act [s].
    """
    ends = _find_ends(body, motion, dt)
    count = ends.found[0]
    if count == 0:
        return
    impulses = _stopping_impulses(body, motion, ends, dt, flat)
    for m in range(count):
        at, kind = body.velocity_index[ends.segment[m]], body.joint_type[ends.segment[m]]
        for number in range(velocity_size(kind)):
            flat[at + number] += impulses[m] / dt * ends.way[m, number]


@compiled
def _find_ends(body: Body, motion: Motion, dt: float) -> Ends:
    """The ends that joints are beyond, or will be after a time [s] if nothing stops them."""
    most = 3 * body.rows[0]
    ends = Ends(
        np.zeros(1, dtype=np.int64), np.zeros(most, dtype=np.int64), np.zeros(most),
        np.zeros(most), np.zeros((most, 3)),
    )  # fmt: skip
    turned, way = np.zeros(3), np.zeros(3)
    for i in range(1, body.rows[0]):
        if body.joint_type[i] == FIXED:
            continue
        _set_turned(body, motion, i, turned)
        for axis in range(3):
            near = _outside(body, i, axis, turned[axis], NEAR)
            if near == 0.0:
                continue
            end = 1.0 if near > 0.0 else -1.0
            way[:] = 0.0
            if body.joint_type[i] == SPHERICAL:
                above = motion.rotation[body.parent[i]]
                grows = times(above, _growth(turned, axis))
                way[:] = end * transposed_times(motion.rotation[i], grows)
            else:
                way[0 if axis == 1 else 1] = end
            _add_end(body, motion, i, abs(near) - NEAR, way, dt, ends)
    return ends


@compiled
def _add_end(
    body: Body, motion: Motion, i: int, beyond: float, way: Array, dt: float, ends: Ends
) -> None:
    rate = 0.0
    for number in range(velocity_size(body.joint_type[i])):
        rate += way[number] * _rate(body, motion, i, number)
    if beyond + rate * dt > 0.0:
        m = ends.found[0]
        ends.segment[m], ends.beyond[m], ends.way[m], ends.rate[m] = i, beyond, way, rate
        ends.found[0] += 1


@compiled
def _rate(body: Body, motion: Motion, i: int, number: int) -> float:
    """Rate [rad/s] of one of a joint's degrees of freedom, as in the flat velocities."""
    rate, parent, axes, axis = 0.0, body.parent[i], motion.rotation[i], number
    if body.joint_type[i] != SPHERICAL:
        axis = 1 if number == 0 else 0
        if number == 0:
            axes = motion.rotation[parent]
    for k in range(3):
        slip = motion.angular_velocity[i, k] - motion.angular_velocity[parent, k]
        rate += axes[k, axis] * slip
    return rate


@compiled
def _set_turned(body: Body, motion: Motion, i: int, turned: Array) -> None:
    """Set the angles (3,) of a joint about its parent's axes [rad] that its limits bound.

    They are a hinge's pitch, a universal joint's roll and pitch, and the rotation vector of a
    spherical joint: of the two that turn it alike, the one that is less beyond the range.
    """
    parent = motion.rotation[body.parent[i]]
    if body.joint_type[i] != SPHERICAL:
        relative = product(parent.T.copy(), motion.rotation[i])
        turned[0] = math.atan2(-relative[1, 2], relative[1, 1])
        turned[1] = math.atan2(-relative[2, 0], relative[0, 0])
        turned[2] = 0.0
        return
    turned[:] = transposed_times(parent, rotation_from_to(parent, motion.rotation[i]))
    whole = math.sqrt(turned[0] ** 2 + turned[1] ** 2 + turned[2] ** 2)
    if whole < FAR_TURNED:
        return
    other = (1.0 - 2.0 * math.pi / whole) * turned
    if _strain(body, i, other) < _strain(body, i, turned):
        turned[:] = other


@compiled
def _strain(body: Body, i: int, turned: Array) -> float:
    """Sum of the squares of the angles [rad2] by which a joint is beyond its range."""
    total = 0.0
    for axis in range(3):
        total += _outside(body, i, axis, turned[axis], 0.0) ** 2
    return total


@compiled
def _outside(body: Body, i: int, axis: int, angle: float, margin: float) -> float:
    """Angle [rad] beyond a range that is smaller by a margin at both ends."""
    kind = body.joint_type[i]
    if (kind == HINGE and axis != 1) or (kind == UNIVERSAL and axis == 2):
        return 0.0
    low, high = body.low[i, axis] + margin, body.high[i, axis] - margin
    return angle - min(max(angle, low), high)


@compiled
def _growth(turned: Array, axis: int) -> Array:
    """(3,) what an angular velocity adds to the rate of a rotation vector's component.

    A row of the inverse left Jacobian of rotations (Sola, Deray, Atchuthan 2018, eq. 146).
    """
    square = turned[0] ** 2 + turned[1] ** 2 + turned[2] ** 2
    half = math.sqrt(square) / 2.0
    curved = 1.0 / 12.0 if half < 0.01 else (1.0 - half / math.tan(half)) / square
    way = np.empty(3)
    for k in range(3):
        way[k] = curved * turned[axis] * turned[k]
    way[axis] += 1.0 - curved * square
    ahead, after = (axis + 1) % 3, (axis + 2) % 3
    way[ahead] += 0.5 * turned[after]
    way[after] -= 0.5 * turned[ahead]
    return way


@compiled
def _stopping_impulses(body: Body, motion: Motion, ends: Ends, dt: float, flat: Array) -> Array:
    """(k,) impulses [N m s] after which no end is exceeded further; none pulls outwards.

    Args:
        flat: what the muscles do meanwhile [N m].
    """
    count, whole = ends.found[0], mass_matrix(body, motion)
    factor(whole)
    moved, muscles = np.zeros((count, len(whole))), np.zeros(len(whole))
    muscles[ROOT_SIZE:] = dt * flat
    solve_lower(whole, muscles)
    for m in range(count):
        start, kind = first_dof(body, ends.segment[m]), body.joint_type[ends.segment[m]]
        for number in range(velocity_size(kind)):
            moved[m, start + number] = ends.way[m, number]
        solve_lower(whole, moved[m])
    impulses = np.zeros(count)
    for _ in range(SWEEPS):
        for m in range(count):
            share = RETURNS if ends.beyond[m] > 0.0 else 1.0
            rate = ends.rate[m] + share * ends.beyond[m] / dt + dot(moved[m], muscles)
            for other in range(count):
                rate += impulses[other] * dot(moved[m], moved[other])
            impulses[m] = min(impulses[m] - rate / dot(moved[m], moved[m]), 0.0)
    return impulses


@compiled
def beyond_limit(body: Body, motion: Motion, i: int, axis: int, margin: float) -> float:
    """Angle [rad] of a joint beyond its range, shrunk by a margin: see `_set_turned`."""
    turned = np.empty(3)
    _set_turned(body, motion, i, turned)
    return _outside(body, i, axis, turned[axis], margin)
