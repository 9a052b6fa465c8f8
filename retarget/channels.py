"""From the motion of a body to channels of its bones, for all frames at once.

A bone's matrix is `carrier @ unkeyed @ channels`, where the carrier is the nearest keyed bone above
it (or the armature) and `unkeyed` is the bone in its carrier while the bone's channels are zero.
Bones between the two, such as clavicles or a twisted spine bone, are rigid and part of `unkeyed`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .segment_motion import SegmentMotion

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Handle:
    """A bone that gets keys, and the segment that it follows.

    Attributes:
        bone: its name.
        segment: the segment that the bone follows.
        hold: (4, 4): the bone's matrix in the segment's frame, in the armature's units.
        carrier: index of the handle that carries this one; -1 for the armature.
        unkeyed: (4, 4): the bone in its carrier's matrix while its channels are zero.
        location_axes: (3, 3): the axes of the bone's location, in the carrier's matrix.
        inherits_rotation: whether the bone turns with its carrier.
        moves: whether the bone's location is keyed; else its carrier determines it.
        turns: whether the bone's rotation is keyed.
    """

    bone: str
    segment: str
    hold: Array
    carrier: int
    unkeyed: Array
    location_axes: Array
    inherits_rotation: bool = True
    moves: bool = False
    turns: bool = True


@dataclass(frozen=True, eq=False)
class Channels:
    """One bone's channels: rotation matrices (frames, 3, 3) and locations (frames, 3)."""

    handle: Handle
    rotations: Array
    locations: Array


def solve_channels(
    handles: Sequence[Handle], motion: Mapping[str, SegmentMotion]
) -> list[Channels]:  # fmt: skip
    """Channels that put each handle's bone where its segment holds it; carriers must come first."""
    frames = len(next(iter(motion.values())).origin)
    posed: list[Array] = []
    solved = []
    for handle in handles:
        carrier = posed[handle.carrier] if handle.carrier >= 0 else np.eye(4)[None]
        carrier = np.broadcast_to(carrier, (frames, 4, 4))
        unkeyed = carrier @ handle.unkeyed
        if not handle.inherits_rotation:
            unkeyed[:, :3, :3] = handle.unkeyed[:3, :3]
        channels = _channels(handle, motion[handle.segment], carrier, unkeyed)
        solved.append(channels)
        posed.append(_pose(channels, unkeyed, carrier))
    return solved


def _channels(
    handle: Handle, segment: SegmentMotion, carrier: Array, unkeyed: Array
) -> Channels:  # fmt: skip
    frames = len(carrier)
    rotations = np.broadcast_to(np.eye(3), (frames, 3, 3))
    locations = np.zeros((frames, 3))
    if handle.turns:
        wanted = segment.axes @ handle.hold[:3, :3]
        rotations = np.swapaxes(_pure_rotation(unkeyed[:, :3, :3]), 1, 2) @ wanted
    if handle.moves:
        place = segment.origin + segment.axes @ handle.hold[:3, 3]
        axes = carrier[:, :3, :3] @ handle.location_axes
        step = place - unkeyed[:, :3, 3]
        locations = np.linalg.solve(axes, step[:, :, None])[:, :, 0]
    return Channels(handle, rotations, locations)


def _pure_rotation(matrices: Array) -> Array:
    """Rotations without the uniform scale that an armature's unkeyed bones may have."""
    scale = np.cbrt(np.linalg.det(matrices))
    rotation: Array = matrices / scale[:, None, None]
    return rotation


def _pose(channels: Channels, unkeyed: Array, carrier: Array) -> Array:
    """The bone's matrices (frames, 4, 4), for the bones that it carries."""
    posed = unkeyed.copy()
    posed[:, :3, :3] = unkeyed[:, :3, :3] @ channels.rotations
    axes = carrier[:, :3, :3] @ channels.handle.location_axes
    posed[:, :3, 3] += (axes @ channels.locations[:, :, None])[:, :, 0]
    return posed
