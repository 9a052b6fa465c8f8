"""Dynamics of a body: spatial algebra about its center of mass, in the world's axes.

A twist is (angular; linear at the center of mass of the whole body), a wrench (moment about that
point; force). Degrees of freedom are the root's angular (3) and linear ones (3), then the joints'
in the order of the flat velocities. Featherstone 2008, "Rigid Body Dynamics Algorithms", chapters
2, 5 and 6; the centroidal momentum matrix after Orin, Goswami, Lee 2013.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .body import HINGE, SPHERICAL, UNIVERSAL, Body, Motion, velocity_size
from .compiled import compiled
from .rotation import Array, cross

ROOT_SIZE = 6
Indices = NDArray[np.int64]


class Dynamics(NamedTuple):
    """Dynamic quantities of a body in one state; nv degrees of freedom, n segments.

    Attributes:
        motion_subspace: (nv, 6) twist of each degree of freedom at unit rate.
        twists: (n, 6) of the segments.
        bias_accelerations: (n, 6) of the segments at zero acceleration of all degrees of freedom.
        momentum: (6, nv) centroidal momentum matrix.
        momentum_bias: (6,) rate of momentum at zero acceleration of all degrees of freedom.
    """

    motion_subspace: Array
    twists: Array
    bias_accelerations: Array
    momentum: Array
    momentum_bias: Array


@compiled
def make_dynamics(body: Body, motion: Motion) -> Dynamics:
    """Compute the dynamic quantities of a state."""
    motion_subspace, owner = joint_axes(body, motion)
    twists = segment_twists(body, motion)
    bias_accelerations = segment_accelerations(
        body, motion, twists, motion_subspace, np.zeros(len(owner))
    )
    wrenches = net_wrenches(body, motion, twists, bias_accelerations)
    momentum_bias = np.zeros(6)
    for i in range(body.rows[0]):
        for k in range(6):
            momentum_bias[k] += wrenches[i, k]
    return Dynamics(
        motion_subspace,
        twists,
        bias_accelerations,
        momentum_matrix(body, motion, motion_subspace, owner),
        momentum_bias,
    )


@compiled
def first_dof(body: Body, segment: int) -> int:
    """Index of the first degree of freedom of a segment's joint."""
    return ROOT_SIZE + body.velocity_index[segment]


@compiled
def point_velocity(twist: Array, point: Array) -> Array:
    """(3,) velocity of a segment's point (3,), given relative to the body's center of mass."""
    return twist[3:] + cross(twist[:3], point)


@compiled
def point_acceleration(twist: Array, acceleration: Array, point: Array) -> Array:
    """(3,) acceleration of a segment's point from the segment's spatial acceleration."""
    moving = cross(twist[:3], point_velocity(twist, point))
    return acceleration[3:] + cross(acceleration[:3], point) + moving


@compiled
def count_dofs(body: Body) -> int:
    last = body.rows[0] - 1
    return first_dof(body, last) + velocity_size(body.joint_type[last])


@compiled
def joint_axes(body: Body, motion: Motion) -> tuple[Array, Indices]:
    """(nv, 6) twist of every degree of freedom at unit rate, and (nv,) the segment it moves."""
    nv = count_dofs(body)
    motion_subspace = np.zeros((nv, 6))
    owner = np.zeros(nv, dtype=np.int64)
    for k in range(3):
        motion_subspace[k, k] = 1.0
        motion_subspace[3 + k, 3 + k] = 1.0
    _set_arms(motion_subspace, 0, 3, motion.origin[0], motion.com)
    for i in range(1, body.rows[0]):
        at, kind = first_dof(body, i), body.joint_type[i]
        above, own = motion.rotation[body.parent[i]], motion.rotation[i]
        size = velocity_size(kind)
        for k in range(3):
            if kind == SPHERICAL:
                for axis in range(3):
                    motion_subspace[at + axis, k] = own[k, axis]
            elif kind == HINGE or kind == UNIVERSAL:
                motion_subspace[at, k] = above[k, 1]
                if kind == UNIVERSAL:
                    motion_subspace[at + 1, k] = own[k, 0]
        for j in range(at, at + size):
            owner[j] = i
        _set_arms(motion_subspace, at, at + size, motion.origin[i], motion.com)
    return motion_subspace, owner


@compiled
def _set_arms(motion_subspace: Array, first: int, end: int, origin: Array, com: Array) -> None:
    """Set the linear part of a joint's rotational twists: the velocity at the center of mass."""
    for j in range(first, end):
        x, y, z = origin[0] - com[0], origin[1] - com[1], origin[2] - com[2]
        motion_subspace[j, 3] = y * motion_subspace[j, 2] - z * motion_subspace[j, 1]
        motion_subspace[j, 4] = z * motion_subspace[j, 0] - x * motion_subspace[j, 2]
        motion_subspace[j, 5] = x * motion_subspace[j, 1] - y * motion_subspace[j, 0]


@compiled
def spatial_inertias(body: Body, motion: Motion) -> tuple[Array, Array, Array]:
    """Mass (n,), first moment (n, 3) and inertia (n, 3, 3) of segments, about the body's COM."""
    n = body.rows[0]
    first, second, c = np.zeros((n, 3)), np.zeros((n, 3, 3)), np.zeros(3)
    for i in range(n):
        m = body.mass[i]
        for k in range(3):
            c[k] = motion.center[i, k] - motion.com[k]
        square = c[0] * c[0] + c[1] * c[1] + c[2] * c[2]
        for a in range(3):
            first[i, a] = m * c[a]
            for b in range(3):
                value = -m * c[a] * c[b]
                for k in range(3):
                    moment = motion.rotation[i, a, k] * body.inertia[i, k]
                    value += moment * motion.rotation[i, b, k]
                if a == b:
                    value += m * square
                second[i, a, b] = value
    return body.mass[:n].copy(), first, second


@compiled
def apply_inertia(mass: float, first: Array, second: Array, twist: Array, out: Array) -> None:
    """Set `out` to the momentum (angular; linear) of a rigid body with a twist (6,)."""
    for a in range(3):
        out[a] = second[a, 0] * twist[0] + second[a, 1] * twist[1] + second[a, 2] * twist[2]
        out[3 + a] = mass * twist[3 + a]
    out[0] += first[1] * twist[5] - first[2] * twist[4]
    out[1] += first[2] * twist[3] - first[0] * twist[5]
    out[2] += first[0] * twist[4] - first[1] * twist[3]
    out[3] += twist[1] * first[2] - twist[2] * first[1]
    out[4] += twist[2] * first[0] - twist[0] * first[2]
    out[5] += twist[0] * first[1] - twist[1] * first[0]


@compiled
def momentum_matrix(body: Body, motion: Motion, motion_subspace: Array, owner: Indices) -> Array:
    """(6, nv) centroidal momentum of every degree of freedom at unit rate."""
    mass, first, second = spatial_inertias(body, motion)
    for i in range(body.rows[0] - 1, 0, -1):
        parent = body.parent[i]
        mass[parent] += mass[i]
        for a in range(3):
            first[parent, a] += first[i, a]
            for b in range(3):
                second[parent, a, b] += second[i, a, b]
    matrix = np.zeros((6, len(owner)))
    column = np.zeros(6)
    for j in range(len(owner)):
        i = owner[j]
        apply_inertia(mass[i], first[i], second[i], motion_subspace[j], column)
        for k in range(6):
            matrix[k, j] = column[k]
    return matrix


@compiled
def mass_matrix(body: Body, motion: Motion) -> Array:
    """(nv, nv) mass matrix; only its lower triangle is filled."""
    motion_subspace, owner = joint_axes(body, motion)
    momentum = momentum_matrix(body, motion, motion_subspace, owner)
    matrix = np.zeros((len(owner), len(owner)))
    for j in range(len(owner)):
        for k in range(j + 1):
            if hangs_on(body, owner[j], owner[k]):
                for axis in range(6):
                    matrix[j, k] += motion_subspace[k, axis] * momentum[axis, j]
    return matrix


@compiled
def hangs_on(body: Body, segment: int, bearer: int) -> bool:
    """Whether `segment` is in the subtree of `bearer`, which includes `bearer` itself."""
    while segment > bearer:
        segment = body.parent[segment]
    return segment == bearer


@compiled
def angular_momentum(body: Body, motion: Motion) -> Array:
    """(3,) about the center of mass [kg m2/s]."""
    mass, first, second = spatial_inertias(body, motion)
    twists = segment_twists(body, motion)
    total, own = np.zeros(3), np.zeros(6)
    for i in range(body.rows[0]):
        apply_inertia(mass[i], first[i], second[i], twists[i], own)
        total += own[:3]
    return total


@compiled
def segment_twists(body: Body, motion: Motion) -> Array:
    """(n, 6) twist of every segment."""
    twists = np.zeros((body.rows[0], 6))
    for i in range(body.rows[0]):
        x = motion.center[i, 0] - motion.com[0]
        y = motion.center[i, 1] - motion.com[1]
        z = motion.center[i, 2] - motion.com[2]
        for k in range(3):
            twists[i, k] = motion.angular_velocity[i, k]
        twists[i, 3] = motion.velocity[i, 0] - (twists[i, 1] * z - twists[i, 2] * y)
        twists[i, 4] = motion.velocity[i, 1] - (twists[i, 2] * x - twists[i, 0] * z)
        twists[i, 5] = motion.velocity[i, 2] - (twists[i, 0] * y - twists[i, 1] * x)
    return twists


@compiled
def add_crossed(a: Array, b: Array, out: Array) -> None:
    """Add the spatial cross product of two twists: the rate of b when b moves along with a."""
    out[0] += a[1] * b[2] - a[2] * b[1]
    out[1] += a[2] * b[0] - a[0] * b[2]
    out[2] += a[0] * b[1] - a[1] * b[0]
    out[3] += a[1] * b[5] - a[2] * b[4] + a[4] * b[2] - a[5] * b[1]
    out[4] += a[2] * b[3] - a[0] * b[5] + a[5] * b[0] - a[3] * b[2]
    out[5] += a[0] * b[4] - a[1] * b[3] + a[3] * b[1] - a[4] * b[0]


@compiled
def segment_accelerations(
    body: Body, motion: Motion, twists: Array, motion_subspace: Array, dofs: Array
) -> Array:
    """(n, 6) spatial acceleration of every segment for those of the degrees of freedom (nv,).

    The root's linear part is the acceleration of its origin.
    """
    n = body.rows[0]
    accelerations = np.zeros((n, 6))
    velocity = point_velocity(twists[0], motion.origin[0] - motion.com)
    accelerations[0, 3:] = -cross(motion.angular_velocity[0], velocity)
    for j in range(ROOT_SIZE):
        for k in range(6):
            accelerations[0, k] += motion_subspace[j, k] * dofs[j]
    relative, pitch = np.zeros(6), np.zeros(6)
    for i in range(1, n):
        parent, start, kind = body.parent[i], first_dof(body, i), body.joint_type[i]
        for k in range(6):
            accelerations[i, k] = accelerations[parent, k]
            relative[k] = twists[i, k] - twists[parent, k]
        add_crossed(twists[parent], relative, accelerations[i])
        if kind == UNIVERSAL:  # the roll axis rotates with the pitch
            rate = 0.0
            for k in range(3):
                rate += motion_subspace[start, k] * relative[k]
            for k in range(6):
                pitch[k] = rate * motion_subspace[start, k]
                relative[k] -= pitch[k]
            add_crossed(pitch, relative, accelerations[i])
        for j in range(start, start + velocity_size(kind)):
            for k in range(6):
                accelerations[i, k] += motion_subspace[j, k] * dofs[j]
    return accelerations


@compiled
def net_wrenches(body: Body, motion: Motion, twists: Array, accelerations: Array) -> Array:
    """(n, 6) rate of change of each segment's momentum, the sum of all wrenches on it."""
    mass, first, second = spatial_inertias(body, motion)
    n = body.rows[0]
    wrenches, momentum = np.zeros((n, 6)), np.zeros(6)
    for i in range(n):
        apply_inertia(mass[i], first[i], second[i], accelerations[i], wrenches[i])
        apply_inertia(mass[i], first[i], second[i], twists[i], momentum)
        add_carried(twists[i], momentum, wrenches[i])
    return wrenches


@compiled
def add_carried(twist: Array, momentum: Array, out: Array) -> None:
    """Add the rate of a momentum (angular; linear) that moves along with a twist."""
    wx, wy, wz, vx, vy, vz = twist[0], twist[1], twist[2], twist[3], twist[4], twist[5]
    lx, ly, lz = momentum[0], momentum[1], momentum[2]
    px, py, pz = momentum[3], momentum[4], momentum[5]
    out[0] += (wy * lz - wz * ly) + (vy * pz - vz * py)
    out[1] += (wz * lx - wx * lz) + (vz * px - vx * pz)
    out[2] += (wx * ly - wy * lx) + (vx * py - vy * px)
    out[3] += wy * pz - wz * py
    out[4] += wz * px - wx * pz
    out[5] += wx * py - wy * px


@compiled
def joint_torques(
    body: Body, motion: Motion, wrenches: Array, external: Array, gravity: float
) -> Array:
    """(n, 3) torque rows [N m] of the parents on the segments; row 0 is the root's residual.

    Args:
        wrenches: (n, 6) from `net_wrenches`.
        external: (n, 6) wrenches of contacts on the segments.
        gravity: [m/s2], positive.
    """
    n = body.rows[0]
    left, torques = wrenches - external, np.zeros((n, 3))
    for i in range(n):
        weight = -gravity * body.mass[i]
        left[i, 0] -= (motion.center[i, 1] - motion.com[1]) * weight
        left[i, 1] += (motion.center[i, 0] - motion.com[0]) * weight
        left[i, 5] -= weight
    for i in range(n - 1, -1, -1):
        x = motion.origin[i, 0] - motion.com[0]
        y = motion.origin[i, 1] - motion.com[1]
        z = motion.origin[i, 2] - motion.com[2]
        torques[i, 0] = left[i, 0] - (y * left[i, 5] - z * left[i, 4])
        torques[i, 1] = left[i, 1] - (z * left[i, 3] - x * left[i, 5])
        torques[i, 2] = left[i, 2] - (x * left[i, 4] - y * left[i, 3])
        if i > 0:
            for k in range(6):
                left[body.parent[i], k] += left[i, k]
    return torques
