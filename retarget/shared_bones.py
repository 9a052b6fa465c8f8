"""Bones that represent several segments: a trunk of five joints on a rig of two spine bones.

Such a bone points from its first joint to the next one that the rig has, and rolls with the segment
in the middle of these.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ..base.rotations import angle_of, matrices_from_rotation_vectors
from ..bodies.character import Character
from ..bodies.quadruped import SPINE, TAIL
from .body_motion import BodyMotion
from .segment_motion import SegmentMotion, Segments

Array = NDArray[np.float64]
CHAINS = (SPINE, TAIL)


def follow_shared(motion: BodyMotion, character: Character, roles: Container[str]) -> BodyMotion:
    """The motion with each mapped segment turned as the one bone that it shares with others.

    Args:
        roles: the segments that have bones.
    """
    segments = dict(motion.segments)
    for run, end in shared_runs(character, roles):
        segments[run[0]] = _as_one(motion.segments, character, run, end)
    return replace(motion, segments=segments)


def shared_runs(
    character: Character, roles: Container[str]
) -> Iterator[tuple[tuple[str, ...], str]]:
    """Segments that share the bone of the first one, and the segment at whose joint they end."""
    for chain in CHAINS:
        present = [name for name in chain if name in character.segment_names]
        mapped = [i for i, name in enumerate(present) if name in roles]
        for start, end in zip(mapped, [*mapped[1:], len(present)], strict=True):
            run = tuple(present[start:end])
            if len(run) > 1:
                yield run, present[end] if end < len(present) else run[-1]


def _as_one(
    segments: Segments, character: Character, run: tuple[str, ...], end: str
) -> SegmentMotion:
    """The first segment of a run, turned so that it points to where the run ends."""
    first, middle = segments[run[0]], segments[run[len(run) // 2]]
    below = (*run[1:], end) if end != run[-1] else run[1:]
    straight = np.sum([character.segment(name).offset for name in below], axis=0)
    wanted = segments[end].origin - first.origin
    return SegmentMotion(_turned(middle.axes, straight, wanted), first.origin)


def _turned(axes: Array, direction: Array, wanted: Array) -> Array:
    """Axes (frames, 3, 3), turned by the smallest rotation from `direction` (3,) to `wanted`."""
    present = axes @ direction
    across = np.cross(present, wanted)
    sine = np.linalg.norm(across, axis=1)
    angle = angle_of(sine, np.einsum("fi,fi->f", present, wanted))
    scale = np.where(sine > 0.0, angle / np.where(sine > 0.0, sine, 1.0), 0.0)
    turned: Array = matrices_from_rotation_vectors(across * scale[:, None]) @ axes
    return turned
