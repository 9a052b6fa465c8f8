"""A seamless cycle from a walk: the stretch that comes closest to repeating itself, with the
difference at its seam removed.

A cycle is seen in a frame that travels at constant speed. There, let pose and velocity change by d
and v from the beginning of the cycle to its end. The correction subtracts d (s - 1/2), for s from 0
to 1, which spreads the change of pose over the whole cycle and changes no velocity at the seam; and
on both sides of the seam a bump v/2 t (1 - t/T)^2 over a short time T, which removes half of v
each.
"""

from __future__ import annotations

from dataclasses import replace
from math import degrees, radians

import numpy as np
from numpy.typing import NDArray

from ..base.errors import RigError
from ..base.rotations import matrices_from_rotation_vectors, rotation_vectors_from_matrices
from .body_motion import BodyMotion
from .ground_path import even_path
from .segment_motion import SegmentMotion, cut, moved

Array = NDArray[np.float64]
UNSTEADY_STEPS = 2  # while a walk gathers speed
SLACK = 1  # frames by which a cycle may differ from the time between footstrikes
VELOCITY_TIME = 0.1  # [s]: weight of velocities; 1 rad/s counts as much as 0.1 rad
LENGTH_ANGLE = 0.3  # [m]: weight of lengths; this counts as much as 1 rad
STRAIGHT = radians(10.0)  # largest turn of a straight cycle, which is then removed
BUMP_TIME = 0.25  # [s], length of the bump on either side
PASSES = 3  # rotations do not commute: the remainder of one pass is of second order


def make_cycle(motion: BodyMotion, steps: int, straight: bool) -> BodyMotion:
    """The best cycle of so many steps; it starts where the motion did, at constant speed.

    Args:
        motion: a walk, straight or along an arc.
        steps: an even number.
        straight: whether the cycle must end with its initial heading.

    Raises RigError for too few steps, or where a curved walk is to be straight.
    """
    start, length = find_cycle(motion, steps)
    end = start + length
    path = motion.path
    turn = float(path.headings[end] - path.headings[start])
    if straight and abs(turn) > STRAIGHT:
        raise RigError(
            f"The walk turns by {abs(degrees(turn)):.0f} degrees in a cycle, so that it cannot "
            "travel in a straight line: make the loop in place, or walk straight."
        )
    travel = path.matrices()[start, :2, :2].T @ (path.positions[end] - path.positions[start])
    # One more frame at either end gives the velocities there.
    shares = np.arange(-1, length + 2) / length
    here = np.array([*path.positions[start], path.headings[start]])
    along = even_path(here, travel, turn, shares)
    seen = moved(cut(motion.segments, start - 1, end + 2), np.linalg.inv(along.matrices()))
    closed = {name: _close(segment, motion.rate) for name, segment in seen.items()}
    home = np.array([*path.positions[0], path.headings[0]])
    way = even_path(home, travel, 0.0 if straight else turn, shares[1:-1])
    return replace(
        motion,
        segments=moved(closed, way.matrices()),
        path=way,
        contacts=_closed_contacts(motion.contacts[start : end + 1]),
        footstrikes=[f[(f >= start) & (f < end)] - start for f in motion.footstrikes],
        is_cycle=True,
    )


def find_cycle(motion: BodyMotion, steps: int) -> tuple[int, int]:
    """First frame and length in frames of the stretch whose ends are most similar."""
    strides = steps // 2
    steady = np.sort(np.concatenate(motion.footstrikes))[UNSTEADY_STEPS:]
    periods = np.concatenate([f[strides:] - f[:-strides] for f in map(np.sort, motion.footstrikes)])
    if not len(periods) or not len(steady):
        raise RigError(
            f"The take has too few steps for a loop of {steps}: make it longer, or the loop "
            f"shorter; about {steps + UNSTEADY_STEPS + 2} steps are needed."
        )
    period = round(float(np.median(periods)))
    first = max(int(np.ceil(steady[0])), 1)
    best = (np.inf, 0, 0)
    for length in range(period - SLACK, period + SLACK + 1):
        costs = _differences(motion, length)[first:]
        if len(costs):
            at = int(np.argmin(costs))
            best = min(best, (float(costs[at]), first + at, length))
    if not best[2]:
        raise RigError(
            f"The walk is not steady for {steps} steps: make the take longer, or the loop shorter."
        )
    return best[1], best[2]


def _differences(motion: BodyMotion, length: int) -> Array:
    """Differences of pose and velocity between each frame and `length` later [rad^2]."""
    local = np.linalg.inv(motion.path.matrices())
    count = motion.frames - length - 1
    cost = np.zeros(max(count, 0))
    for segment in moved(motion.segments, local).values():
        for values, unit in ((segment.axes, 1.0), (segment.origin, LENGTH_ANGLE)):
            flat = values.reshape(motion.frames, -1) / unit
            pace = np.gradient(flat, axis=0) * motion.rate * VELOCITY_TIME
            for way in (flat, pace):
                cost += ((way[length:-1] - way[:count]) ** 2).sum(axis=1)[: len(cost)]
    return cost


def _close(segment: SegmentMotion, rate: float) -> SegmentMotion:
    """The frames between the first and the last, corrected to end as they begin."""
    axes, origin = segment.axes, segment.origin
    spread = _spread(len(origin) - 3, BUMP_TIME * rate)
    origin = origin - spread @ _origin_gap(origin)
    for _ in range(PASSES):
        turns = spread @ _turn_gap(axes)
        axes = matrices_from_rotation_vectors(-turns) @ axes
    return SegmentMotion(
        axes=np.concatenate([axes[1:-2], axes[1:2]]),
        origin=np.concatenate([origin[1:-2], origin[1:2]]),
    )


def _spread(length: int, bump: float) -> Array:
    """Weights of a gap of value, and of one of velocity [1/frame], by frame (frames, 2).

    Args:
        length: of the cycle [frames]; one more frame lies before and after it.
        bump: length of the velocity's bump [frames].
    """
    frames = np.arange(-1, length + 2)
    bump = min(bump, length / 2)
    since, until = (np.clip(t / bump, None, 1.0) for t in (frames, length - frames))
    bumps = -bump / 2 * (since * (1 - since) ** 2 + until * (1 - until) ** 2)
    return np.column_stack([frames / length - 1 / 2, bumps])


def _origin_gap(origin: Array) -> Array:
    """The gap of value and of velocity [1/frame] over the cycle (2, 3)."""
    velocity = (origin[2:] - origin[:-2]) / 2
    return np.stack([origin[-2] - origin[1], velocity[-1] - velocity[0]])


def _turn_gap(axes: Array) -> Array:
    """The same for rotations, as rotation vectors [rad]."""
    turns = np.stack([axes[-2] @ axes[1].T, axes[-1] @ axes[-3].T, axes[2] @ axes[0].T])
    value, at_end, at_start = rotation_vectors_from_matrices(turns)
    return np.stack([value, (at_end - at_start) / 2])


def _closed_contacts(contacts: NDArray[np.bool_]) -> NDArray[np.bool_]:
    return np.concatenate([contacts[:-1], contacts[:1]])
