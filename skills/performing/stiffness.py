"""How stiffly each part of a performing body follows its clip, over time."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...catalogue.performing import STIFFNESS, part_of, stiffness_parameter
from ...motion.performing.reference import PerformedReference
from ...motion.performing.track import RATE

Array = NDArray[np.float64]
EVERY = 10  # frames between two values of a keyed parameter that are read
# Stiffness below which a part loses strength as well; by hand: with strength in proportion to
# stiffness, a trunk of 0.3 that was hit stayed bent to the end of its range.
WEAK = 0.25
SINKS = 0.1  # stiffness of what bears the body: with less, it is meant to sink to the ground
SINKS_FOR = 0.3  # [s] after which a body that sinks cannot be caught any more


class Stiffness(NamedTuple):
    """Shares, 1 to follow the clip and 0 to be limp, for each frame of a clip.

    Attributes:
        joints: (frames, n) of the joint of each segment; 1 for the pelvis.
        chains: (frames, n) the least from the pelvis to each segment.
        bearing: (frames,) of what bears the body, where more than one does of the stiffest.
    """

    joints: Array
    chains: Array
    bearing: Array

    def sinks_at(self, frame: int) -> bool:
        """Whether the body is then too limp to bear itself; at the clip's end after it."""
        return bool(self.bearing[min(frame, len(self.bearing) - 1)] < SINKS)

    @property
    def frames_to_balance(self) -> int:
        """The frames until the body sinks for so long that nothing can catch it."""
        sinks, least = self.bearing < SINKS, round(SINKS_FOR * RATE)
        if len(sinks) < least:
            return len(sinks)
        all_of_it = np.lib.stride_tricks.sliding_window_view(sinks, least).all(axis=1)
        return int(np.argmax(all_of_it)) if all_of_it.any() else len(sinks)


def strength_of(stiffness: Array) -> Array:
    """Strength that goes with a stiffness, both as shares."""
    return np.minimum(stiffness / WEAK, 1.0)


def stiffness_over(
    reference: PerformedReference, values_after: Callable[[float], Mapping[str, Any]]
) -> Stiffness:
    """The stiffness of a body in each frame of what it follows.

    Args:
        values_after: the values of the cue's parameters some seconds after the first frame.
    """
    names, frames = reference.figure.names, reference.frames
    at = np.arange(0, frames + EVERY, EVERY)
    read = [values_after(frame / RATE) for frame in at]
    joints = np.ones((frames, len(names)))
    for part, name in STIFFNESS.items():
        shares = np.array([values[name] * values[stiffness_parameter("")] for values in read])
        own = [i for i, segment in enumerate(names) if part_of(segment) == part]
        joints[:, own] = np.interp(np.arange(frames), at, shares)[:, None]
    chains = joints.copy()
    for i, parent in enumerate(reference.figure.parents):
        if parent >= 0:
            chains[:, i] = np.minimum(chains[:, i], chains[:, parent])
    return Stiffness(joints, chains, _bearing(reference, chains))


def _bearing(reference: PerformedReference, chains: Array) -> Array:
    """(frames,) of the stiffest part that bears in the clip; of the legs where none does."""
    points = np.where(reference.bears, chains[:, reference.touches.segments], 0.0)
    legs = [i for i, name in enumerate(reference.figure.names) if part_of(name) == "legs"]
    in_flight = ~reference.bears.any(axis=1)
    return np.where(in_flight, chains[:, legs].max(axis=1), points.max(axis=1))
