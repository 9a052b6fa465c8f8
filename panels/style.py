"""The style panel: the style of the chosen cue, or two of which it is a blend."""

from __future__ import annotations

import bpy

from ..catalogue import StyleParameter
from ..catalogue.gait import STYLE_BLEND
from ..operators.active_cue import active_cue
from ..operators.skill_properties import first_name, is_used, use_name
from .parameters import draw_style, style_parameters
from .sidebar import SidebarChild


class FOOTFALL_PT_style(SidebarChild, bpy.types.Panel):
    bl_idname = "FOOTFALL_PT_style"
    bl_label = "Style"

    @classmethod
    def poll(cls, context):
        cue = active_cue(context)
        return cue is not None and bool(style_parameters(context, cue))

    def draw(self, context):
        layout = self.layout
        layout.use_property_split = True
        layout.use_property_decorate = False
        layout.enabled = not context.window_manager.footfall.running
        cue = active_cue(context)
        for parameter in style_parameters(context, cue):
            if isinstance(parameter, StyleParameter):
                draw_blend(layout, context, cue, parameter)


def draw_blend(layout, context, cue, parameter):
    """One style; or a blend from one to another, whose share can be keyed."""
    group = cue.parameters
    layout.prop(group, use_name(STYLE_BLEND), text="Blend Two Styles")
    column = layout.column(align=True)
    blends = is_used(group, STYLE_BLEND)
    if blends:
        column.prop(group, first_name(parameter), text="From")
        column.prop(group, parameter.name, text="To")
        share = layout.row()
        share.use_property_decorate = True
        share.prop(group, STYLE_BLEND.name, text="Blend")
    else:
        draw_style(column, context, cue, parameter)
    column.active = not cue.edited.is_worn
