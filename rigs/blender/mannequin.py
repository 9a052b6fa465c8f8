"""A mannequin as Blender's objects: an armature, and a mesh that it deforms."""

from __future__ import annotations

import bpy
from mathutils import Vector

from ..mannequin.build import Mannequin
from .new_armature import new_bones

MATERIAL = "Mannequin"
COLOR, ROUGHNESS = (0.48, 0.455, 0.42, 1.0), 0.65


def add_mannequin(
    mannequin: Mannequin, name: str, collection: bpy.types.Collection, unit: float
) -> tuple[bpy.types.Object, bpy.types.Object]:
    """Add a mannequin that stands at the origin and faces -y.

    Args:
        unit: metres per unit of the scene.

    Returns:
        The armature and the mesh, its child.
    """
    armature = bpy.data.objects.new(name, _draw_bones(mannequin, name, unit))
    armature.show_in_front = True
    body = bpy.data.objects.new(f"{name} Body", _draw_mesh(mannequin, name, unit))
    for bone, weights in zip(mannequin.bones, mannequin.weights.T, strict=True):
        group = body.vertex_groups.new(name=bone.name)
        for point in weights.nonzero()[0].tolist():
            group.add([point], float(weights[point]), "REPLACE")
    body.parent = armature
    body.modifiers.new("Armature", "ARMATURE").object = armature
    for thing in (armature, body):
        collection.objects.link(thing)
    return armature, body


def _draw_bones(mannequin: Mannequin, name: str, unit: float) -> bpy.types.Armature:
    data = bpy.data.armatures.new(name)
    with new_bones(data) as bones:
        for drawn in mannequin.bones:
            bone = bones.new(drawn.name)
            bone.head, bone.tail = drawn.head / unit, drawn.tail / unit
            bone.align_roll(Vector(drawn.front))
            if drawn.parent:
                bone.parent = bones[drawn.parent]
                bone.use_connect = (bone.head - bone.parent.tail).length < bone.length * 1e-4
    data.display_type = "STICK"
    return data


def _draw_mesh(mannequin: Mannequin, name: str, unit: float) -> bpy.types.Mesh:
    mesh = bpy.data.meshes.new(f"{name} Body")
    mesh.from_pydata((mannequin.points / unit).tolist(), [], mannequin.quads.tolist())
    mesh.polygons.foreach_set("use_smooth", [True] * len(mannequin.quads))
    mesh.materials.append(_material())
    mesh.update()
    return mesh


def _material() -> bpy.types.Material:
    """A neutral material, that all mannequins of a file share."""
    found = bpy.data.materials.get(MATERIAL)
    if found is not None:
        return found
    material = bpy.data.materials.new(MATERIAL)
    material.use_nodes = True
    material.diffuse_color, material.roughness = COLOR, ROUGHNESS
    surface = material.node_tree.nodes["Principled BSDF"]
    surface.inputs["Base Color"].default_value = COLOR
    surface.inputs["Roughness"].default_value = ROUGHNESS
    return material
