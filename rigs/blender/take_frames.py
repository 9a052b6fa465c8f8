"""A take, resampled to the scene's frames."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ...base.rotations import matrices_from_quaternions, slerp
from ...retarget.body_motion import BodyMotion
from ...retarget.ground_path import path_below
from ...retarget.segment_motion import SegmentMotion
from ...shots.take import Performance, Take

Array = NDArray[np.float64]
SAME_FRAME = 1e-3  # of a frame, since Blender stores 23.976 in single precision
STRIKE = "footstrike"
FOOT = "foot."


def sample_take(take: Take, performer: int, rate: float) -> BodyMotion:
    """One performance from the take's first to its last frame, `rate` frames per second."""
    performance, times = take.performances[performer], take.times
    at = _frame_times(times, rate)
    segments = _segments(performance, times, at)
    nearest = np.searchsorted((times[1:] + times[:-1]) / 2, at)
    strikes = [
        np.array([t for t, name in performance.events if name == f"{STRIKE}.{foot}"])
        for foot in feet_of(performance.segment_names)
    ]
    return BodyMotion(
        rate=rate,
        segments=segments,
        path=path_below(segments["pelvis"], rate),
        contacts=performance.foot_contacts[nearest],
        footstrikes=[(strike - times[0]) * rate for strike in strikes],
    )


def feet_of(segments: Sequence[str]) -> tuple[str, ...]:
    """The feet of a body in the order of its contacts: L and R, or FL to BR."""
    return tuple(name.removeprefix(FOOT) for name in segments if name.startswith(FOOT))


def sample_prop(take: Take, name: str, rate: float) -> tuple[Array, Array]:
    """A prop over the same frames: positions (frames, 3) [m] and axes (frames, 3, 3)."""
    motion, at = take.props[name], _frame_times(take.times, rate)
    turns = _resample_turns(motion.orientation, take.times, at)
    return _resample(motion.position, take.times, at), matrices_from_quaternions(turns)


def pelvis_at(
    performance: Performance, times: Array, time: float
) -> tuple[tuple[float, float], float]:
    """Place on the ground (x, y) [m] and heading [rad] of a performer's pelvis at a time [s]."""
    at = np.array([time])
    (x, y, _), = _resample(performance.root_position, times, at)
    ahead = matrices_from_quaternions(_resample_turns(performance.root_orientation, times, at))
    return (float(x), float(y)), float(np.arctan2(ahead[0, 1, 0], ahead[0, 0, 0]))


def _frame_times(times: Array, rate: float) -> Array:
    """Times [s] of the scene's frames from the take's first to its last."""
    count = int(np.floor((times[-1] - times[0]) * rate + SAME_FRAME)) + 1
    return np.minimum(times[0] + np.arange(count) / rate, times[-1])


def _segments(performance: Performance, times: Array, at: Array) -> dict[str, SegmentMotion]:
    motion = {}
    for i, segment in enumerate(performance.segment_names):
        # The root has no joint; every other segment has one, in the same order.
        origin = performance.root_position if i == 0 else performance.joint_positions[:, i - 1]
        quaternions = _resample_turns(performance.segment_orientations[:, i], times, at)
        motion[segment] = SegmentMotion(
            axes=matrices_from_quaternions(quaternions), origin=_resample(origin, times, at)
        )
    return motion


def _resample(values: Array, times: Array, at: Array) -> Array:
    """Linear interpolation between frames: (frames, 3) to (times, 3)."""
    return np.column_stack([np.interp(at, times, column) for column in values.T])


def _resample_turns(quaternions: Array, times: Array, at: Array) -> Array:
    """Spherical interpolation along the shorter arc: (frames, 4) to (times, 4)."""
    if len(times) == 1:
        return np.repeat(quaternions, len(at), axis=0)
    left = np.clip(np.searchsorted(times, at, side="right") - 1, 0, len(times) - 2)
    amount = np.clip((at - times[left]) / (times[left + 1] - times[left]), 0.0, 1.0)
    return slerp(quaternions[left], quaternions[left + 1], amount)
