"""The panel of styles: a name, and the button that makes a style of the animation."""

from __future__ import annotations

import bpy

from ..operators.chosen import chosen_armature


class FOOTFALL_PT_styles(bpy.types.Panel):
    bl_idname = "FOOTFALL_PT_styles"
    bl_label = "Style from Action"
    bl_space_type = "VIEW_3D"
    bl_region_type = "UI"
    bl_category = "Footfall"
    bl_parent_id = "FOOTFALL_PT_main"
    bl_options = {"DEFAULT_CLOSED"}

    @classmethod
    def poll(cls, context):
        return chosen_armature(context) is not None

    def draw(self, context):
        layout = self.layout
        layout.use_property_split = True
        layout.use_property_decorate = False
        layout.enabled = not context.window_manager.footfall.running
        layout.prop(context.scene.footfall, "style_name")
        layout.operator("footfall.style_from_action", icon="ACTION")
