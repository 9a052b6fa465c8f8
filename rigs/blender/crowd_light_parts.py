"""The rigid parts that light members of a crowd are shown by: pieces of the rig's mesh, or boxes.

Each part is in the space of its segment's bone at rest, so that a member's bone is only to be
turned, moved and scaled. They are made once for each rig of a crowd. The mesh is cut in the mean
pose of the crowd's motion, in which the parts together look as the mesh does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import bpy
import numpy as np
from numpy.typing import NDArray

from ...retarget.light_pose import own_motion
from ...retarget.light_skeleton import LightSkeleton, bone_axes, standing_frames
from ...retarget.rigid_parts import (
    Cap,
    Faces,
    cap,
    drawn_in,
    faces_of_parts,
    near_weights,
    normals_after,
    welded,
)
from ...retarget.segment_motion import SegmentMotion
from ..measure import world_scale
from .light_materials import box_material, shows_member
from .light_rig import LightRig, Part
from .mesh_arrays import MeshArrays, new_mesh, put_together, read_mesh_arrays

Array = NDArray[np.float64]
CORNERS = np.array([(x, y, z) for z in (-0.5, 0.5) for y in (-0.5, 0.5) for x in (-0.5, 0.5)])
SIDES = np.array(
    [(0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5)]
)


def make_parts(light: LightRig, name: str, usual: Array) -> bpy.types.Collection:
    """A collection in no scene: first the part of each segment, then the box of each one.

    A segment that has none is an object without faces, so that all keep their order.

    Args:
        usual: (count, 3, 3) turn of each segment's bone in its parent, in the crowd's mean pose.
    """
    collection = bpy.data.collections.new(name)
    frames = _in_pose(light, usual)
    surface, weights, materials = _whole_surface(light, frames)
    faces = welded(surface.points, surface.corners, surface.sizes)
    parents = light.skeleton.parents[: light.skeleton.count]
    for bone, chosen in enumerate(faces_of_parts(faces, weights)):
        points = drawn_in(surface.points, faces, weights, bone, parents, frames[:, :3, 3])
        turned = normals_after(faces, surface.points, points, surface.normals, chosen)
        drawn = replace(surface, points=points, normals=turned)
        piece = _in_bone(_cut(drawn, faces, chosen), frames[bone])
        _add(collection, light.skeleton.names[bone], piece, materials)
    box = box_material()
    for bone in range(light.skeleton.count):
        _add(collection, f"{light.skeleton.names[bone]} box", _box(light, bone), [box])
    return collection


def has_faces(parts: bpy.types.Collection) -> list[bool]:
    """Whether each of the parts shows anything, in their order."""
    things = sorted(parts.objects, key=lambda thing: thing.name)
    return [len(thing.data.polygons) > 0 for thing in things]


def remove_parts(parts: bpy.types.Collection) -> None:
    """Remove the parts and their meshes."""
    meshes = [thing.data for thing in parts.objects]
    for thing in list(parts.objects):
        bpy.data.objects.remove(thing)
    for mesh in meshes:
        bpy.data.meshes.remove(mesh)
    bpy.data.collections.remove(parts)


def _add(
    collection: bpy.types.Collection, name: str, arrays: MeshArrays,
    materials: Sequence[bpy.types.Material | None],
) -> None:  # fmt: skip
    # Blender's node orders the objects of a collection by their names.
    name = f"{len(collection.objects):03d} {name}"
    collection.objects.link(bpy.data.objects.new(name, new_mesh(name, arrays, materials)))


def _whole_surface(
    light: LightRig, frames: Array
) -> tuple[MeshArrays, Array, list[bpy.types.Material | None]]:
    """All meshes of a rig in a pose, in the armature's space; how much each segment moves each
    vertex; and the materials.

    Args:
        frames: (count, 4, 4) of the segments' bones in that pose.
    """
    moved = _moved(light, frames)
    lines = _lines(light.skeleton, moved)
    data, shown = light.rig.armature.data, light.rig.armature.data.pose_position
    data.pose_position = "REST"
    bpy.context.view_layer.update()
    surfaces, weights, materials = [], [], list[bpy.types.Material | None]()
    for part in light.parts:
        arrays, own = _read(part, light.skeleton)
        arrays = replace(arrays, materials=arrays.materials + len(materials))
        materials += [shows_member(slot.material) for slot in part.source.material_slots] or [None]
        surfaces.append(_placed(arrays, part, light.skeleton, own, moved))
        weights.append(near_weights(surfaces[-1].points, own, *lines))
    data.pose_position = shown
    bpy.context.view_layer.update()
    carriers = np.zeros((len(light.skeleton.names), light.skeleton.count))
    for bone, segment in enumerate(light.skeleton.parents):
        carriers[bone, bone if bone < light.skeleton.count else segment] = 1.0
    return put_together(surfaces), np.concatenate(weights) @ carriers, materials


def _read(part: Part, skeleton: LightSkeleton) -> tuple[MeshArrays, Array]:
    """A mesh with its modifiers, and the weights (vertices, bones), whose sum is 1 for each."""
    evaluated = part.source.evaluated_get(bpy.context.evaluated_depsgraph_get())
    mesh = evaluated.to_mesh(
        preserve_all_data_layers=True, depsgraph=bpy.context.evaluated_depsgraph_get()
    )
    try:
        arrays = read_mesh_arrays(mesh)
        index = {name: i for i, name in enumerate(skeleton.names)}
        bones = [index.get(group.name) for group in part.source.vertex_groups]
        weights = np.zeros((len(mesh.vertices), len(index)))
        if part.bone:
            weights[:, index[part.bone]] = 1.0
        else:
            for vertex in mesh.vertices:
                for group in vertex.groups:
                    bone = bones[group.group] if group.group < len(bones) else None
                    if bone is not None:
                        weights[vertex.index, bone] += group.weight
    finally:
        evaluated.to_mesh_clear()
    sums = weights.sum(axis=1, keepdims=True)
    weights[sums[:, 0] <= 0.0, 0] = 1.0  # what nothing moves goes with the first segment
    return arrays, weights / np.where(sums > 0.0, sums, 1.0)


def _placed(
    arrays: MeshArrays, part: Part, skeleton: LightSkeleton, weights: Array, bones: Array
) -> MeshArrays:
    """A mesh in a pose, in the armature's space.

    Args:
        bones: (bones, 4, 4) what carries a vertex of each bone there from rest.
    """
    place = np.array(part.place)
    if part.bone:
        place = skeleton.rest[skeleton.names.index(part.bone)] @ place
    moved = np.einsum("vb,bij->vij", weights, bones) @ place  # (vertices, 4, 4)
    points = np.einsum("vij,vj->vi", moved[:, :3, :3], arrays.points) + moved[:, :3, 3]
    upright = np.linalg.inv(moved[:, :3, :3]).swapaxes(-1, -2)[arrays.corners]
    normals = np.einsum("vij,vj->vi", upright, arrays.normals)
    normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-12)
    return replace(arrays, points=points, normals=normals)


def _segment_bones(light: LightRig) -> Array:
    """The segments' bones in the measured pose (count, 4, 4), in the armature's space."""
    rig, skeleton = light.rig, light.skeleton
    unit = world_scale(rig.rest.skeleton) * rig.bone_map.metres_per_unit
    frames = standing_frames(rig.rest, rig.character, unit)
    bones = np.stack([frames[name] for name in skeleton.segments[: skeleton.count]])
    for i, name in enumerate(skeleton.segments[: skeleton.count]):
        bones[i, :3, :3] = bones[i, :3, :3] @ bone_axes(name) * skeleton.sizes[i]
    return bones


def _in_pose(light: LightRig, turns: Array) -> Array:
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


def _moved(light: LightRig, frames: Array) -> Array:
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


def _lines(skeleton: LightSkeleton, moved: Array) -> tuple[Array, Array]:
    """Heads and tails (bones, 3) of the bones in a pose."""
    bones = moved @ skeleton.rest
    along = bones[:, :3, 1] * skeleton.lengths[:, None]
    return bones[:, :3, 3], bones[:, :3, 3] + along


def _in_bone(arrays: MeshArrays, bone: Array) -> MeshArrays:
    """A mesh in the space of a bone (4, 4)."""
    inverse = np.linalg.inv(bone)
    normals = arrays.normals @ bone[:3, :3]
    normals = normals / np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-12)
    points = arrays.points @ inverse[:3, :3].T + inverse[:3, 3]
    return replace(arrays, points=points, normals=normals)


def _cut(surface: MeshArrays, faces: Faces, chosen: NDArray[np.bool_]) -> MeshArrays:
    """Some faces, closed where they were cut from the others."""
    inside = chosen[faces.of_corners]
    piece = replace(
        surface,
        corners=surface.corners[inside],
        sizes=surface.sizes[chosen],
        materials=surface.materials[chosen],
        smooth=surface.smooth[chosen],
        normals=surface.normals[inside],
        maps={name: values[inside] for name, values in surface.maps.items()},
        colors={name: values[inside] for name, values in surface.colors.items()},
    )
    return put_together([piece, _lid(surface, faces, cap(surface.points, faces, chosen))])


def _lid(surface: MeshArrays, faces: Faces, lid: Cap) -> MeshArrays:
    """Triangles from the borders of a part to their middles, colored as the border is."""
    # The other way round than the faces inside, and the middle last.
    along = lid.edges[:, ::-1]
    count, vertices = len(along), len(surface.points)
    corners = np.column_stack([surface.corners[along], vertices + lid.loops])
    points = np.concatenate([surface.points, lid.middles])
    a, b, c = (points[corners[:, i]] for i in range(3))
    normals = np.cross(b - a, c - a)
    normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-12)

    def at_corners(values: Array) -> Array:
        """A value for each corner: in the middle that of the edge's first corner."""
        flat: Array = values[np.column_stack([along, along[:, 0]]).ravel()]
        return flat

    return MeshArrays(
        points=points,
        corners=corners.ravel(),
        sizes=np.full(count, 3),
        materials=surface.materials[faces.of_corners[along[:, 0]]],
        smooth=np.zeros(count, dtype=bool),
        normals=np.repeat(normals, 3, axis=0),
        maps={name: at_corners(values) for name, values in surface.maps.items()},
        colors={name: at_corners(values) for name, values in surface.colors.items()},
    )


def _box(light: LightRig, bone: int) -> MeshArrays:
    """The box around a segment's simulated shape, in the space of its bone."""
    segment, skeleton = light.rig.character.segments[bone], light.skeleton
    unit = world_scale(light.rig.rest.skeleton) * light.rig.bone_map.metres_per_unit
    sides = SIDES if segment.shape is not None else SIDES[:0]
    points = np.zeros((8, 3))
    if segment.shape is not None:
        points = CORNERS * segment.shape.size + segment.shape.center
    points = points @ bone_axes(segment.name) / (unit * skeleton.sizes[bone])
    a, b, c = (points[sides[:, i]] for i in range(3))
    normals = np.cross(b - a, c - a)
    normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-12)
    return MeshArrays(
        points=points,
        corners=sides.ravel(),
        sizes=np.full(len(sides), 4),
        materials=np.zeros(len(sides), dtype=np.int64),
        smooth=np.zeros(len(sides), dtype=bool),
        normals=np.repeat(normals, 4, axis=0),
    )
