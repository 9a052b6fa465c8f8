"""How far a body's shown motion is that of its simulation, and how far that of the artist's keys.

Joints blend by their turns in the parent, along the shorter arc; the pelvis blends by its own turn
and, along a straight line, by its place. Where a motion is all simulated it stays bit by bit.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ..bodies.character import Character
from .blending import blend_rotations
from .body_motion import BodyMotion
from .ground_path import path_below
from .segment_motion import SegmentMotion

Array = NDArray[np.float64]


def blend_into_keys(
    motion: BodyMotion, character: Character, keyed: Mapping[str, Array], pelvis: Array,
    shares: Mapping[str, Array],
) -> BodyMotion:  # fmt: skip
    """A motion of which some parts and frames are keyed.

    Args:
        keyed: segment -> axes (frames, 3, 3) that are keyed; other segments keep their joints.
        pelvis: (frames, 3) its keyed place [m].
        shares: segment -> (frames,) of the simulation, 0 to 1, for the segment's joint.
    """
    simulated = motion.segments
    whole: dict[str, Array] = {}  # axes of all segments as keyed
    blended: dict[str, SegmentMotion] = {}
    simulated_until_here: dict[str, NDArray[np.bool_]] = {}
    for segment in character.segments:
        name, parent, own = segment.name, segment.parent, simulated[segment.name]
        is_simulated = shares[name] == 1.0
        if not parent:
            whole[name] = keyed[name]
            axes = blend_rotations(keyed[name], own.axes, shares[name])
            origin = pelvis + shares[name][:, None] * (own.origin - pelvis)
        else:
            is_simulated = is_simulated & simulated_until_here[parent]
            turned = _inside(simulated[parent].axes, own.axes)
            whole[name] = keyed[name] if name in keyed else whole[parent] @ turned
            start = _inside(whole[parent], whole[name])
            carrier = blended[parent]
            axes = carrier.axes @ blend_rotations(start, turned, shares[name])
            origin = carrier.origin + carrier.axes @ np.array(segment.offset)
        simulated_until_here[name] = is_simulated
        blended[name] = _where(is_simulated, own, SegmentMotion(axes, origin))
    path = path_below(blended[character.segments[0].name], motion.rate)
    return replace(motion, segments={**simulated, **blended}, path=path)


def corrected_by(
    motion: BodyMotion, corrected: BodyMotion, shares: Mapping[str, Array]
) -> BodyMotion:  # fmt: skip
    """A motion with the corrections of another one as far as it is simulated.

    Args:
        shares: segment -> (frames,) of the simulation, 0 to 1, for the segment's place.
    """
    segments: dict[str, SegmentMotion] = {}
    for name, own in motion.segments.items():
        other = corrected.segments[name]
        share = shares[name]
        axes = blend_rotations(own.axes, other.axes, share)
        origin = own.origin + share[:, None] * (other.origin - own.origin)
        segments[name] = _where(share == 1.0, other, SegmentMotion(axes, origin))
    return replace(corrected, segments=segments)


def _where(chosen: NDArray[np.bool_], one: SegmentMotion, other: SegmentMotion) -> SegmentMotion:
    return SegmentMotion(
        axes=np.where(chosen[:, None, None], one.axes, other.axes),
        origin=np.where(chosen[:, None], one.origin, other.origin),
    )


def _inside(carrier: Array, axes: Array) -> Array:
    """(frames, 3, 3) turns in the carrier's frame."""
    inside: Array = np.swapaxes(carrier, 1, 2) @ axes
    return inside
