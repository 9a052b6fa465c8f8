"""The motion of a walking body: a common form of captured clips, posed cycles and takes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ..base.rotations import angle_of
from ..bodies.character import Character
from ..bodies.segments import Segment

Array = NDArray[np.float64]
SIDES = (".L", ".R")
X, Y, Z = 0, 1, 2


@dataclass(frozen=True, eq=False)
class Motion:
    """A walking body over time.

    Attributes:
        rate: frames a second.
        axes: segment -> its frame (frames, 3, 3, columns x forward, y left, z up when standing).
        pelvis: (frames, 3) [m].
        soles: side -> the middles of the sole's edges at heel and toes (frames, 2, 3) [m].
        ankles: side -> (frames, 3) [m]; empty where only steps and angles are needed.
    """

    rate: float
    axes: Mapping[str, Array]
    pelvis: Array
    soles: Mapping[str, Array]
    ankles: Mapping[str, Array]

    @property
    def frames(self) -> int:
        return len(self.pelvis)


def soles_of(
    character: Character, axes: Mapping[str, Array], ankles: Mapping[str, Array]
) -> dict[str, Array]:
    """The lower edges of heels and toes (frames, 2, 3), from the body's boxes of foot and toes."""
    soles = {}
    for side in SIDES:
        foot, toes = character.segment("foot" + side), character.segment("toes" + side)
        front = axes.get("toes" + side, axes["foot" + side])
        ball = ankles[side] + axes["foot" + side] @ np.array(toes.offset)
        heel = ankles[side] + axes["foot" + side] @ _lower_edge(foot, -1.0)
        soles[side] = np.stack([heel, ball + front @ _lower_edge(toes, 1.0)], axis=1)
    return soles


def _lower_edge(segment: Segment, way: float) -> Array:
    """Middle of a box's lower edge at its front (1) or back (-1), in the segment's frame (3,)."""
    assert segment.shape is not None
    (x, _, z), (length, _, height) = segment.shape.center, segment.shape.size
    return np.array([x + way * length / 2, 0.0, z - height / 2])


def facing_of(motion: Motion) -> Array:
    """Direction [rad] that the pelvis faces (frames,), without jumps at half a turn."""
    forward = motion.axes["pelvis"][:, :, X]
    return np.unwrap(angle_of(forward[:, Y], forward[:, X]))


def to_heading(heading: Array) -> Array:
    """(frames, 3, 3) rotations from the world to the frame of a heading [rad] (frames,)."""
    c, s, o = np.cos(heading), np.sin(heading), np.zeros_like(heading)
    rows = [[c, s, o], [-s, c, o], [o, o, o + 1.0]]
    return np.stack([np.stack(row, axis=-1) for row in rows], axis=-2)


def part_of(motion: Motion, start: int, end: int) -> Motion:
    """The frames from `start` up to `end`."""
    return changed(motion, lambda values: values[start:end])


def changed(motion: Motion, change: Callable[[Array], Array]) -> Motion:
    """The same motion with `change` applied to all of its arrays."""
    return replace(
        motion,
        axes={name: change(axes) for name, axes in motion.axes.items()},
        pelvis=change(motion.pelvis),
        soles={side: change(points) for side, points in motion.soles.items()},
        ankles={side: change(points) for side, points in motion.ankles.items()},
    )


def moved(motion: Motion, way: Array) -> Motion:
    """The same motion displaced along a path (frames, 3) [m]."""
    return replace(
        motion,
        pelvis=motion.pelvis + way,
        soles={side: points + way[:, None] for side, points in motion.soles.items()},
        ankles={side: points + way for side, points in motion.ankles.items()},
    )
