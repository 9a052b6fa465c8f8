"""Poses of a body in which to see a rig: the measured one, and random ones."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from ..base.rotations import matrices_from_rotation_vectors
from ..bodies.character import Character
from ..bodies.segments import JointType
from .segment_motion import SegmentMotion

Array = NDArray[np.float64]
SHARE, MOST = 0.8, 1.2  # share of a joint's limits, and [rad]: the usual range
TILT = 0.5  # [rad] of the root
AXES: Mapping[JointType, tuple[int, ...]] = {
    "hinge": (1,), "universal": (1, 0), "spherical": (2, 1, 0), "fixed": (), "root": (),
}  # fmt: skip


def random_poses(
    character: Character, measured: Mapping[str, Array], place: Array, count: int, seed: int
) -> dict[str, SegmentMotion]:
    """The frame of each segment: pose 0 is the measured one, the others are random.

    Args:
        measured: segment -> axes (3, 3) as measured.
        place: (3,) of the root in all poses [m].
    """
    random = np.random.default_rng(seed)
    amount = SHARE * random.uniform(0.0, 1.0, count)
    motion: dict[str, SegmentMotion] = {}
    for i, segment in enumerate(character.segments):
        if i == 0:
            tilts = random.uniform(-TILT, TILT, (count, 3))
            axes = measured[segment.name] @ matrices_from_rotation_vectors(tilts)
            origin = np.tile(place, (count, 1))
        else:
            parent = motion[segment.parent]
            axes = parent.axes.copy()
            for axis in AXES[segment.joint.type]:
                low, high = np.clip(segment.joint.limits[axis], -MOST / SHARE, MOST / SHARE)
                vectors = np.zeros((count, 3))
                vectors[:, axis] = amount * random.uniform(low, high, count)
                axes = axes @ matrices_from_rotation_vectors(vectors)
            origin = parent.origin + parent.axes @ np.array(segment.offset)
        axes[0] = measured.get(segment.name, motion[segment.parent].axes[0] if i else np.eye(3))
        motion[segment.name] = SegmentMotion(axes, origin)
    return motion
