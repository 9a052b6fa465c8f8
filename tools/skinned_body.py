"""An ordinary skinned mesh: one closed body around a rig's deforming bones, automatic weights.

For scripts that run inside Blender; needs nothing but bpy.
"""

from __future__ import annotations

import bmesh
import bpy
from mathutils import Matrix, Vector

THICKNESS = 0.3  # radius of a tube, of its bone's length
THINNEST, THICKEST, TRUNK = 0.022, 0.042, 0.07  # radius, of the rig's height
DETAIL = 0.02  # edge of the mesh, of the rig's height
MIDDLE = 0.01  # of the rig's height: bones this near to the middle carry the trunk
SIDES = 10  # of a tube


def add_body(rig: bpy.types.Object, name: str = "body") -> bpy.types.Object:
    """Add a mesh object that the rig deforms."""
    bones = [bone for bone in rig.data.bones if bone.use_deform]
    height = _height(bones)
    mesh = bpy.data.meshes.new(name)
    drawn = bmesh.new()
    for bone in bones:
        _add_tube(drawn, bone.head_local, bone.tail_local, _radius(bone, height))
    drawn.to_mesh(mesh)
    drawn.free()
    body = bpy.data.objects.new(name, mesh)
    body.matrix_world = rig.matrix_world
    bpy.context.collection.objects.link(body)
    _select(body)
    mesh.remesh_voxel_size = DETAIL * height
    bpy.ops.object.voxel_remesh()
    _select(rig, body)
    bpy.ops.object.parent_set(type="ARMATURE_AUTO")
    _select(rig)
    return body


def _height(bones: list[bpy.types.Bone]) -> float:
    heights = [end.z for bone in bones for end in (bone.head_local, bone.tail_local)]
    return max(heights) - min(heights)


def _radius(bone: bpy.types.Bone, height: float) -> float:
    in_the_middle = all(abs(end.x) < MIDDLE * height for end in (bone.head_local, bone.tail_local))
    if in_the_middle and bone.length > TRUNK * height / 2:
        return TRUNK * height
    radius = min(max(THICKNESS * bone.length, THINNEST * height), THICKEST * height)
    beside = min(abs(bone.head_local.x), abs(bone.tail_local.x))
    if beside > MIDDLE * height:  # the legs must not weld together
        radius = min(radius, max(beside - 1.5 * DETAIL * height, 0.5 * THINNEST * height))
    return radius


def _add_tube(drawn: bmesh.types.BMesh, start: Vector, end: Vector, radius: float) -> None:
    """A cylinder that goes on beyond both ends, so that tubes of neighbours overlap."""
    along = end - start
    turned = along.to_track_quat("Z", "Y").to_matrix().to_4x4()
    bmesh.ops.create_cone(
        drawn, cap_ends=True, segments=SIDES, radius1=radius, radius2=radius,
        depth=along.length + radius, matrix=Matrix.Translation((start + end) / 2) @ turned,
    )  # fmt: skip


def _select(active: bpy.types.Object, *others: bpy.types.Object) -> None:
    for thing in bpy.context.view_layer.objects:
        thing.select_set(thing in (active, *others))
    bpy.context.view_layer.objects.active = active
