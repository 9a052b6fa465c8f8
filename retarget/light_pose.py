"""Channels of a light skeleton that make it move as a body of other proportions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..base.rotations import continuous_signs, quaternions_from_matrices
from .bone_following import BoneRule, OwnMotion, follow, turns_about
from .light_skeleton import LightSkeleton, bone_axes
from .segment_motion import Segments

Array = NDArray[np.float64]
STAYS = 1e-4  # of the pelvis: a joint that moves by less in its carrier is constant


@dataclass(frozen=True, eq=False)
class LightPose:
    """The channels of all bones; no scale is inherited between segments.

    Attributes:
        turns: (frames, segments, 4) quaternions of the segments' bones.
        steps: bone -> its location (frames, 3), for the first bone and those whose location varies.
        build: (bones, 4, 4) constant channels: location and scale of the segments' bones, and all
            channels of the others.
        followers: bone -> its motion, for the others that are not rigid with their segment.
    """

    turns: Array
    steps: Mapping[int, Array]
    build: Array
    followers: Mapping[int, OwnMotion]


def pose_light(
    skeleton: LightSkeleton, motion: Segments, stretch: Mapping[str, Array]
) -> LightPose:  # fmt: skip
    """Channels with which the bones' frames are those of the segments, with their width and length.

    Args:
        motion: in the armature's space.
        stretch: segment -> factors (3,) along its axes.
    """
    names = skeleton.segments[: skeleton.count]
    axes = np.stack([motion[n].axes @ bone_axes(n) for n in names], axis=1)  # (f, s, 3, 3)
    heads = np.stack([motion[n].origin for n in names], axis=1)  # (f, s, 3)
    scales = np.stack([np.abs(bone_axes(n).T) @ stretch[n] for n in names])
    scales *= skeleton.sizes[:, None]
    turns = np.empty((*heads.shape[:2], 4))
    build = np.tile(np.eye(4), (len(skeleton.names), 1, 1))
    steps = {}
    for i, parent in enumerate(skeleton.parents[: skeleton.count]):
        place = _place(skeleton, i)
        above = axes[:, parent] if parent >= 0 else np.eye(3)
        basis = _transposed(above @ place[:3, :3]) @ axes[:, i]
        turns[:, i] = continuous_signs(quaternions_from_matrices(basis))
        build[i, :3, :3] = np.diag(scales[i])
        joint = heads[:, i]
        if parent >= 0:
            joint = (_transposed(above) @ (joint - heads[:, parent])[..., None])[..., 0]
            joint = joint / scales[parent]
        location = (joint - place[:3, 3]) @ place[:3, :3]
        # Mostly constant over the frames: a joint is a point of its carrier.
        build[i, :3, 3] = location.mean(axis=0)
        if parent < 0 or np.ptp(location, axis=0).max() > STAYS * skeleton.lengths[0]:
            steps[i] = location
    followers = {}
    for i, rule in enumerate(skeleton.rules, start=skeleton.count):
        build[i] = _in_segment(skeleton, i, rule)
        if rule.leaders:
            followers[i] = _followed(own_motion(skeleton, rule, motion), build[i])
    return LightPose(turns, steps, build, followers)


def own_motion(skeleton: LightSkeleton, rule: BoneRule, motion: Segments) -> OwnMotion:
    """How a bone moves relative to its place, while the segments move; see `BoneRule`."""
    measured = {
        name: skeleton.axes[i] for i, name in enumerate(skeleton.segments[: skeleton.count])
    }
    carrier = rule.segment
    turns = [
        turns_about(
            rule.place, motion[carrier].axes, motion[leader].axes,
            measured[carrier].T @ measured[leader],
        )
        for leader in rule.leaders
    ]  # fmt: skip
    return follow(rule, turns)


def _followed(own: OwnMotion, build: Array) -> OwnMotion:
    """The channels of a bone that its build has put in place."""
    whole = build @ own.matrices()
    scales = np.linalg.norm(whole[:, :3, :3], axis=1)
    return OwnMotion(whole[:, :3, :3] / scales[:, None], whole[:, :3, 3], scales)


def _in_segment(skeleton: LightSkeleton, bone: int, rule: BoneRule) -> Array:
    """Channels (4, 4) that put a bone where the rig has it in its segment."""
    segment = skeleton.parents[bone]
    held = np.eye(4)
    held[:3, :3] = bone_axes(rule.segment) * skeleton.sizes[segment]
    place: Array = np.linalg.inv(held @ _place(skeleton, bone)) @ rule.place
    return place


def _transposed(matrices: Array) -> Array:
    return np.swapaxes(matrices, -1, -2)


def _place(skeleton: LightSkeleton, bone: int) -> Array:
    """The bone in its parent, both at rest (4, 4)."""
    parent = skeleton.parents[bone]
    if parent < 0:
        return skeleton.rest[bone]
    place: Array = np.linalg.inv(skeleton.rest[parent]) @ skeleton.rest[bone]
    return place
