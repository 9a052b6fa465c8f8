"""A body's motion at the scene's frames, in the shot's metres, before it becomes keys."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from .ground_path import GroundPath
from .segment_motion import Segments, moved

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class BodyMotion:
    """Equally spaced frames of a body.

    Attributes:
        rate: frames per second.
        segments: the frame of each segment [m].
        path: the body's path over the ground.
        contacts: (frames, 2) whether the left and the right foot touch the ground.
        footstrikes: the frames, whole or fractional, at which left and right feet land.
        is_cycle: whether the last frame repeats the first one, a cycle later.
    """

    rate: float
    segments: Segments
    path: GroundPath
    contacts: NDArray[np.bool_]
    footstrikes: Sequence[Array]
    is_cycle: bool = False

    @property
    def frames(self) -> int:
        return len(self.contacts)


def in_place(motion: BodyMotion) -> BodyMotion:
    """The motion without travel: the body stays where it started, and a cycle keeps its heading."""
    path = motion.path if motion.is_cycle else motion.path.without_turning()
    matrices = path.matrices()
    back = matrices[:1] @ np.linalg.inv(matrices)
    return replace(motion, segments=moved(motion.segments, back), path=_stopped(motion))


def _stopped(motion: BodyMotion) -> GroundPath:
    positions, headings = motion.path.positions, motion.path.headings
    return GroundPath(
        positions=np.repeat(positions[:1], motion.frames, axis=0),
        headings=np.repeat(headings[:1], motion.frames) if motion.is_cycle else headings,
    )
