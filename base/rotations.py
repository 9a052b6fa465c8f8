"""Rotations of many frames at once: quaternions (w, x, y, z), 3 x 3 matrices, Euler angles."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]
EULER_AXES = {"X": 0, "Y": 1, "Z": 2}


def angle_of(y: ArrayLike, x: ArrayLike) -> Array:
    """arctan2 of arrays, element by element [rad], with the same bits for any memory layout.

    With AVX-512, numpy 1.26 chooses between two algorithms for columns that are not contiguous,
    depending on the address of the result; they differ in the last bit.
    """
    angle: Array = np.arctan2(np.array(y, order="C"), np.array(x, order="C"))
    return angle


def matrices_from_quaternions(quaternions: ArrayLike) -> Array:
    """Rotation matrices (..., 3, 3) of unit quaternions (..., 4)."""
    q = np.asarray(quaternions, dtype=float)
    w, x, y, z = np.moveaxis(q / np.linalg.norm(q, axis=-1, keepdims=True), -1, 0)
    rows = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
    ]
    return np.stack([np.stack(row, axis=-1) for row in rows], axis=-2)


def quaternions_from_matrices(matrices: ArrayLike) -> Array:
    """Unit quaternions (..., 4) of rotation matrices (..., 3, 3).

    Of four exact formulas, the one without cancellation is taken.
    """
    m = np.asarray(matrices, dtype=float)
    xx, yy, zz = m[..., 0, 0], m[..., 1, 1], m[..., 2, 2]
    zy, xz, yx = (
        m[..., 2, 1] - m[..., 1, 2],
        m[..., 0, 2] - m[..., 2, 0],
        m[..., 1, 0] - m[..., 0, 1],
    )
    xy, yz, zx = (
        m[..., 0, 1] + m[..., 1, 0],
        m[..., 1, 2] + m[..., 2, 1],
        m[..., 2, 0] + m[..., 0, 2],
    )
    candidates = np.stack(
        [
            np.stack([1 + xx + yy + zz, zy, xz, yx], axis=-1),
            np.stack([zy, 1 + xx - yy - zz, xy, zx], axis=-1),
            np.stack([xz, xy, 1 - xx + yy - zz, yz], axis=-1),
            np.stack([yx, zx, yz, 1 - xx - yy + zz], axis=-1),
        ],
        axis=-2,
    )  # (..., 4 formulas, 4)
    best = np.argmax(np.stack([xx + yy + zz, xx, yy, zz], axis=-1), axis=-1)
    q = np.take_along_axis(candidates, best[..., None, None], axis=-2)[..., 0, :]
    unit: Array = q / np.linalg.norm(q, axis=-1, keepdims=True)
    return unit


def quaternions_from_eulers(angles: Array, order: str) -> Array:
    """Angles about x, y, z (frames, 3) -> (frames, 4); `order` is Blender's, as below."""
    turned = np.zeros((len(angles), 4))
    turned[:, 0] = 1.0
    for letter in order:
        axis = EULER_AXES[letter]
        own = np.zeros_like(turned)
        own[:, 0], own[:, 1 + axis] = np.cos(angles[:, axis] / 2), np.sin(angles[:, axis] / 2)
        turned = multiply_quaternions(own, turned)
    return turned


def quaternions_from_axis_angles(values: Array) -> Array:
    """Angle and axis (frames, 4), Blender's order -> (frames, 4); the axis may have any length."""
    half, axis = values[:, :1] / 2, values[:, 1:]
    length = np.linalg.norm(axis, axis=-1, keepdims=True)
    unit_axis = axis / np.where(length > 0, length, 1.0)
    return np.concatenate([np.cos(half), np.sin(half) * unit_axis], axis=-1)


def turns_about_vertical(angles: ArrayLike) -> Array:
    """Quaternions (..., 4) of turns about z by angles (...) [rad]."""
    half = np.asarray(angles, dtype=float) / 2
    still = np.zeros_like(half)
    return np.stack([np.cos(half), still, still, np.sin(half)], axis=-1)


def multiply_quaternions(a: Array, b: Array) -> Array:
    """The product a b of quaternions (..., 4): the rotation b is applied first, then a."""
    scalar = a[..., :1] * b[..., :1] - np.sum(a[..., 1:] * b[..., 1:], axis=-1, keepdims=True)
    vector = a[..., :1] * b[..., 1:] + b[..., :1] * a[..., 1:] + np.cross(a[..., 1:], b[..., 1:])
    return np.concatenate([scalar, vector], axis=-1)


def rotation_angles(a: Array, b: Array) -> Array:
    """[rad] between quaternions (..., 4) of about unit length."""
    a, b = (q / np.linalg.norm(q, axis=-1, keepdims=True) for q in (a, b))
    chord = np.minimum(np.linalg.norm(a - b, axis=-1), np.linalg.norm(a + b, axis=-1))
    angles: Array = 4 * np.arcsin(np.clip(chord / 2, 0.0, 1.0))
    return angles


def rotation_vectors_from_matrices(matrices: ArrayLike) -> Array:
    """Rotation vectors (axis times angle) (..., 3) [rad], at most pi long, of (..., 3, 3)."""
    q = quaternions_from_matrices(matrices)
    q = q * np.where(q[..., :1] < 0, -1.0, 1.0)
    sine = np.linalg.norm(q[..., 1:], axis=-1, keepdims=True)
    angle = 2 * angle_of(sine, q[..., :1])
    small = sine < 1e-9  # near angle 0: twice the sine is the angle
    vectors: Array = q[..., 1:] * np.where(small, 2.0, angle / np.where(small, 1.0, sine))
    return vectors


def matrices_from_rotation_vectors(vectors: Array) -> Array:
    """Rotation matrices (..., 3, 3) of rotation vectors (axis times angle) (..., 3) [rad]."""
    half = np.linalg.norm(vectors, axis=-1, keepdims=True) / 2
    return matrices_from_quaternions(
        np.concatenate([np.cos(half), vectors / 2 * np.sinc(half / np.pi)], axis=-1)
    )


def continuous_signs(quaternions: Array) -> Array:
    """Signs (frames, 4) chosen so that neighbours lie close together: q and -q are one rotation."""
    dots = np.sum(quaternions[1:] * quaternions[:-1], axis=-1)
    flips = np.cumprod(np.where(dots < 0, -1.0, 1.0))
    signs = np.concatenate([[1.0 if quaternions[0, 0] >= 0 else -1.0], flips])
    signs[1:] *= signs[0]
    return quaternions * signs[:, None]


def slerp(start: Array, end: Array, amount: Array) -> Array:
    """Interpolate between unit quaternions (n, 4) by `amount` (n,), along the shorter arc."""
    dots = np.sum(start * end, axis=-1)
    end = end * np.where(dots < 0, -1.0, 1.0)[:, None]
    angle = np.arccos(np.clip(np.abs(dots), 0.0, 1.0))
    near = angle < 1e-6  # sin(angle) vanishes: linear interpolation is exact here
    sine = np.where(near, 1.0, np.sin(angle))
    a = np.where(near, 1 - amount, np.sin((1 - amount) * angle) / sine)
    b = np.where(near, amount, np.sin(amount * angle) / sine)
    mixed = a[:, None] * start + b[:, None] * end
    unit: Array = mixed / np.linalg.norm(mixed, axis=-1, keepdims=True)
    return unit


def eulers_from_matrices(matrices: Array, order: str) -> Array:
    """(frames, 3, 3) -> angles about x, y, z (frames, 3), without jumps from frame to frame.

    `order` is Blender's: "XYZ" turns about x first, so the matrix is Rz Ry Rx.
    """
    i, j, k = (EULER_AXES[letter] for letter in order)
    parity = 1.0 if (j - i) % 3 == 1 else -1.0
    m = matrices
    cosine = np.hypot(m[:, i, i], m[:, j, i])
    first = angle_of(parity * m[:, k, j], m[:, k, k])
    second = angle_of(-parity * m[:, k, i], cosine)
    third = angle_of(parity * m[:, j, i], m[:, i, i])
    locked = cosine < 1e-7  # the first and third axes coincide: all of the turn goes to the first
    first = np.where(locked, angle_of(-parity * m[:, j, k], m[:, j, j]), first)
    third = np.where(locked, 0.0, third)
    angles = np.empty((len(m), 3))
    angles[:, i], angles[:, j], angles[:, k] = first, second, third
    return _compatible(angles, i, j, k)


def _compatible(angles: Array, i: int, j: int, k: int) -> Array:
    """Of both triples of a rotation and all full turns, the one nearest to the frame before."""
    turn = 2 * np.pi
    others = angles + np.pi
    others[:, j] = np.pi - angles[:, j]
    result = np.empty_like(angles)
    last = np.zeros(3)
    for frame, pair in enumerate(np.stack([angles, others], axis=1)):
        near = pair + turn * np.round((last - pair) / turn)
        last = near[np.argmin(np.abs(near - last).sum(axis=-1))]
        result[frame] = last
    return result


def axis_angles_from_quaternions(quaternions: Array) -> Array:
    """(frames, 4) with continuous signs -> angle and axis (frames, 4), Blender's order."""
    w, axis = quaternions[:, 0], quaternions[:, 1:]
    sine = np.linalg.norm(axis, axis=-1)
    angle = 2 * angle_of(sine, w)
    still = sine < 1e-9
    unit = np.where(still[:, None], [0.0, 1.0, 0.0], axis / np.where(still, 1.0, sine)[:, None])
    return np.concatenate([angle[:, None], unit], axis=-1)


def shortest_arc(start: Array, end: Array, fallback: Array) -> Array:
    """The smallest rotation (3, 3) from one unit vector to another.

    Opposite vectors are turned about `fallback`.
    """
    axis = np.cross(start, end)
    cosine = float(start @ end)
    if cosine < -1 + 1e-9:
        return 2 * np.outer(fallback, fallback) - np.eye(3)
    K = np.array(
        [[0, -axis[2], axis[1]], [axis[2], 0, -axis[0]], [-axis[1], axis[0], 0]], dtype=float
    )
    arc: Array = np.eye(3) + K + K @ K / (1 + cosine)
    return arc


def unit(vector: Array) -> Array:
    """The unit vector along a vector; (0, 0, 0) is returned unchanged."""
    length = float(np.linalg.norm(vector))
    return vector / length if length > 0 else vector


def angle_between(a: Array, b: Array) -> float:
    """The angle [rad] between two vectors; 0 when one of them has no direction."""
    return float(np.arctan2(np.linalg.norm(np.cross(a, b)), a @ b))


def without(vector: Array, direction: Array) -> Array:
    """The component of a vector perpendicular to a unit direction, normalized."""
    return unit(vector - direction * float(vector @ direction))
