"""The body editor: factors on what was measured of the rig, part by part."""

from __future__ import annotations

import bpy

from ..operators.body_properties import PARTS, factor_name, kinds_of
from ..operators.chosen import chosen_armature
from ..operators.skill_properties import title


class FOOTFALL_PT_body(bpy.types.Panel):
    bl_idname = "FOOTFALL_PT_body"
    bl_label = "Body"
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
        layout.enabled = not context.window_manager.footfall.running
        body = chosen_armature(context).footfall.body
        for part in PARTS:
            column = layout.column(align=True)
            column.label(text=title(part))
            row = column.row(align=True)
            for kind in kinds_of(part):
                row.prop(body, factor_name(part, kind))
