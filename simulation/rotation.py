"""Rotations as 3 x 3 matrices and quaternions (w, x, y, z), compiled."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from .compiled import compiled

Array = NDArray[np.float64]
STRAIGHT = 1e-6  # [rad]: a smaller arc is as good as its chord


@compiled
def matrix_of(q: Array) -> Array:
    """(3, 3) matrix of a unit quaternion."""
    w, x, y, z = q[0], q[1], q[2], q[3]
    m = np.empty((3, 3))
    m[0, 0] = 1 - 2 * (y * y + z * z)
    m[0, 1] = 2 * (x * y - w * z)
    m[0, 2] = 2 * (x * z + w * y)
    m[1, 0] = 2 * (x * y + w * z)
    m[1, 1] = 1 - 2 * (x * x + z * z)
    m[1, 2] = 2 * (y * z - w * x)
    m[2, 0] = 2 * (x * z - w * y)
    m[2, 1] = 2 * (y * z + w * x)
    m[2, 2] = 1 - 2 * (x * x + y * y)
    return m


@compiled
def quaternion_of(m: Array) -> Array:
    """(4,) unit quaternion of a rotation matrix, from its largest component."""
    q = np.empty(4)
    trace = m[0, 0] + m[1, 1] + m[2, 2]
    if trace > 0.0:
        s = 2.0 * math.sqrt(trace + 1.0)
        q[0] = 0.25 * s
        q[1] = (m[2, 1] - m[1, 2]) / s
        q[2] = (m[0, 2] - m[2, 0]) / s
        q[3] = (m[1, 0] - m[0, 1]) / s
        return q
    i = 0
    if m[1, 1] > m[0, 0]:
        i = 1
    if m[2, 2] > m[i, i]:
        i = 2
    j, k = (i + 1) % 3, (i + 2) % 3
    s = 2.0 * math.sqrt(max(0.0, 1.0 + m[i, i] - m[j, j] - m[k, k]))
    q[0] = (m[k, j] - m[j, k]) / s
    q[1 + i] = 0.25 * s
    q[1 + j] = (m[j, i] + m[i, j]) / s
    q[1 + k] = (m[k, i] + m[i, k]) / s
    return q


@compiled
def quaternions_of(matrices: Array) -> Array:
    """(n, 4) unit quaternions of (n, 3, 3) rotation matrices."""
    out = np.empty((len(matrices), 4))
    for i in range(len(matrices)):
        out[i] = quaternion_of(matrices[i])
    return out


@compiled
def turned_between(before: Array, now: Array, share: float) -> Array:
    """(n, 4) quaternions that lie a share of the way from rotations (n, 3, 3) to others, along the
    shorter arcs.
    """
    out = np.empty((len(now), 4))
    for i in range(len(now)):
        start, end = quaternion_of(before[i]), quaternion_of(now[i])
        dot = (start * end).sum()
        angle, sign = math.acos(min(abs(dot), 1.0)), -1.0 if dot < 0.0 else 1.0
        a, b = 1.0 - share, share
        if angle >= STRAIGHT:
            a, b = math.sin(a * angle) / math.sin(angle), math.sin(b * angle) / math.sin(angle)
        mixed = a * start + sign * b * end
        out[i] = mixed / math.sqrt((mixed * mixed).sum())
    return out


@compiled
def about_x(angle: float) -> Array:
    return _about(0, angle)


@compiled
def about_y(angle: float) -> Array:
    return _about(1, angle)


@compiled
def about_z(angle: float) -> Array:
    return _about(2, angle)


@compiled
def _about(axis: int, angle: float) -> Array:
    """(3, 3) rotation about a coordinate axis."""
    u, v = (axis + 1) % 3, (axis + 2) % 3
    out = np.zeros((3, 3))
    out[axis, axis] = 1.0
    out[u, u] = out[v, v] = math.cos(angle)
    out[v, u] = math.sin(angle)
    out[u, v] = -out[v, u]
    return out


@compiled
def cross(a: Array, b: Array) -> Array:
    out = np.empty(3)
    out[0] = a[1] * b[2] - a[2] * b[1]
    out[1] = a[2] * b[0] - a[0] * b[2]
    out[2] = a[0] * b[1] - a[1] * b[0]
    return out


@compiled
def times(m: Array, v: Array) -> Array:
    """m v, without the cost of a BLAS call on three numbers."""
    out = np.empty(3)
    for i in range(3):
        out[i] = m[i, 0] * v[0] + m[i, 1] * v[1] + m[i, 2] * v[2]
    return out


@compiled
def transposed_times(m: Array, v: Array) -> Array:
    """m' v: a world vector in the frame whose axes are the columns of m."""
    out = np.empty(3)
    for i in range(3):
        out[i] = m[0, i] * v[0] + m[1, i] * v[1] + m[2, i] * v[2]
    return out


@compiled
def set_product(out: Array, a: Array, b: Array) -> None:
    """out = a b for 3 x 3 matrices."""
    for i in range(3):
        for j in range(3):
            out[i, j] = a[i, 0] * b[0, j] + a[i, 1] * b[1, j] + a[i, 2] * b[2, j]


@compiled
def product(a: Array, b: Array) -> Array:
    """a b for 3 x 3 matrices."""
    out = np.empty((3, 3))
    set_product(out, a, b)
    return out


@compiled
def rotation_from_to(current: Array, desired: Array) -> Array:
    """(3,) world rotation vector [rad], axis times angle, from one orientation to another.

    The cross products of both frames' axes add up to the axis times twice the sine, their dot
    products to one plus twice the cosine.
    """
    axis = np.zeros(3)
    dots = 0.0
    for k in range(3):
        a, b, c = current[0, k], current[1, k], current[2, k]
        d, e, f = desired[0, k], desired[1, k], desired[2, k]
        axis[0] += 0.5 * (b * f - c * e)
        axis[1] += 0.5 * (c * d - a * f)
        axis[2] += 0.5 * (a * e - b * d)
        dots += a * d + b * e + c * f
    sine = math.sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2])
    if sine > 1e-9:
        scale = math.atan2(sine, 0.5 * (dots - 1.0)) / sine
        for k in range(3):
            axis[k] *= scale
    return axis


@compiled
def heading_of(m: Array) -> float:
    """Direction of the frame's forward axis on the ground [rad]."""
    return math.atan2(m[1, 0], m[0, 0])


@compiled
def wrapped(angle: float) -> float:
    """The equivalent angle from -pi to pi [rad]."""
    return angle - 2.0 * math.pi * math.floor((angle + math.pi) / (2.0 * math.pi))
