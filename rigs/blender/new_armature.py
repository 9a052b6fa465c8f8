"""New bones: Blender makes them in edit mode only, on an object that is in the scene."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import bpy


@contextmanager
def new_bones(data: bpy.types.Armature) -> Iterator[bpy.types.ArmatureEditBones]:
    """Edit mode of an armature without an object, on a temporary one; the active one stays."""
    maker = bpy.data.objects.new(data.name, data)
    bpy.context.scene.collection.objects.link(maker)
    layer = bpy.context.view_layer
    active = layer.objects.active
    layer.objects.active = maker
    try:
        bpy.ops.object.mode_set(mode="EDIT")
        yield data.edit_bones
        bpy.ops.object.mode_set(mode="OBJECT")
    finally:
        bpy.data.objects.remove(maker)
        layer.objects.active = active
