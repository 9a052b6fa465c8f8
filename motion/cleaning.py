"""Cleaning of captured motion: rest poses, outlier frames, jitter and tilted feet."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.interpolate import CubicSpline

from ..bodies.character import Character
from .cycles import body_speed, over_local_ground
from .joint_numbers import about
from .walking_motion import SIDES, Motion, X, Y, Z, changed, part_of, soles_of

Array = NDArray[np.float64]
FEWEST = 0.5  # [s] of good frames that suffice to bridge the others
JUMP = 5.0  # times the usual change between frames: a rest pose or an outlier
SMOOTHED = 0.045  # [s]: window of the smoothing by cubics
# A foot is level where its ankle is this low, of its rise, and this slow, of the body's speed.
LOW_ANKLE, SLOW_ANKLE, TILTED = 0.12, 0.3, np.radians(6.0)


def without_rest_pose(motion: Motion) -> Motion:
    """The motion without a rest pose (often a T-pose) at its beginning or end."""
    change = _changes(motion)
    usual = np.median(change)
    first = 1 if change[0] > JUMP * usual and change[0] > 2.0 * change[1] else 0
    last = motion.frames - (1 if change[-1] > JUMP * usual and change[-1] > 2 * change[-2] else 0)
    return part_of(motion, first, last)


def without_odd_frames(motion: Motion) -> Motion:
    """The motion with outlier frames and frames that are not finite bridged by interpolation."""
    poses = np.stack([axes.reshape(motion.frames, 9) for axes in motion.axes.values()], axis=1)
    flat = np.concatenate([poses.reshape(motion.frames, -1), motion.pelvis], axis=1)
    sound = np.isfinite(flat).all(axis=1)
    filled = np.where(sound[:, None], flat, 0.0)
    apart = np.linalg.norm(filled[1:-1] - (filled[:-2] + filled[2:]) / 2.0, axis=1)
    usual = float(np.median(apart[sound[1:-1]]))
    sound[1:-1] &= apart < 2.0 * JUMP * usual
    if sound.all() or sound.sum() < FEWEST * motion.rate:
        return motion
    kept = np.flatnonzero(sound)
    times = np.arange(motion.frames)

    def bridge(values: Array) -> Array:
        inside = np.clip(times, kept[0], kept[-1])
        bridged: Array = CubicSpline(kept, values[kept])(inside)
        return bridged

    return _orthonormal(changed(motion, bridge))


def smoothed(motion: Motion) -> Motion:
    """The motion without jitter."""
    width = 2 * max(round(SMOOTHED * motion.rate / 2.0), 1) + 1
    if width < 5 or width > motion.frames:
        return motion
    from scipy.signal import savgol_filter  # takes 0.4 s to load, which helpers do not need

    return _orthonormal(changed(motion, lambda v: savgol_filter(v, width, 3, axis=0)))


def _orthonormal(motion: Motion) -> Motion:
    """The motion with averaged axes replaced by the nearest rotations."""
    axes = {}
    for name, matrices in motion.axes.items():
        u, _, v = np.linalg.svd(matrices)
        axes[name] = u @ v
    return Motion(motion.rate, axes, motion.pelvis, motion.soles, motion.ankles)


def with_level_feet(motion: Motion, character: Character) -> Motion:
    """The motion with feet level while their ankles stand still.

    The feet of a rig that was measured with a foot in the air are tilted.
    """
    axes = dict(motion.axes)
    for side in SIDES:
        standing = _ankle_stands(motion, side)
        if not standing.any():
            continue
        for name in ("foot" + side, "toes" + side):
            if name in axes:
                axes[name] = axes[name] @ _levelling(axes[name][standing])
    soles = soles_of(character, axes, motion.ankles)
    return Motion(motion.rate, axes, motion.pelvis, soles, motion.ankles)


def _ankle_stands(motion: Motion, side: str) -> NDArray[np.bool_]:
    """(frames,) whether an ankle is about as low and as slow as it gets."""
    ankle = motion.ankles[side]
    speed = np.linalg.norm(np.gradient(ankle, axis=0), axis=1) * motion.rate
    height = over_local_ground(ankle[:, Z], motion.rate)
    low = height < LOW_ANKLE * float(np.ptp(height))
    return low & (speed < SLOW_ANKLE * max(float(body_speed(motion).mean()), 1.0))


def _levelling(axes: Array) -> Array:
    """(3, 3) rotation that levels frames (n, 3, 3) in the mean, where they are far from level."""
    u, _, v = np.linalg.svd(axes.mean(axis=0))
    mean = u @ v
    # By the direction of its hinge: a foot that was measured in the air may stand on its tip.
    heading = np.arctan2(-mean[X, Y], mean[Y, Y])
    turn: Array = mean.T @ about(Z, np.array(heading))
    return turn if np.arccos(np.clip(mean[Z, Z], -1.0, 1.0)) > TILTED else np.eye(3)


def _changes(motion: Motion) -> Array:
    """(frames - 1,) rotation of all segments from frame to frame."""
    steps = [np.diff(axes, axis=0) ** 2 for axes in motion.axes.values()]
    return np.sqrt(np.sum([step.sum(axis=(1, 2)) for step in steps], axis=0))
