"""From Blender's armature to plain data: bones as posed, and the mesh that moves with them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

import bpy
import numpy as np
from numpy.typing import NDArray

from ...base.errors import RigError
from ..skeleton import Skeleton

Array = NDArray[np.float64]
EVEN = 1e-3  # relative difference below which scales count as uniform
MOST_VERTICES = 50_000  # of a mesh; of a larger one every n-th vertex is read
MAIN_WEIGHT = 0.5  # share of a vertex's weights above which it belongs to a segment


def check_armature(armature: bpy.types.Object) -> None:
    """Raise RigError unless the object is an armature that can be read."""
    if getattr(armature, "type", None) != "ARMATURE":
        name = getattr(armature, "name", repr(armature))
        raise RigError(f"{name!r} is not an armature: select one.")
    if armature.mode == "EDIT":
        raise RigError(f"The armature {armature.name!r} is being edited: leave edit mode first.")
    world = np.array(armature.matrix_world)
    scales = np.linalg.norm(world[:3, :3], axis=0)
    if not np.isfinite(world).all() or not scales.min() > 0:
        raise RigError(
            f"The armature {armature.name!r} has a transform without size or number: "
            "clear its scale and location."
        )
    if np.ptp(scales) > EVEN * scales.max() or np.linalg.det(world[:3, :3]) < 0:
        sizes = ", ".join(f"{s:.3g}" for s in armature.matrix_world.to_scale())
        raise RigError(
            f"The armature {armature.name!r} is scaled unevenly or mirrored ({sizes}): "
            "apply its scale (Ctrl+A) first."
        )


def read_skeleton(armature: bpy.types.Object) -> Skeleton:
    """The bones in the armature's rest pose."""
    bones = _parents_first(armature.data.bones)
    index = {bone.name: i for i, bone in enumerate(bones)}
    count = len(bones)
    return Skeleton(
        armature=armature.name,
        names=tuple(index),
        parents=tuple(index[b.parent.name] if b.parent else -1 for b in bones),
        matrices=np.array([b.matrix_local for b in bones], dtype=float).reshape(count, 4, 4),
        tails=np.array([b.tail_local for b in bones], dtype=float).reshape(count, 3),
        to_world=np.array(armature.matrix_world, dtype=float),
        deforms=tuple(b.use_deform for b in bones),
    )


def _parents_first(bones: Iterable[bpy.types.Bone]) -> list[bpy.types.Bone]:
    ordered, waiting = [], [bone for bone in bones if bone.parent is None]
    while waiting:
        ordered.extend(waiting)
        waiting = [child for bone in waiting for child in bone.children]
    return ordered


def settle(skeleton: Skeleton, armature: bpy.types.Object, mapped: Iterable[int]) -> Skeleton:
    """The bones, with the mapped ones at rest and all others in the pose that they keep."""
    keyed = set(mapped)
    rest = skeleton.matrices
    matrices = np.empty_like(rest)
    for i, name in enumerate(skeleton.names):
        bone, parent = armature.pose.bones[name], skeleton.parents[i]
        above = matrices[parent] if parent >= 0 else np.eye(4)
        offset = np.linalg.inv(rest[parent]) @ rest[i] if parent >= 0 else rest[i]
        if i not in keyed and _is_constrained(bone):
            matrices[i] = above @ _evaluated_offset(bone)
        else:
            own = np.eye(4) if i in keyed else _own_pose(bone)
            matrices[i] = _inherit(bone.bone, above, rest[i], offset) @ own
    return with_matrices(skeleton, matrices)


def read_posed(skeleton: Skeleton, armature: bpy.types.Object) -> Skeleton:
    """The bones in the pose that Blender currently shows."""
    bones = armature.pose.bones
    count = len(skeleton.names)
    posed = np.array([bones[name].matrix for name in skeleton.names], dtype=float)
    return with_matrices(skeleton, posed.reshape(count, 4, 4))


def carried_by(skeleton: Skeleton, armature: bpy.types.Object, bone: str) -> Skeleton:
    """The rest pose as one piece, moved by the pose of one bone above all mapped ones."""
    at = skeleton.index[bone]
    moved = skeleton.matrices[at] @ _own_pose(armature.pose.bones[bone])
    return with_matrices(skeleton, moved @ np.linalg.inv(skeleton.matrices[at]) @ skeleton.matrices)


def with_matrices(skeleton: Skeleton, matrices: Array) -> Skeleton:
    """The same bones with other matrices; their tails move with them."""
    local = np.linalg.inv(skeleton.matrices) @ _points(skeleton.tails)
    return replace(skeleton, matrices=matrices, tails=(matrices @ local)[:, :3, 0])


def _points(positions: Array) -> Array:
    """Points (n, 3) as column vectors (n, 4, 1)."""
    return np.concatenate([positions, np.ones((len(positions), 1))], axis=1)[:, :, None]


def _is_constrained(bone: bpy.types.PoseBone) -> bool:
    return any(not c.mute and c.influence > 0 for c in bone.constraints)


def _evaluated_offset(bone: bpy.types.PoseBone) -> Array:
    """The bone in its parent (4, 4), as evaluated with its constraints."""
    above = np.array(bone.parent.matrix) if bone.parent else np.eye(4)
    return np.linalg.inv(above) @ np.array(bone.matrix)


def _own_pose(bone: bpy.types.PoseBone) -> Array:
    basis = np.array(bone.matrix_basis, dtype=float)
    if bone.bone.use_connect:
        basis[:3, 3] = 0.0  # Blender ignores the location of a connected bone
    return basis


def _inherit(bone: bpy.types.Bone, above: Array, rest: Array, offset: Array) -> Array:
    """The bone's matrix in its posed parent, by its inheritance settings."""
    place = above @ offset
    size = np.cbrt(np.linalg.det(place[:3, :3]))
    if not bone.use_inherit_rotation:
        place[:3, :3] = rest[:3, :3] * size
    if bone.inherit_scale in ("NONE", "NONE_LEGACY") and size > 0:
        place[:3, :3] /= size
    return place


def read_flesh(
    armature: bpy.types.Object, skeleton: Skeleton, segment_of_bone: Mapping[str, str]
) -> dict[str, Array]:
    """Points (n, 3) of all meshes that move with each segment, in the armature's space.

    Of objects parented to a bone only shoes count: others may be swords and hats.
    """
    found: dict[str, list[Array]] = {}
    to_armature = np.linalg.inv(skeleton.to_world)
    for thing in bpy.data.objects:
        if thing.type != "MESH":
            continue
        place = to_armature @ np.array(thing.matrix_world, dtype=float)
        if _deformed_by(thing, armature):
            points_of = _points_by_segment(thing, segment_of_bone)
        elif thing.parent == armature and thing.parent_type == "BONE":
            points_of = _shoe(thing, segment_of_bone)
            place = _at_rest(skeleton, armature.pose.bones[thing.parent_bone]) @ place
        else:
            continue
        for segment, points in points_of.items():
            found.setdefault(segment, []).append(points @ place[:3, :3].T + place[:3, 3])
    return {segment: np.vstack(parts) for segment, parts in found.items()}


def _shoe(thing: bpy.types.Object, segment_of_bone: Mapping[str, str]) -> dict[str, Array]:
    """All vertices (n, 3) of a mesh that is parented to a foot or toe bone."""
    segment = segment_of_bone.get(thing.parent_bone, "")
    if not segment.startswith(("foot", "toes")) or not thing.data.vertices:
        return {}
    points = np.empty(3 * len(thing.data.vertices))
    thing.data.vertices.foreach_get("co", points)
    return {segment: points.reshape(-1, 3)}


def _at_rest(skeleton: Skeleton, bone: bpy.types.PoseBone) -> Array:
    """The matrix (4, 4) that moves a point from the posed bone back to the bone at rest."""
    rest = skeleton.matrices[skeleton.index[bone.name]]
    return rest @ np.linalg.inv(np.array(bone.matrix, dtype=float))


def _deformed_by(thing: bpy.types.Object, armature: bpy.types.Object) -> bool:
    modifiers = [m for m in thing.modifiers if m.type == "ARMATURE"]
    return any(m.object == armature for m in modifiers) or (
        thing.parent == armature and thing.parent_type == "ARMATURE"
    )


def _points_by_segment(
    thing: bpy.types.Object, segment_of_bone: Mapping[str, str]
) -> dict[str, Array]:
    """Vertices (n, 3) in the mesh's space, by the segment that has most of their weight."""
    segments = {g.index: segment_of_bone[g.name] for g in thing.vertex_groups
                if g.name in segment_of_bone}  # fmt: skip
    points: dict[str, list[Array]] = {}
    vertices = thing.data.vertices
    for i in range(0, len(vertices), 1 + len(vertices) // MOST_VERTICES):
        vertex = vertices[i]
        shares: dict[str, float] = {}
        total = 0.0
        for group in vertex.groups:
            total += group.weight
            if group.group in segments:
                segment = segments[group.group]
                shares[segment] = shares.get(segment, 0.0) + group.weight
        for segment, share in shares.items():
            if share > MAIN_WEIGHT * total:
                points.setdefault(segment, []).append(vertex.co[:])
    return {segment: np.array(found, dtype=float) for segment, found in points.items()}
