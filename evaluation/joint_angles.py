"""How the joints of a take are turned: over time, over a mean stride, and how fast they change."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from ..base.rotations import continuous_signs
from ..bodies.character import Character
from ..bodies.segments import DEGREES_OF_FREEDOM
from ..shots.take import Performance
from .gait_measures import footstrikes

Array = NDArray[np.float64]
STRIDE_POINTS = 50  # samples over a stride
QUIVER = 10.0  # [Hz] above which a motion quivers


def moving_joints(character: Character) -> list[str]:
    """The segments whose joint to their parent can move."""
    free = [s for s in character.segments[1:] if DEGREES_OF_FREEDOM[s.joint.type]]
    return [s.name for s in free]


def axes_per_joint(character: Character) -> float:
    """Degrees of freedom of the body's moving joints, in the mean."""
    names = moving_joints(character)
    freedom = [DEGREES_OF_FREEDOM[character.segment(name).joint.type] for name in names]
    return sum(freedom) / len(names)


def joint_rotations(character: Character, performance: Performance) -> Array:
    """(frames, joints, 4) each moving joint's turn against its parent, without sign jumps."""
    order = {name: i for i, name in enumerate(performance.segment_names)}
    turns = []
    for name in moving_joints(character):
        parent = character.segment(name).parent
        above = performance.segment_orientations[:, order[parent]]
        below = performance.segment_orientations[:, order[name]]
        turns.append(continuous_signs(quaternion_between(above, below)))
    return np.stack(turns, axis=1)


def quaternion_between(start: Array, end: Array) -> Array:
    """(n, 4) what turns one orientation into the other, in the frame of the first."""
    w, v = start[:, :1], -start[:, 1:]
    u, q = end[:, :1], end[:, 1:]
    scalar = w * u - np.sum(v * q, axis=1, keepdims=True)
    return np.concatenate([scalar, w * q + u * v + np.cross(v, q)], axis=1)


def rotation_vectors(quaternions: Array) -> Array:
    """(..., 4) -> (..., 3) axis times angle [rad], for turns of less than half a turn."""
    w, v = quaternions[..., :1], quaternions[..., 1:]
    v, w = np.where(w < 0, -v, v), np.abs(w)
    sine = np.linalg.norm(v, axis=-1, keepdims=True)
    still = sine < 1e-12
    factor = np.where(still, 2.0, 2 * np.arctan2(sine, w) / np.where(still, 1.0, sine))
    return factor * v


def quiver_share(signals: Array, rate: float, above: float = QUIVER) -> float:
    """Share of the variance of signals (frames, n) at frequencies above a limit [Hz]."""
    window = np.hanning(len(signals))[:, None]
    still = signals - signals.mean(axis=0)
    power = np.abs(np.fft.rfft(still * window, axis=0)) ** 2
    frequency = np.fft.rfftfreq(len(signals), 1.0 / rate)
    total = float(power[frequency > 0].sum())
    return float(power[frequency > above].sum()) / total if total > 0 else 0.0


def mean_stride(
    character: Character, performance: Performance, times: Array, start: float
) -> Array:
    """(points, joints, 4) the mean turn of each joint over the left foot's strides."""
    strikes = footstrikes(performance, ".L", start)
    turns = joint_rotations(character, performance)
    phases = np.arange(STRIDE_POINTS) / STRIDE_POINTS
    total = np.zeros((STRIDE_POINTS, *turns.shape[1:]))
    for begin, end in pairwise(strikes):
        frames = np.searchsorted(times, begin + phases * (end - begin))
        stride = turns[np.minimum(frames, len(times) - 1)]
        aligned = np.sum(stride * total, axis=-1, keepdims=True) < 0
        total += np.where(aligned, -stride, stride)
    return total / np.maximum(np.linalg.norm(total, axis=-1, keepdims=True), 1e-12)


def stride_difference(a: Array, b: Array) -> float:
    """RMS angle [rad] between two mean strides (points, joints, 4), over points and joints."""
    cosine = np.clip(np.abs(np.sum(a * b, axis=-1)), 0.0, 1.0)
    return float(np.sqrt(np.mean((2 * np.arccos(cosine)) ** 2)))
