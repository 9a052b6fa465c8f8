"""The style editor: sliders for each joint's curve over the stride, and offsets to the gait."""

from __future__ import annotations

import bpy

from ..catalogue.styles.content import FOOT_HEIGHT, OFFSETS
from ..operators.active_cue import active_cue, wears_style
from ..operators.skill_properties import title
from .sidebar import OwnPanel
from .table import draw_head, draw_line


class FOOTFALL_PT_style_editor(OwnPanel, bpy.types.Panel):
    bl_idname = "FOOTFALL_PT_style_editor"
    bl_label = "Style Editor"
    bl_parent_id = "FOOTFALL_PT_style"

    @classmethod
    def poll(cls, context):
        return wears_style(active_cue(context))

    def draw(self, context):
        layout = self.layout
        layout.use_property_split = True
        layout.use_property_decorate = False
        layout.enabled = not context.window_manager.footfall.running
        layout.operator("footfall.edit_style", icon="GREASEPENCIL")
        edited = active_cue(context).edited
        if not edited.channels:
            return
        layout.prop(edited, "is_worn")
        column = layout.column(align=True)
        for name in ("speed", *OFFSETS):
            column.prop(edited, name)
        draw_channels(layout, edited)
        row = layout.row(align=True)
        row.operator("footfall.show_style_curves", icon="GRAPH")
        row.operator("footfall.read_style_curves", icon="IMPORT")
        layout.prop(context.scene.footfall, "style_name")
        layout.operator("footfall.save_style", icon="FILE_TICK")


def draw_channels(layout, edited):
    """A line for each curve: its name, its mean and its swing."""
    table = layout.column(align=True)
    table.use_property_split = False
    draw_head(table, "Mean", "Swing")
    for channel in edited.channels:
        cells = draw_line(table, title(channel.name), 2)
        if channel.name.startswith(FOOT_HEIGHT):
            cells.label(text="")
        else:
            cells.prop(channel, "mean", text="")
        cells.prop(channel, "swing", text="")
