"""A clip as its artist keyed it, put where a body performs it: what a bake shows without physics.

Nothing is made physical here: neither the ground nor the ranges of joints change a pose.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .clip import PerformedClip
from .track import Placing, placed_axes, resampled

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class ShownClip:
    """
    Attributes:
        axes: segment -> its axes in the world (frames, 3, 3), of those that the clip moves.
        pelvis: (frames, 3) origin of the pelvis [m].
    """

    axes: Mapping[str, Array]
    pelvis: Array


def shown_clip(
    clip: PerformedClip, leg_length: float, placing: Placing, times: Array
) -> ShownClip:
    """A clip at times (frames,) [s] after its beginning; it holds its last pose after its end.

    Args:
        leg_length: of the body that shows it [m]; the pelvis's way and height follow it.
    """
    seconds = np.clip(placing.start + placing.tempo * np.append(0.0, times), 0.0, clip.duration)
    axes, pelvis = resampled(clip, seconds * clip.rate, placing.mirrored)
    axes, pelvis = placed_axes(axes, pelvis * (leg_length / clip.leg), 0, placing)
    return ShownClip({role: own[1:] for role, own in axes.items()}, pelvis[1:])
