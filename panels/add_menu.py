"""The ready characters in Blender's menu Add (Shift+A), among the armatures and the meshes."""

from __future__ import annotations

import bpy

from ..operators.add_character import BODIES

MENUS = ("VIEW3D_MT_armature_add", "VIEW3D_MT_mesh_add")


def draw_characters(self: bpy.types.Menu, context: bpy.types.Context) -> None:
    if context.mode != "OBJECT":  # the menu of meshes is also that of Edit Mode
        return
    self.layout.separator()
    for body, label, _ in BODIES:
        added = self.layout.operator(
            "footfall.add_character", text=label, icon="OUTLINER_OB_ARMATURE"
        )
        added.body = body


def register() -> None:
    for name in MENUS:
        getattr(bpy.types, name).append(draw_characters)


def unregister() -> None:
    for name in MENUS:
        getattr(bpy.types, name).remove(draw_characters)
