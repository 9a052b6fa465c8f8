"""Hanging Parts: what swings on the character, and the button that lets it."""

from __future__ import annotations

import bpy

from ..operators.chosen import chosen_armature
from ..operators.hanging_properties import LABELS
from .sidebar import OwnRigPanel

ROWS = 3


class FOOTFALL_UL_hanging(bpy.types.UIList):
    bl_idname = "FOOTFALL_UL_hanging"

    def draw_item(self, context, layout, data, part, icon, active, active_property):
        layout.use_property_split = False  # the panel's splits put the check box in the middle
        row = layout.row(align=True)
        row.prop(part, "use", text="")
        names = row.split(factor=0.8)
        names.active = part.use
        names.label(text=part.name, translate=False)
        names.label(text=f"{part.count}", translate=False)


class FOOTFALL_PT_hanging(OwnRigPanel, bpy.types.Panel):
    bl_idname = "FOOTFALL_PT_hanging"
    bl_label = "Hanging Parts"

    def draw(self, context):
        layout = self.layout
        layout.use_property_split = True
        layout.use_property_decorate = False
        layout.enabled = not context.window_manager.footfall.running
        settings = chosen_armature(context).footfall.hanging
        layout.operator("footfall.find_hanging_parts", icon="VIEWZOOM")
        if len(settings.parts):
            layout.template_list(
                "FOOTFALL_UL_hanging", "", settings, "parts", settings, "active", rows=ROWS
            )
            _draw_part(layout, settings)
        layout.prop(settings, "settled")
        layout.prop(settings, "with_bakes")
        row = layout.row(align=True)
        row.operator("footfall.add_hanging_motion", icon="FORCE_WIND")
        row.operator("footfall.remove_hanging_motion", text="", icon="X")


def _draw_part(layout, settings):
    if not 0 <= settings.active < len(settings.parts):
        return
    part = settings.parts[settings.active]
    column = layout.column()
    column.active = part.use
    column.prop(part, "kind")
    for name in LABELS:
        column.prop(part, name, slider=name != "bend")
