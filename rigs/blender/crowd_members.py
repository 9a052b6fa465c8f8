"""Members of a crowd in the scene: each is an armature with an Action, with shared mesh data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import bpy
import numpy as np
from mathutils import Matrix
from numpy.typing import NDArray

from ...base.rotations import continuous_signs, quaternions_from_matrices
from ...retarget.light_pose import LightPose, pose_light
from ...retarget.segment_motion import SegmentMotion, Segments
from ...shots.shot import Shot
from ...shots.take import Take
from ..measure import world_scale
from .actions import new_action
from .bendy_bones import copy_posed_bends
from .crowd_light_points import member_color
from .crowd_looks import keep_look, own_meshes, put_on
from .crowd_motion import CrowdPlacement, MovingMember, moving_members
from .fcurves import Curve
from .light_rig import LightRig, Part
from .scene import frame_rate

if TYPE_CHECKING:
    from ...retarget.light_hanging import LightPart

Array = NDArray[np.float64]
PRESENT = "footfall_present"  # first and last frame of a member that enters or leaves
STAYS = 1e-5  # a follower's location and scale that change by less are not keyed


def write_members(
    lights: Sequence[LightRig], shot: Shot, take: Take, numbers: Sequence[int],
    placement: CrowdPlacement, parts: Sequence[Sequence[LightPart]] = (),
) -> list[bpy.types.Object]:
    """Add members with their simulated proportions; returns their armatures.

    Args:
        lights: the light rigs, which members use in turn.
        shot, take: of these members and no others.
        numbers: the members' numbers in the whole crowd.
        parts: of each light rig, what hangs on its members; none: their parts are stiff.
    """
    moving = moving_members(lights, shot, take, numbers, placement.start_frame)
    return add_members(lights, moving, placement, parts, has_floor=shot.ground.kind == "flat")


def add_members(
    lights: Sequence[LightRig], moving: Sequence[MovingMember], placement: CrowdPlacement,
    parts: Sequence[Sequence[LightPart]] = (), has_floor: bool = True,
) -> list[bpy.types.Object]:
    """Add members of which the motion is known, as `write_members` does.

    Args:
        has_floor: whether what hangs meets level ground.
    """
    armatures = [
        _add_member(lights[member.number % len(lights)], member, placement) for member in moving
    ]
    if armatures:
        bpy.context.view_layer.update()  # evaluates the poses
    for armature, member in zip(armatures, moving, strict=True):
        light = lights[member.number % len(lights)]
        segments = _in_armature(armature, member.segments, placement)
        pose = pose_light(light.skeleton, segments, member.stretch)
        if parts:
            hung = parts[member.number % len(lights)]
            pose = _hang(light, pose, hung, member, has_floor)
            _keep_widths(armature, light, hung)
        _build(armature, light, pose)
        frames = placement.start_frame + np.arange(len(pose.turns), dtype=float)
        new_action(armature, armature.name, _curves(armature, light, pose, frames))
        if member.present is not None:
            armature[PRESENT] = member.present
            _hide_outside(armature, member.present)
    return armatures


def _hide_outside(member: bpy.types.Object, present: tuple[int, int]) -> None:
    """Key the meshes of a member to be seen from the first to the last of two frames only."""
    first, last = present
    frames = np.array([first - 1, first, last + 1], float)
    hidden = np.array([1.0, 0.0, 1.0]) if first <= last else np.ones(3)
    for thing in member.children:
        curves = [
            Curve(path, 0, frames, hidden, "Object Transforms", stepped=True)
            for path in ("hide_viewport", "hide_render")
        ]
        new_action(thing, thing.name, curves)


def _hang(
    light: LightRig, pose: LightPose, parts: Sequence[LightPart], member: MovingMember,
    has_floor: bool,
) -> LightPose:  # fmt: skip
    """A member's pose with what hangs on its body."""
    # Imported here: it loads numba.
    from ...retarget.light_hanging import hang_light

    rig = light.rig
    assert member.character is not None
    return hang_light(
        light.skeleton, pose, parts, member.segments, member.character, member.stretch,
        unit=world_scale(rig.rest.skeleton) * rig.bone_map.metres_per_unit,
        frame_rate=frame_rate(bpy.context.scene),
        ground=0.0 if has_floor else None,
    )  # fmt: skip


def _keep_widths(
    member: bpy.types.Object, light: LightRig, parts: Sequence[LightPart]
) -> None:
    """Let bones that hang take no scale from their segment's bone: it would shear them."""
    for part in parts:
        for bone in (*part.bones, *part.riders):
            member.data.bones[light.skeleton.names[bone]].inherit_scale = "NONE"


def remove_member(member: bpy.types.Object) -> None:
    """Remove a member's armature, Actions and objects; meshes that it shares stay."""
    data, things = member.data, [*member.children_recursive, member]
    meshes = own_meshes(things)
    animated = [thing.animation_data for thing in things if thing.animation_data is not None]
    actions = {one.action for one in animated if one.action is not None}
    for thing in things:
        bpy.data.objects.remove(thing)
    bpy.data.armatures.remove(data)
    for mesh in meshes:
        bpy.data.meshes.remove(mesh)
    for action in actions:
        if action.users == 0:
            bpy.data.actions.remove(action)


def member_name(collection: str, number: int) -> str:
    return f"{collection} {number + 1:03d}"


def _add_member(
    light: LightRig, moving: MovingMember, placement: CrowdPlacement
) -> bpy.types.Object:  # fmt: skip
    name = member_name(placement.collection.name, moving.number)
    member = bpy.data.objects.new(name, light.armature.copy())
    member.matrix_world = _start(light, moving, placement)
    placement.collection.objects.link(member)
    color = member_color(moving.number)
    keep_look(member, moving.look)
    for part in light.parts_with(moving.look):
        thing = _add_part(part, member, light)
        if moving.look is not None:
            put_on(thing, moving.look, light.looks)
        thing.name, thing.color = f"{name} {part.source.name}", color
        placement.collection.objects.link(thing)
    return member


def _start(light: LightRig, moving: MovingMember, placement: CrowdPlacement) -> Matrix:
    """The rig's own transform, carried to where the member starts."""
    rig = light.rig
    own, crowd = rig.bone_map.metres_per_unit, placement.metres_per_unit
    stood = Matrix.Translation((*np.array(rig.position) / own, rig.ground_height / own))
    stands = Matrix.Translation((*np.array(moving.position) / crowd, placement.ground / crowd))
    turned = Matrix.Rotation(moving.heading - rig.heading, 4, "Z")
    resized = Matrix.Scale(own / crowd, 4)
    place = Matrix(rig.rest.skeleton.to_world.tolist())
    return stands @ turned @ resized @ stood.inverted() @ place


def _add_part(part: Part, member: bpy.types.Object, light: LightRig) -> bpy.types.Object:
    """A new object with a mesh that members share."""
    thing = put_in(part.source, light.rig.armature, member)
    thing.hide_render = thing.hide_viewport = False
    if part.bone:
        thing.parent_type, thing.parent_bone = "BONE", part.bone
        length = member.data.bones[part.bone].length
        thing.matrix_basis = Matrix.Translation((0.0, -length, 0.0)) @ part.place
    else:
        thing.matrix_basis = part.place
    return thing


def put_in(
    thing: bpy.types.Object, armature: bpy.types.Object, other: bpy.types.Object
) -> bpy.types.Object:
    """A copy of an object that an armature moves, moved by another armature instead."""
    hangs = thing.parent_type == "BONE" and thing.parent == armature
    bends = thing.parent_type == "ARMATURE" and thing.parent == armature
    made = thing.copy()
    made.parent, made.matrix_parent_inverse = other, Matrix.Identity(4)
    if hangs:
        return made
    made.parent_type = "ARMATURE" if bends else "OBJECT"
    modifiers = [m for m in made.modifiers if m.type == "ARMATURE"]
    if not modifiers and not bends:
        modifiers = [made.modifiers.new("Armature", "ARMATURE")]
    for modifier in modifiers:
        if modifier.object in (None, armature):
            modifier.object = other
    return made


def _in_armature(
    member: bpy.types.Object, segments: Segments, placement: CrowdPlacement
) -> dict[str, SegmentMotion]:
    """From the shot's space [m] to the armature's."""
    inverse = np.linalg.inv(np.array(member.matrix_world, dtype=float))
    turn = inverse[:3, :3] / np.cbrt(np.linalg.det(inverse[:3, :3]))
    lifted, unit = np.array([0.0, 0.0, placement.ground]), placement.metres_per_unit
    return {
        name: SegmentMotion(
            axes=turn @ s.axes,
            origin=(s.origin + lifted) / unit @ inverse[:3, :3].T + inverse[:3, 3],
        )
        for name, s in segments.items()
    }


def _build(member: bpy.types.Object, light: LightRig, pose: LightPose) -> None:
    """Set the member's proportions, and lock them, since the keys depend on them."""
    for i, name in enumerate(light.skeleton.names):
        bone = member.pose.bones[name]
        bone.rotation_mode = "QUATERNION"
        location, turn, scale = Matrix(pose.build[i].tolist()).decompose()
        bone.location, bone.scale = location, scale
        bone.lock_location, bone.lock_scale = (i > 0,) * 3, (True,) * 3
        if i >= light.skeleton.count:
            bone.rotation_quaternion = turn
    followers = light.skeleton.names[light.skeleton.count :]
    copy_posed_bends(light.rig.armature, member, followers)


def _curves(
    member: bpy.types.Object, light: LightRig, pose: LightPose, frames: Array
) -> list[Curve]:
    bones = [member.pose.bones[name] for name in light.skeleton.names]
    curves = []
    for i, steps in pose.steps.items():
        curves += _channel(bones[i], "location", frames, steps)
    for i in range(light.skeleton.count):
        curves += _channel(bones[i], "rotation_quaternion", frames, pose.turns[:, i])
    for i, own in pose.followers.items():
        quaternions = continuous_signs(quaternions_from_matrices(own.rotations))
        curves += _channel(bones[i], "rotation_quaternion", frames, quaternions)
        for channel, values in (("location", own.locations), ("scale", own.scales)):
            if np.ptp(values, axis=0).max() > STAYS * max(1.0, np.abs(values).max()):
                curves += _channel(bones[i], channel, frames, values)
    return curves


def _channel(
    bone: bpy.types.PoseBone, channel: str, frames: Array, values: Array
) -> list[Curve]:  # fmt: skip
    path = f"{bone.path_from_id()}.{channel}"
    return [Curve(path, k, frames, values[:, k], bone.name) for k in range(values.shape[1])]
