"""The frames of a body's segments over time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class SegmentMotion:
    """A segment's frame: axes (frames, 3, 3) and origin (frames, 3), in one space and unit."""

    axes: Array
    origin: Array

    @property
    def frames(self) -> int:
        return len(self.origin)


Segments = Mapping[str, SegmentMotion]


def moved(segments: Segments, matrices: Array) -> dict[str, SegmentMotion]:
    """The same motion, transformed by rigid matrices (frames or 1, 4, 4)."""
    turns, steps = matrices[:, :3, :3], matrices[:, :3, 3]
    return {
        name: SegmentMotion(
            axes=turns @ s.axes, origin=(turns @ s.origin[:, :, None])[:, :, 0] + steps
        )
        for name, s in segments.items()
    }


def cut(segments: Segments, start: int, end: int) -> dict[str, SegmentMotion]:
    """The motion from frame `start` up to, but without, frame `end`."""
    return {n: SegmentMotion(s.axes[start:end], s.origin[start:end]) for n, s in segments.items()}
