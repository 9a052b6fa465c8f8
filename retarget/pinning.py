"""Feet that stand still: the sliding of loaded feet is subtracted from their motion.

In a stance the foot may roll from heel to toes; the lowest corner of the sole rests on the ground
and must not move along it. Its remaining motion adds up to a small shift over the stance, half of
it before the middle and half after; during a swing, the shift blends from one stance's to the next
one's.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ..bodies.character import Character
from ..bodies.segments import Shape
from .body_motion import BodyMotion
from .segment_motion import SegmentMotion

Array = NDArray[np.float64]
Flags = NDArray[np.bool_]
SIDES = (".L", ".R")
SHORTEST_SWING = 0.1  # [s]: a foot that leaves the ground for less counts as standing


def pin_feet(motion: BodyMotion, character: Character) -> BodyMotion:
    """The motion with feet and toes shifted so that loaded feet do not slide."""
    segments = dict(motion.segments)
    for i, side in enumerate(SIDES):
        parts = [part + side for part in ("foot", "toes")]
        soles = [sole_corners(segments[part], character.segment(part).shape) for part in parts]
        corners = np.concatenate(soles, axis=1)
        shift = _shift(corners, motion.contacts[:, i], motion)
        for part in parts:
            origin = segments[part].origin.copy()
            origin[:, :2] += shift
            segments[part] = replace(segments[part], origin=origin)
    return replace(motion, segments=segments)


def sole_corners(segment: SegmentMotion, shape: Shape | None) -> Array:
    """Positions of the lower corners of a segment's box (frames, 4, 3)."""
    assert shape is not None
    x, y, z = shape.size
    signs = np.array([[a, b, -1] for a in (-1, 1) for b in (-1, 1)])
    corners = np.array(shape.center) + signs * np.array([x, y, z]) / 2
    return segment.origin[:, None] + np.einsum("fij,cj->fci", segment.axes, corners)


def _shift(corners: Array, loaded: Flags, motion: BodyMotion) -> Array:
    """The shift of a foot along the ground (frames, 2)."""
    slips = _slips(corners)
    if not motion.is_cycle:
        return _pinned(slips, loaded, motion.rate)
    # Of three cycles, the middle one has neighbours like itself.
    length = len(slips)
    thrice = np.concatenate([np.tile(loaded[:-1], 3), loaded[-1:]])
    return _pinned(np.tile(slips, (3, 1)), thrice, motion.rate)[length : 2 * length + 1]


def _slips(corners: Array) -> Array:
    """Motion of the lowest corner along the ground to the next frame (frames - 1, 2)."""
    lowest = np.argmin(corners[:-1, :, 2], axis=1)
    at = np.arange(len(lowest))
    step: Array = corners[at + 1, lowest] - corners[at, lowest]
    return step[:, :2]


def _pinned(slips: Array, loaded: Flags, rate: float) -> Array:
    shift = np.full((len(loaded), 2), np.nan)
    for start, end in _stances(loaded, round(SHORTEST_SWING * rate)):
        moved = np.concatenate([np.zeros((1, 2)), np.cumsum(slips[start : end - 1], axis=0)])
        shift[start:end] = moved[-1] / 2 - moved
    return _bridged(shift)


def _stances(loaded: Flags, shortest_swing: int) -> Iterator[tuple[int, int]]:
    """First frame of each stance, and the frame after its last."""
    edges = np.flatnonzero(np.diff(np.concatenate([[False], loaded, [False]]).astype(int)))
    starts, ends = edges[0::2], edges[1::2]
    if not len(starts):
        return
    apart = starts[1:] - ends[:-1] >= shortest_swing
    yield from zip(starts[np.r_[True, apart]], ends[np.r_[apart, True]], strict=True)


def _bridged(shift: Array) -> Array:
    """The shift with its gaps (nan) filled by smooth steps."""
    known = np.flatnonzero(~np.isnan(shift[:, 0]))
    if not len(known):
        return np.zeros_like(shift)
    frames = np.arange(len(shift))
    after = np.clip(np.searchsorted(known, frames), 0, len(known) - 1)
    before = np.clip(np.searchsorted(known, frames, side="right") - 1, 0, None)
    left, right = known[before], known[after]
    share = np.where(right > left, (frames - left) / np.maximum(right - left, 1), 0.0)
    eased = (share**2 * (3 - 2 * share))[:, None]
    return shift[left] + eased * (shift[right] - shift[left])
