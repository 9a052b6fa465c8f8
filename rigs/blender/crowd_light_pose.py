"""The pose in which a rig's meshes are cut into the parts of light members."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...retarget.light_pose import own_motion
from ...retarget.light_skeleton import LightSkeleton, bone_axes, standing_frames
from ...retarget.segment_motion import SegmentMotion
from ..measure import world_scale
from .light_rig import LightRig

Array = NDArray[np.float64]


def _segment_bones(light: LightRig) -> Array:
    """The segments' bones in the measured pose (count, 4, 4), in the armature's space."""
    rig, skeleton = light.rig, light.skeleton
    unit = world_scale(rig.rest.skeleton) * rig.bone_map.metres_per_unit
    frames = standing_frames(rig.rest, rig.character, unit)
    bones = np.stack([frames[name] for name in skeleton.segments[: skeleton.count]])
    for i, name in enumerate(skeleton.segments[: skeleton.count]):
        bones[i, :3, :3] = bones[i, :3, :3] @ bone_axes(name) * skeleton.sizes[i]
    return bones


def bones_in_pose(light: LightRig, turns: Array) -> Array:
    """The segments' bones (count, 4, 4) in a pose, in the armature's space.

    Args:
        turns: (count, 3, 3) of each bone in its parent.
    """
    measured, sizes = _segment_bones(light), light.skeleton.sizes
    posed = measured.copy()
    for i, parent in enumerate(light.skeleton.parents[: light.skeleton.count]):
        if parent >= 0:
            posed[i] = posed[parent] @ np.linalg.inv(measured[parent]) @ measured[i]
            posed[i, :3, :3] = posed[parent, :3, :3] / sizes[parent] @ turns[i] * sizes[i]
    return posed


def moved_from_rest(light: LightRig, frames: Array) -> Array:
    """What carries a vertex of each bone (bones, 4, 4) from rest to a pose.

    Args:
        frames: (count, 4, 4) of the segments' bones in that pose.
    """
    skeleton, posed = light.skeleton, list(frames)
    axes = frames[:, :3, :3] / skeleton.sizes[:, None, None]
    segments = {
        name: SegmentMotion((axes[i] @ bone_axes(name).T)[None], frames[i, None, :3, 3])
        for i, name in enumerate(skeleton.segments[: skeleton.count])
    }
    for rule in skeleton.rules:
        frame = np.eye(4)
        frame[:3, :3] = segments[rule.segment].axes[0]
        frame[:3, 3] = segments[rule.segment].origin[0]
        bone = frame @ rule.place
        if rule.leaders:
            bone = bone @ own_motion(skeleton, rule, segments).matrices()[0]
        posed.append(bone)
    carried: Array = np.array(posed) @ np.linalg.inv(skeleton.rest)
    return carried


def bone_lines(skeleton: LightSkeleton, moved: Array) -> tuple[Array, Array]:
    """Heads and tails (bones, 3) of the bones in a pose."""
    bones = moved @ skeleton.rest
    along = bones[:, :3, 1] * skeleton.lengths[:, None]
    return bones[:, :3, 3], bones[:, :3, 3] + along
