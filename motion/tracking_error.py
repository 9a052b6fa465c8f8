"""Tracking error: joints of a simulated run against its clip at the same phase of the cycle."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from ..base.rotations import matrices_from_quaternions
from ..shots.take import Performance
from .biped_frames import in_parents
from .reference import ReferenceMotion

Array = NDArray[np.float64]


def joint_distance(
    performance: Performance, times: Array, reference: ReferenceMotion, since: float
) -> float:
    """RMS angle [rad] between a run's joints and its clip's, from a time [s] on.

    Infinite for a run without a stride.
    """
    frames, phases = _phases(performance, reference, times, since)
    if not len(frames):
        return math.inf
    turns = _turns(performance, reference)[frames]
    drawn = reference.posture.turns[
        np.round(phases * reference.frames).astype(int) % reference.frames
    ]
    difference = np.swapaxes(turns, -1, -2) @ drawn
    cosines = (np.trace(difference, axis1=-2, axis2=-1) - 1.0) / 2.0
    angles = np.arccos(np.clip(cosines[:, 1:], -1.0, 1.0))
    return float(np.sqrt(np.mean(angles**2)))


def _phases(
    performance: Performance, reference: ReferenceMotion, times: Array, since: float
) -> tuple[NDArray[np.int64], Array]:
    """Frames between footstrikes of the left foot, and their phases in the clip's cycle."""
    down = performance.foot_contacts[:, 0]
    strikes = np.flatnonzero(down[1:] & ~down[:-1]) + 1
    strikes = strikes[times[strikes] >= since]
    begins = next(contact.start for contact in reference.contacts if contact.side == ".L")
    frames, phases = [np.empty(0, np.int64)], [np.empty(0)]
    for first, last in pairwise(strikes):
        frames.append(np.arange(first, last))
        phases.append((begins + np.arange(last - first) / (last - first)) % 1.0)
    return np.concatenate(frames), np.concatenate(phases)


def _turns(performance: Performance, reference: ReferenceMotion) -> Array:
    """(frames, n, 3, 3) of every segment in its parent, in the order of the clip's figure."""
    figure = reference.figure
    order = [performance.segment_names.index(name) for name in figure.names]
    axes = matrices_from_quaternions(performance.segment_orientations[:, order])
    return in_parents(axes, figure.parents)
