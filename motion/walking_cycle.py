"""The cycle in a motion: its steps from footstrike to footstrike, and the phase of every frame."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from .footstrikes import cyclic_strikes, edge_heights, footstrikes
from .walking_motion import SIDES, Motion, changed, facing_of, moved, part_of, to_heading

Array = NDArray[np.float64]
SHORTEST, FEWEST = 0.3, 6  # [s], [frames] of an animation that can hold a cycle
STILL = np.radians(2.0)  # least rotation of the segments of a moving body
JUMP = 5.0  # times the next largest change between frames: a rest pose before the clip
CLOSED = 1.5  # largest gap between a loop's end and start, in changes from frame to frame
LOOPS = 4  # number of repetitions of a loop
SAME = 0.2  # of the variance: largest difference of poses a period apart
SHORTEST_CYCLE = 0.4  # [s]
ODD_STEP = 1.5  # of the median: a longer step misses a footstrike, a shorter one has a false one
UNEVEN = 2.0  # largest ratio of the two sides' step times
IN_PLACE = 0.15  # [m/s]


@dataclass(frozen=True)
class Step:
    """From a footstrike of one side, the stance side, to the next one of the other side."""

    side: str
    start: int
    end: int


@dataclass(frozen=True, eq=False)
class Gait:
    """A motion with its steps.

    Attributes:
        motion: forwards, over ground that stays.
        heading: of the body, averaged over a stride (frames,) [rad].
        path: of the pelvis, averaged over a stride (frames, 3) [m].
        steps: in order; some may be missing in between.
        speed: [m/s] forwards; None for a gait in place.
    """

    motion: Motion
    heading: Array
    path: Array
    steps: Sequence[Step]
    speed: float | None


def find_gait(motion: Motion) -> Gait:
    """The gait in a motion of one or more cycles; raises ValueError with the reason for none."""
    if motion.frames < FEWEST or motion.frames < SHORTEST * motion.rate:
        raise ValueError(
            f"it lasts {motion.frames} frames ({motion.frames / motion.rate:.2g} s), "
            "too short for a cycle of two steps"
        )
    poses = _poses(motion)
    if float(np.abs(_apart(poses, poses[:1])).max()) < STILL:
        raise ValueError("nothing moves in it")
    motion, poses = _without_rest_pose(motion, poses)
    motion = _looped(motion, poses)
    motion, speed = _over_ground(motion)
    steps = _steps({side: footstrikes(motion, side) for side in SIDES})
    if not _is_whole(steps):
        steps = _steps(_cyclic_strikes(motion))
    if not _is_whole(steps):
        raise ValueError("no foot strikes the ground again after both have done so in turn")
    stride = round(2.0 * float(np.mean([step.end - step.start for step in steps])))
    heading = _over_window(facing_of(motion), stride)
    return Gait(motion, heading, _over_window(motion.pelvis, stride), steps, speed)


def _poses(motion: Motion) -> Array:
    """(frames, segments, 3, 3) orientations in the frame of the pelvis's heading."""
    turn = to_heading(facing_of(motion))
    return np.stack([turn @ axes for axes in motion.axes.values()], axis=1)


def _apart(a: Array, b: Array) -> Array:
    """RMS angle [rad] between poses (frames,)."""
    return np.sqrt(np.sum((a - b) ** 2, axis=(1, 2, 3)) / (2.0 * a.shape[1]))


def _without_rest_pose(motion: Motion, poses: Array) -> tuple[Motion, Array]:
    """The motion and its poses without a rest pose at the beginning, as captured clips have."""
    changes = _apart(poses[1:], poses[:-1])
    first = 1 if changes[0] > JUMP * changes[1:].max() else 0
    return part_of(motion, first, motion.frames), poses[first:]


def _looped(motion: Motion, poses: Array) -> Motion:
    """A closed cycle, repeated; any other motion unchanged.

    The last frame of the cycle may repeat the first or precede it.
    """
    changes = _apart(poses[1:], poses[:-1])
    usual = float(max(changes[:2].mean(), changes[-2:].mean()))
    gap = float(_apart(poses[-1:], poses[:1])[0])
    if gap > CLOSED * usual:
        return motion
    repeats = gap < 0.5 * usual
    period = motion.frames - 1 if repeats else motion.frames
    travel = (motion.pelvis[-1] - motion.pelvis[0]) * period / (motion.frames - 1)
    travel[2] = 0.0
    once = part_of(motion, 0, period)
    many = changed(once, lambda values: np.concatenate([values] * LOOPS))
    return moved(many, np.repeat(np.arange(LOOPS), period)[:, None] * travel)


def _over_ground(motion: Motion) -> tuple[Motion, float | None]:
    """The motion over ground that stays, and its speed [m/s]; a treadmill's motion is removed.

    A backward walk is reversed in time, because a style describes a forward walk.
    """
    heading = _over_window(facing_of(motion), round(motion.rate))
    forward = np.stack([np.cos(heading), np.sin(heading), 0.0 * heading], axis=1)
    belt = float(np.median(np.sum(_pace_on_ground(motion) * forward, axis=1)))
    motion = moved(motion, -belt * np.cumsum(forward, axis=0) / motion.rate)
    pace = np.gradient(motion.pelvis, axis=0) * motion.rate
    speed = float(np.sum(pace * forward, axis=1).mean())
    if speed < -IN_PLACE:
        motion, speed = changed(motion, lambda values: values[::-1]), -speed
    return motion, speed if speed > IN_PLACE else None


def _pace_on_ground(motion: Motion) -> Array:
    """Velocity [m/s] of the edge of the soles that is nearest to the ground (frames, 3)."""
    heights = np.concatenate([edge_heights(motion, side) for side in SIDES], axis=1)
    edges = np.concatenate([motion.soles[side] for side in SIDES], axis=1)
    paces = np.gradient(edges, axis=0) * motion.rate
    nearest: Array = paces[np.arange(motion.frames), np.argmin(heights, axis=1)]
    return nearest


def _steps(strikes: Mapping[str, Sequence[int]]) -> list[Step]:
    """The steps between strikes of different feet that take about the usual time."""
    order = sorted((frame, side) for side, frames in strikes.items() for frame in frames)
    found = [
        Step(side, frame, after)
        for (frame, side), (after, other) in pairwise(order)
        if side != other and after > frame
    ]
    usual = {
        side: float(np.median([s.end - s.start for s in found if s.side == side] or [0]))
        for side in SIDES
    }
    return [
        step
        for step in found
        if usual[step.side] / ODD_STEP <= step.end - step.start <= ODD_STEP * usual[step.side]
    ]


def _is_whole(steps: Sequence[Step]) -> bool:
    """Whether both feet have stances, of similar time: else a footstrike must be false."""
    times = [
        float(np.mean([s.end - s.start for s in steps if s.side == side] or [0])) for side in SIDES
    ]
    return min(times) > 0.0 and max(times) < UNEVEN * min(times)


def _cyclic_strikes(motion: Motion) -> dict[str, list[int]]:
    period = find_period(motion)
    if period is None:
        return {}
    return {side: cyclic_strikes(motion, side, period) for side in SIDES}


def find_period(motion: Motion) -> int | None:
    """Number of frames after which the poses recur: the first peak of the autocorrelation."""
    poses = _poses(motion)
    spread = 2.0 * float(np.mean(_apart(poses, poses.mean(axis=0, keepdims=True)) ** 2))
    shortest = max(round(SHORTEST_CYCLE * motion.rate), 2)
    lags = range(shortest, motion.frames // 2 + 1)
    unlike = [float(np.mean(_apart(poses[lag:], poses[:-lag]) ** 2)) / spread for lag in lags]
    for i in range(1, len(unlike) - 1):
        if unlike[i] < SAME and unlike[i - 1] >= unlike[i] <= unlike[i + 1]:
            return lags[i]
    return None


def _over_window(signal: Array, width: int) -> Array:
    """Mean over a window of `width` frames around each frame, shifted to fit at the ends."""
    count = len(signal)
    width = min(max(width, 1), count)
    sums = np.concatenate([np.zeros_like(signal[:1]), np.cumsum(signal, axis=0)])
    start = np.clip(np.arange(count) - width // 2, 0, count - width)
    mean: Array = (sums[start + width] - sums[start]) / width
    return mean


def phases(gait: Gait, side: str) -> tuple[Array, Array]:
    """Frames within steps, and their phases (n,) in the stride of a side.

    Each step is half a stride, independent of its duration: the side's foot strikes at 0, the other
    foot at a half.
    """
    frames, at = [], []
    for step in gait.steps:
        inside = np.arange(step.start, step.end)
        share = (inside - step.start) / (step.end - step.start)
        frames.append(inside)
        at.append(0.5 * share + (0.0 if step.side == side else 0.5))
    return np.concatenate(frames), np.concatenate(at)
