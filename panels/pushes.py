"""The panel of pushes: when, how hard and where the character is pushed."""

from __future__ import annotations

import bpy

from ..operators.skill_properties import PUSH


class FOOTFALL_PT_pushes(bpy.types.Panel):
    bl_idname = "FOOTFALL_PT_pushes"
    bl_label = "Pushes"
    bl_space_type = "VIEW_3D"
    bl_region_type = "UI"
    bl_category = "Footfall"
    bl_parent_id = "FOOTFALL_PT_main"
    bl_options = {"DEFAULT_CLOSED"}

    def draw(self, context):
        layout = self.layout
        layout.use_property_split = True
        layout.use_property_decorate = False
        layout.enabled = not context.window_manager.footfall.running
        for index, push in enumerate(context.scene.footfall.pushes):
            box = layout.box()
            row = box.row()
            row.prop(push, "frame")
            row.operator("footfall.remove_push", text="", icon="X").index = index
            for parameter in PUSH.parameters:
                box.prop(push, parameter.name)
        layout.operator("footfall.add_push", icon="ADD")
