"""How near a performed motion is to what it performs."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..base.rotations import matrices_from_quaternions, rotation_vectors_from_matrices
from ..motion.biped_frames import Z
from ..motion.performing.reference import PerformedReference
from ..motion.performing.track import RATE
from ..shots.take import Performance
from .joint_ranges import beyond_range

Array = NDArray[np.float64]
DOWN = 0.25  # of the height of the center of mass that may be missing at the end


@dataclass(frozen=True)
class Nearness:
    """
    Attributes:
        parts: mean distance of the segments from the clip's, over the center of mass [m].
        joints: RMS angle between joints and the clip's [rad].
        drift: distance of the center of mass from the clip's over the ground at the end [m].
        beyond: furthest that a joint is beyond its range [rad].
        is_up: whether the center of mass ends about as high as the clip's.
    """

    parts: float
    joints: float
    drift: float
    beyond: float
    is_up: bool


def nearness_of(performance: Performance, times: Array, reference: PerformedReference) -> Nearness:
    """Measure a performance that begins with the reference's first frame at time 0.

    Args:
        times: (frames,) of the performance [s].
    """
    at = np.minimum((times * RATE).round().astype(int), reference.frames - 1)
    placed, figure = reference.placed, reference.figure
    own = performance.segment_positions - performance.center_of_mass[:, None]
    wanted = placed.centers[at] - placed.com[at, None]
    turns = _turns(matrices_from_quaternions(performance.segment_orientations), figure.parents)
    asked = _turns(placed.axes[at], figure.parents)
    apart = rotation_vectors_from_matrices(np.swapaxes(asked, -1, -2) @ turns)
    moving = [i for i, _, _ in figure.joints.places]
    off = performance.center_of_mass[-1] - placed.com[at[-1]]
    return Nearness(
        parts=float(np.linalg.norm(own - wanted, axis=2).mean()),
        joints=float(np.sqrt(np.mean(np.sum(apart[:, moving] ** 2, axis=2)))),
        drift=float(np.linalg.norm(off[:2])),
        beyond=max(
            float(beyond_range(segment.joint, turns[:, i]).max())
            for i, segment in enumerate(figure.character.segments)
        ),
        is_up=bool(off[Z] > -DOWN * placed.com[at[-1], Z]),
    )


def _turns(axes: Array, parents: list[int]) -> Array:
    """(frames, n, 3, 3) orientation of each segment in its parent; the root's is left as it is."""
    turns = axes.copy()
    for i, parent in enumerate(parents):
        if parent >= 0:
            turns[:, i] = np.swapaxes(axes[:, parent], 1, 2) @ axes[:, i]
    return turns

