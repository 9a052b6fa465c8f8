"""How near a performed motion is to what it performs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..base.rotations import matrices_from_quaternions
from ..motion.biped_frames import Figure, Placed, Posture, Z, in_parents
from ..motion.performing.difference import joints_apart
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
    own = _Posed(
        performance.segment_positions - performance.center_of_mass[:, None],
        in_parents(matrices_from_quaternions(performance.segment_orientations), figure.parents),
    )
    asked = _posed(figure, placed)
    parts, joints = _apart(figure, own, _Posed(asked.centers[at], asked.turns[at]))
    off = performance.center_of_mass[-1] - placed.com[at[-1]]
    return Nearness(
        parts=parts,
        joints=joints,
        drift=float(np.linalg.norm(off[:2])),
        beyond=max(
            float(beyond_range(segment.joint, own.turns[:, i]).max())
            for i, segment in enumerate(figure.character.segments)
        ),
        is_up=bool(off[Z] > -DOWN * placed.com[at[-1], Z]),
    )


def off_the_clip(reference: PerformedReference, clip: Posture) -> tuple[float, float]:
    """How far what a body follows is off the clip itself: as `Nearness.parts` and `joints`.

    Args:
        clip: the same frames on the same body, as `motion.performing.track` reads them.
    """
    figure = reference.figure
    return _apart(figure, _posed(figure, reference.placed), _posed(figure, figure.place(clip)))


class _Posed(NamedTuple):
    """Segments (frames, n, 3) over the center of mass [m], and each in its parent's frame."""

    centers: Array
    turns: Array


def _posed(figure: Figure, placed: Placed) -> _Posed:
    return _Posed(
        placed.centers - placed.com[:, None], in_parents(placed.axes, figure.parents)
    )


def _apart(figure: Figure, one: _Posed, other: _Posed) -> tuple[float, float]:
    """Mean distance of the segments [m] and RMS angle between the joints [rad]."""
    joints = joints_apart(figure, one.turns, other.turns)
    return (
        float(np.linalg.norm(one.centers - other.centers, axis=2).mean()),
        float(np.sqrt(np.mean(joints**2))),
    )
