"""The body editor: factors on what was measured of the rig, part by part."""

from __future__ import annotations

import bpy

from ..operators.body_properties import PARTS, factor_name, kinds_of
from ..operators.chosen import chosen_armature
from ..operators.skill_properties import title
from .sidebar import RigPanel


class FOOTFALL_PT_body(RigPanel, bpy.types.Panel):
    bl_idname = "FOOTFALL_PT_body"
    bl_label = "Body"

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
