"""An ordinary mesh for a rig that has none: tubes around its bones, grown into one skin, with
Blender's automatic weights.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
VOXEL = 0.018  # of the body's height
SHORT = 0.02  # of the height: bones that are shorter lie in the flesh of others
THICKNESS, THINNEST, THICKEST = 0.25, 0.012, 0.05  # of a bone's length, and of the height
SPOKES, RINGS = 12, 8


def skin(rig: Any) -> Any:
    """A mesh around the deforming bones of a rig at rest, weighted to them."""
    import bpy

    armature = rig.armature
    world_scale = max(armature.matrix_world.to_scale())
    height = rig.character.height / rig.bone_map.metres_per_unit / world_scale
    points: list[Array] = []
    faces: list[tuple[int, ...]] = []
    for bone in armature.data.bones:
        if bone.use_deform and bone.length > SHORT * height:
            radius = np.clip(THICKNESS * bone.length, THINNEST * height, THICKEST * height)
            tube, sides = _tube(np.array(bone.matrix_local), bone.length, float(radius))
            faces += [tuple(c + sum(map(len, points)) for c in side) for side in sides]
            points.append(tube)
    mesh = bpy.data.meshes.new("Skin")
    mesh.from_pydata(np.concatenate(points).tolist(), [], faces)
    body = bpy.data.objects.new("Skin", mesh)
    bpy.context.scene.collection.objects.link(body)
    remesh = body.modifiers.new("Remesh", "REMESH")
    remesh.mode, remesh.voxel_size = "VOXEL", VOXEL * height
    whole = bpy.data.meshes.new_from_object(
        body.evaluated_get(bpy.context.evaluated_depsgraph_get())
    )
    body.modifiers.remove(remesh)
    body.data = whole
    body.matrix_world = armature.matrix_world
    _weigh(body, armature)
    return body


def _weigh(body: Any, armature: Any) -> None:
    """Parent With Automatic Weights, as an artist does it."""
    import bpy

    bpy.ops.object.select_all(action="DESELECT")
    for thing in (body, armature):
        thing.select_set(True)
    bpy.context.view_layer.objects.active = armature
    before = armature.data.pose_position
    armature.data.pose_position = "REST"
    bpy.ops.object.parent_set(type="ARMATURE_AUTO")
    armature.data.pose_position = before


def _tube(matrix: Array, length: float, radius: float) -> tuple[Array, list[tuple[int, ...]]]:
    """Points (n, 3) of a tube with round ends along a bone, and its faces."""
    bend = np.linspace(0.0, np.pi, 2 * RINGS)
    along = np.where(bend < np.pi / 2, 0.0, length) - radius * np.cos(bend)
    around = np.linspace(0.0, 2 * np.pi, SPOKES, endpoint=False)
    ring = radius * np.maximum(np.sin(bend), 1e-3)
    local = np.stack(
        [
            ring[:, None] * np.cos(around),
            np.repeat(along[:, None], SPOKES, axis=1),
            ring[:, None] * np.sin(around),
        ],
        axis=-1,
    ).reshape(-1, 3)
    faces: list[tuple[int, ...]] = []
    for i in range(len(bend) - 1):
        for k in range(SPOKES):
            after = (k + 1) % SPOKES
            a, b = i * SPOKES, (i + 1) * SPOKES
            faces.append((a + k, b + k, b + after, a + after))
    last = (len(bend) - 1) * SPOKES
    faces += [tuple(range(SPOKES)), tuple(last + k for k in reversed(range(SPOKES)))]
    return local @ matrix[:3, :3].T + matrix[:3, 3], faces
