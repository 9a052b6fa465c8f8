"""Channels of a light skeleton with which it moves as a body of other proportions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .light_skeleton import LightSkeleton, bone_axes
from .rotations import continuous_signs, quaternions_from_matrices
from .segment_motion import Segments

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class LightPose:
    """What the bones do, each in its parent; no scale is inherited between segments.

    Attributes:
        turns: (frames, segments, 4) quaternions of the segments' bones.
        travel: (frames, 3) location of the first.
        build: (bones, 4, 4) what stays through all frames: location and scale of the segments'
            bones, and all of the others' channels.
    """

    turns: Array
    travel: Array
    build: Array


def pose_light(
    skeleton: LightSkeleton, motion: Segments, stretch: Mapping[str, Array]
) -> LightPose:  # fmt: skip
    """Channels with which the bones' frames are those of the segments, as wide and as long.

    Args:
        motion: in the armature's space.
        stretch: segment -> by what it is multiplied along its axes (3,).
    """
    names = skeleton.segments[: skeleton.count]
    axes = np.stack([motion[n].axes @ bone_axes(n) for n in names], axis=1)  # (f, s, 3, 3)
    heads = np.stack([motion[n].origin for n in names], axis=1)  # (f, s, 3)
    scales = np.stack([np.abs(bone_axes(n).T) @ stretch[n] for n in names])
    scales *= skeleton.sizes[: skeleton.count, None]
    turns = np.empty((*heads.shape[:2], 4))
    build = np.tile(np.eye(4), (len(skeleton.names), 1, 1))
    for i, parent in enumerate(skeleton.parents[: skeleton.count]):
        place = _place(skeleton, i)
        above = axes[:, parent] if parent >= 0 else np.eye(3)
        basis = _transposed(above @ place[:3, :3]) @ axes[:, i]
        turns[:, i] = continuous_signs(quaternions_from_matrices(basis))
        build[i, :3, :3] = np.diag(scales[i])
        if parent >= 0:
            joint = _transposed(above) @ (heads[:, i] - heads[:, parent])[..., None]  # (f, 3, 1)
            # The same in all frames: a joint is a point of what carries it.
            held = joint.mean(axis=0)[:, 0] / scales[parent]
            build[i, :3, 3] = place[:3, :3].T @ (held - place[:3, 3])
    for i in range(skeleton.count, len(skeleton.names)):
        size = skeleton.sizes[i] / skeleton.sizes[skeleton.parents[i]]
        build[i] = np.linalg.inv(_place(skeleton, i)) @ np.diag([size, size, size, 1.0])
    root = skeleton.rest[0]
    return LightPose(turns, (heads[:, 0] - root[:3, 3]) @ root[:3, :3], build)


def _transposed(matrices: Array) -> Array:
    return np.swapaxes(matrices, -1, -2)


def _place(skeleton: LightSkeleton, bone: int) -> Array:
    """The bone in its parent, both at rest (4, 4)."""
    parent = skeleton.parents[bone]
    if parent < 0:
        return skeleton.rest[bone]
    place: Array = np.linalg.inv(skeleton.rest[parent]) @ skeleton.rest[bone]
    return place
