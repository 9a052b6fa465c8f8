"""The panel of styles: a name, and the buttons that make a style or a controller of the animation.
"""

from __future__ import annotations

import bpy

from .sidebar import RigPanel


class FOOTFALL_PT_styles(RigPanel, bpy.types.Panel):
    bl_idname = "FOOTFALL_PT_styles"
    bl_label = "Style from Action"

    def draw(self, context):
        layout = self.layout
        layout.use_property_split = True
        layout.use_property_decorate = False
        layout.enabled = not context.window_manager.footfall.running
        layout.prop(context.scene.footfall, "style_name")
        layout.operator("footfall.style_from_action", icon="ACTION")
        layout.operator("footfall.learn_walk", icon="ARMATURE_DATA")
