"""A light version of a rig for crowds: one armature with only the bones that move its meshes."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

import bpy
import numpy as np
from mathutils import Matrix
from numpy.typing import NDArray

from ...base.errors import RigError
from ...crowd.looks import Look, Looks
from ...retarget.bone_following import BoneRule, find_bone_rules, rigid_with
from ...retarget.light_skeleton import LightSkeleton, make_light_skeleton
from . import rigify
from .bendy_bones import copy_bends, handles_of, is_bendy
from .drawn_body import draw_whole_body
from .hidden_rigs import is_meant_to_be_seen
from .new_armature import new_bones
from .probing import see_poses
from .rig import Rig

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Part:
    """A mesh of the rig, for which each member has an object.

    Attributes:
        source: the rig's own object.
        place: (4, 4) in the armature's space, or in that of the bone that is its parent.
        bone: the bone that is its parent, "" for a mesh that deforms with the armature.
    """

    source: bpy.types.Object
    place: Matrix
    bone: str = ""


@dataclass(frozen=True, eq=False)
class LightRig:
    """What all members with one rig share.

    Attributes:
        rig: as it was read.
        skeleton: its light skeleton.
        armature: that skeleton in Blender, to be copied.
        parts: the meshes of the rig, with those that only some members have.
        body: the body drawn instead of meshes, or None.
        looks: what members' looks are drawn from.
    """

    rig: Rig
    skeleton: LightSkeleton
    armature: bpy.types.Armature
    parts: list[Part]
    body: bpy.types.Object | None
    looks: Looks = field(default_factory=Looks)

    def parts_with(self, look: Look | None) -> list[Part]:
        """The parts of a member with this look."""
        optional, worn = self.looks.objects, () if look is None else look.parts
        names = [part.source.name for part in self.parts]
        return [
            part for part, name in zip(self.parts, names, strict=True)
            if name in worn or name not in optional
        ]  # fmt: skip

    def remove(self) -> None:
        """Remove everything from the file except the members that were made."""
        bpy.data.armatures.remove(self.armature)
        if self.body is not None:
            bpy.data.objects.remove(self.body)


def make_light_rig(rig: Rig, looks: Looks | None = None) -> LightRig:
    """The light version of a rig; a rig without meshes gets a body of the simulated shapes.

    Args:
        looks: what members' looks are drawn from; None: all have all meshes.
    """
    looks = looks or Looks()
    bends, hangs = meshes_of(rig.armature, looks.objects)
    bones = rig.armature.data.bones
    moving = moving_bones(rig.armature, looks.objects)
    skeleton = make_light_skeleton(
        rig.rest,
        rig.character,
        rig.bone_map.metres_per_unit,
        own_rest={bone.name: np.array(bone.matrix_local, dtype=float) for bone in bones},
        own_lengths={bone.name: bone.length for bone in bones},
        moving=_rules(rig, moving),
    )
    above = rig.armature.matrix_world.inverted()
    parts = [Part(thing, above @ thing.matrix_world) for thing in bends]
    parts += [_hung(thing, rig, skeleton) for thing in hangs]
    body = None if parts else _body(rig, skeleton)
    if body is not None:
        parts = [Part(body, Matrix.Identity(4))]
    armature = _make_armature(rig.armature, skeleton)
    return LightRig(rig, skeleton, armature, parts, body, looks)


def moving_bones(armature: bpy.types.Object, options: Collection[str] = ()) -> set[str]:
    """The bones that move a mesh which is meant to be seen, or is one of these options."""
    bends, hangs = meshes_of(armature, options)
    bones = armature.data.bones
    groups = {group.name for thing in bends for group in thing.vertex_groups}
    moving = {name for name in groups if name in bones and bones[name].use_deform}
    return moving | {thing.parent_bone for thing in hangs}


def meshes_of(
    armature: bpy.types.Object, options: Collection[str] = ()
) -> tuple[list[bpy.types.Object], list[bpy.types.Object]]:
    """The meshes that deform with an armature, and those that are children of its bones.

    Args:
        options: names of objects that count even if they are hidden.
    """
    meshes = [
        thing for thing in bpy.data.objects
        if thing.type == "MESH" and (thing.name in options or is_meant_to_be_seen(thing))
    ]  # fmt: skip
    bends = [thing for thing in meshes if _bends(thing, armature)]
    return bends, [thing for thing in meshes if _hangs(thing, armature)]


def _rules(rig: Rig, moving: set[str]) -> dict[str, BoneRule]:
    """How bones follow the body, for all that are not simply a segment's bone."""
    handles = handles_of(rig.armature, moving)
    if not moving:
        return {}
    played = {bone: segment for segment, bone in rig.bone_map.roles.items()}
    found = _seen_or_guessed(rig, sorted(moving | handles))
    return {
        bone: rule
        for bone, rule in found.items()
        if rule.leaders
        or rule.segment != played.get(bone)
        or is_bendy(rig.armature.data.bones[bone])
        or bone in handles
    }


def _seen_or_guessed(rig: Rig, bones: Sequence[str]) -> dict[str, BoneRule]:
    """As seen in poses; for a rig that cannot be posed, guessed from the hierarchy."""
    try:
        return find_bone_rules(see_poses(rig, bones))
    except RigError:  # a linked rig cannot be posed
        skeleton = rig.rest.skeleton
        segments = rigify.segments_of_bones(skeleton, rig.rest.roles)
        found = {}
        for bone in bones:
            segment = segments.get(bone, "pelvis")
            frame = np.eye(4)
            frame[:3, :3], frame[:3, 3] = rig.rest.frames[segment], rig.rest.joint(segment)
            found[bone] = rigid_with(segment, frame, skeleton.matrices[skeleton.index[bone]])
        return found


def _body(rig: Rig, skeleton: LightSkeleton) -> bpy.types.Object:
    """The mesh that members have already, else a new one."""
    name = f"{rig.armature.name} Body"
    drawn = bpy.data.meshes.get(name)
    return bpy.data.objects.new(name, drawn) if drawn else draw_whole_body(name, rig, skeleton)


def _bends(thing: bpy.types.Object, armature: bpy.types.Object) -> bool:
    if thing.parent == armature and thing.parent_type == "ARMATURE":
        return True
    return any(m.type == "ARMATURE" and m.object == armature for m in thing.modifiers)


def _hangs(thing: bpy.types.Object, armature: bpy.types.Object) -> bool:
    return thing.parent == armature and thing.parent_type == "BONE" and not _bends(thing, armature)


def _hung(thing: bpy.types.Object, rig: Rig, skeleton: LightSkeleton) -> Part:
    """A part in its bone, whose place is kept although the light bone differs from the rig's."""
    bone = rig.armature.pose.bones[thing.parent_bone]
    held = (rig.armature.matrix_world @ bone.matrix).inverted() @ thing.matrix_world
    resting = Matrix(skeleton.rest[skeleton.names.index(bone.name)].tolist())
    return Part(thing, resting.inverted() @ bone.bone.matrix_local @ held, bone.name)


def _make_armature(model: bpy.types.Object, skeleton: LightSkeleton) -> bpy.types.Armature:
    """The skeleton as Blender's data."""
    data = bpy.data.armatures.new(model.data.name)
    with new_bones(data) as bones:
        for i, name in enumerate(skeleton.names):
            bone = bones.new(name)
            bone.tail = (0.0, skeleton.lengths[i], 0.0)
            bone.matrix = Matrix(skeleton.rest[i].tolist())
            if skeleton.parents[i] >= 0:
                bone.parent = bones[skeleton.names[skeleton.parents[i]]]
            if i < skeleton.count:
                bone.inherit_scale = "NONE"
            else:
                bone.use_deform = model.data.bones[name].use_deform
    copy_bends(model, data, skeleton.names[skeleton.count :])
    data.display_type = "STICK"
    return data
