"""The rigid parts that light members of a crowd are shown by: pieces of the rig's mesh, or boxes.

Each part is in the space of its segment's bone at rest, so that a member's bone is only to be
turned, moved and scaled. They are made once for each rig of a crowd. The mesh is cut in the mean
pose of the crowd's motion, in which the parts together look as the mesh does.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

import bpy
import numpy as np
from numpy.typing import NDArray

from ...retarget.light_skeleton import LightSkeleton
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
from .crowd_light_boxes import box_of
from .crowd_light_pose import bone_lines, bones_in_pose, moved_from_rest
from .crowd_light_variants import Materials, Variant, by_material, mark, shown
from .light_materials import box_material
from .light_rig import LightRig, Part
from .mesh_arrays import NOTHING, MeshArrays, faces_of, new_mesh, put_together, read_mesh_arrays

Array = NDArray[np.float64]


def make_parts(light: LightRig, name: str, usual: Array) -> bpy.types.Collection:
    """A collection in no scene: first the part of each segment that all members have, then the box
    of each one, then what only members of some looks have, each marked with its `Variant`.

    A segment that has none is an object without faces, so that all keep their order.

    Args:
        usual: (count, 3, 3) turn of each segment's bone in its parent, in the crowd's mean pose.
    """
    collection = bpy.data.collections.new(name)
    looks, frames = light.looks, bones_in_pose(light, usual)
    optional = [part for part in light.parts if part.source.name in looks.objects]
    common = [part for part in light.parts if part not in optional]
    extras = list[tuple[Variant, MeshArrays, Materials]]()
    with _at_rest(light):
        pieces, materials = _pieces(light, common, frames)
        for bone, piece in enumerate(pieces):
            plain, more = by_material(piece, bone, "", materials, looks)
            _add(collection, light.skeleton.names[bone], plain, shown(materials))
            extras += more
        for part in optional:
            pieces, materials = _pieces(light, [part], frames)
            for bone, piece in enumerate(pieces):
                plain, more = by_material(piece, bone, part.source.name, materials, looks)
                variant = Variant(bone=bone, part=part.source.name)
                extras += [(variant, plain, materials), *more]
    box = box_material()
    for bone in range(light.skeleton.count):
        _add(collection, f"{light.skeleton.names[bone]} box", box_of(light, bone), [box])
    for variant, piece, materials in extras:
        if len(piece.sizes):
            thing = _add(collection, light.skeleton.names[variant.bone], piece, shown(materials))
            mark(thing, variant)
    return collection


def _pieces(
    light: LightRig, parts: Sequence[Part], frames: Array
) -> tuple[list[MeshArrays], Materials]:
    """The piece of each segment's bone, in its space, of some of a rig's meshes; and the materials.

    Args:
        frames: (count, 4, 4) of the segments' bones in the pose in which they are cut.
    """
    count = light.skeleton.count
    if not parts:
        return [NOTHING] * count, []
    surface, weights, materials = _whole_surface(light, parts, frames)
    faces = welded(surface.points, surface.corners, surface.sizes)
    parents, heads = light.skeleton.parents[:count], frames[:, :3, 3]
    pieces = []
    for bone, chosen in enumerate(faces_of_parts(faces, weights)):
        points = drawn_in(surface.points, faces, weights, bone, parents, heads)
        turned = normals_after(faces, surface.points, points, surface.normals, chosen)
        drawn = replace(surface, points=points, normals=turned)
        pieces.append(_in_bone(_cut(drawn, faces, chosen), frames[bone]))
    return pieces, materials


def in_order(parts: bpy.types.Collection) -> list[bpy.types.Object]:
    """The parts in the order in which Blender's node has them."""
    return sorted(parts.objects, key=lambda thing: int(thing.name.split()[0]))


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
    materials: Materials,
) -> bpy.types.Object:  # fmt: skip
    # Blender's node orders the objects of a collection by the numbers in their names.
    name = f"{len(collection.objects):03d} {name}"
    thing = bpy.data.objects.new(name, new_mesh(name, arrays, materials))
    collection.objects.link(thing)
    return thing


@contextmanager
def _at_rest(light: LightRig) -> Iterator[None]:
    """The rig in its rest pose for a while, in which its meshes are read."""
    data, shown_pose = light.rig.armature.data, light.rig.armature.data.pose_position
    data.pose_position = "REST"
    bpy.context.view_layer.update()
    try:
        yield
    finally:
        data.pose_position = shown_pose
        bpy.context.view_layer.update()


def _whole_surface(
    light: LightRig, parts: Sequence[Part], frames: Array
) -> tuple[MeshArrays, Array, list[bpy.types.Material | None]]:
    """Meshes of a rig in a pose, in the armature's space; how much each segment moves each vertex;
    and the materials.

    Args:
        frames: (count, 4, 4) of the segments' bones in that pose.
    """
    moved = moved_from_rest(light, frames)
    lines = bone_lines(light.skeleton, moved)
    surfaces, weights, materials = [], [], list[bpy.types.Material | None]()
    for part in parts:
        arrays, own = _read(part, light.skeleton)
        arrays = replace(arrays, materials=arrays.materials + len(materials))
        materials += [slot.material for slot in part.source.material_slots] or [None]
        surfaces.append(_placed(arrays, part, light.skeleton, own, moved))
        weights.append(near_weights(surfaces[-1].points, own, *lines))
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


def _in_bone(arrays: MeshArrays, bone: Array) -> MeshArrays:
    """A mesh in the space of a bone (4, 4)."""
    inverse = np.linalg.inv(bone)
    normals = arrays.normals @ bone[:3, :3]
    normals = normals / np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-12)
    points = arrays.points @ inverse[:3, :3].T + inverse[:3, 3]
    return replace(arrays, points=points, normals=normals)


def _cut(surface: MeshArrays, faces: Faces, chosen: NDArray[np.bool_]) -> MeshArrays:
    """Some faces, closed where they were cut from the others."""
    piece = faces_of(surface, chosen)
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
