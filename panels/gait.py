"""The settings of the chosen cue that are not set most, and no style: of its gait, or others."""

from __future__ import annotations

import bpy

from ..catalogue.gait import GAIT
from ..operators.active_cue import active_cue
from .parameters import draw_parameters, other_parameters
from .sidebar import SidebarChild

OF_GAIT = {parameter.name for parameter in GAIT}


class OtherSettings(SidebarChild):
    """Mixin of the panel with these settings, which has a name for skills that have a gait, and
    another one for others.
    """

    is_of_gait = False

    @classmethod
    def poll(cls, context):
        cue = active_cue(context)
        shown = other_parameters(context, cue) if cue is not None else []
        return bool(shown) and cls.is_of_gait == any(p.name in OF_GAIT for p in shown)

    def draw(self, context):
        layout = self.layout
        layout.use_property_split = True
        layout.use_property_decorate = False
        layout.enabled = not context.window_manager.footfall.running
        cue = active_cue(context)
        draw_parameters(layout, context, cue, other_parameters(context, cue))


class FOOTFALL_PT_gait(OtherSettings, bpy.types.Panel):
    bl_idname = "FOOTFALL_PT_gait"
    bl_label = "Gait"
    is_of_gait = True


class FOOTFALL_PT_more(OtherSettings, bpy.types.Panel):
    bl_idname = "FOOTFALL_PT_more"
    bl_label = "More Settings"
