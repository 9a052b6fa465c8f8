"""Copies of a crowd's members whose bones have no parents, each keyed as the member's own moves."""

from __future__ import annotations

from collections.abc import Sequence

import bpy
import numpy as np
from numpy.typing import NDArray

from ...base.rotations import continuous_signs, quaternions_from_matrices
from .actions import new_action
from .crowd_light_nodes import UNSEEN
from .crowd_members import PRESENT, put_in
from .fcurves import Curve
from .new_armature import new_bones

Array = NDArray[np.float64]


def add_flat(members: Sequence[bpy.types.Object], frames: Sequence[int]) -> list[bpy.types.Object]:
    """Make the copies, with their meshes; returns all of their objects, which are in no scene.

    The present scene is empty and stays so.
    """
    poses = _poses(members, frames)
    flat = [bpy.data.objects.new(member.name, _armature(member)) for member in members]
    with_poses = bpy.context.scene.collection.objects
    for thing in flat:
        with_poses.link(thing)
    bpy.context.view_layer.update()  # which gives new armatures their poses
    made = list[bpy.types.Object]()
    for member, thing, pose in zip(members, flat, poses, strict=True):
        thing.matrix_world = member.matrix_world
        _shrink_absent(member, pose, frames)
        curves = [c for i, bone in enumerate(thing.pose.bones)
                  for c in _curves(bone, pose[:, i], np.array(frames, float))]  # fmt: skip
        new_action(thing, thing.name, curves)
        with_poses.unlink(thing)
        made += [thing, *(_copy(mesh, member, thing) for mesh in member.children)]
    return made


def _poses(members: Sequence[bpy.types.Object], frames: Sequence[int]) -> list[Array]:
    """Of each member its bones (frames, bones, 4, 4), in its armature's space."""
    scene, present = bpy.context.scene, bpy.context.scene.collection.objects
    for member in members:
        present.link(member)
    poses = [np.empty((len(frames), len(member.data.bones), 4, 4)) for member in members]
    for place, frame in enumerate(frames):
        scene.frame_set(frame)
        graph = bpy.context.evaluated_depsgraph_get()
        for member, pose in zip(members, poses, strict=True):
            bones = member.evaluated_get(graph).pose.bones
            pose[place] = [bone.matrix for bone in bones]
    for member in members:
        present.unlink(member)
    return poses


def _armature(member: bpy.types.Object) -> bpy.types.Armature:
    data = bpy.data.armatures.new(member.name)
    with new_bones(data) as bones:
        for own in member.data.bones:
            bone = bones.new(own.name)
            bone.tail = (0.0, own.length, 0.0)
            bone.matrix = own.matrix_local
            bone.use_deform = own.use_deform
    return data


def _shrink_absent(member: bpy.types.Object, pose: Array, frames: Sequence[int]) -> None:
    """Make the poses of a member very small, about its root, where it is not in the shot."""
    first, last = member.get(PRESENT) or (frames[0], frames[-1])
    absent = (np.array(frames) < first) | (np.array(frames) > last)
    root = pose[absent, :1, :3, 3]
    pose[absent, :, :3] *= UNSEEN
    pose[absent, :, :3, 3] += (1.0 - UNSEEN) * root


def _curves(bone: bpy.types.PoseBone, pose: Array, frames: Array) -> list[Curve]:
    """Curves of a bone without a parent that has these poses (frames, 4, 4)."""
    own = np.linalg.inv(np.array(bone.bone.matrix_local, dtype=float)) @ pose
    sizes = np.linalg.norm(own[:, :3, :3], axis=1)
    quaternions = continuous_signs(quaternions_from_matrices(own[:, :3, :3] / sizes[:, None]))
    channels = {
        "location": own[:, :3, 3], "rotation_quaternion": quaternions, "scale": sizes
    }
    return [
        Curve(f"{bone.path_from_id()}.{name}", k, frames, values[:, k], bone.name)
        for name, values in channels.items()
        for k in range(values.shape[1])
    ]


def _copy(
    mesh: bpy.types.Object, member: bpy.types.Object, flat: bpy.types.Object
) -> bpy.types.Object:
    made = put_in(mesh, member, flat)
    made.animation_data_clear()  # by which it is hidden
    made.hide_render = made.hide_viewport = False
    return made
