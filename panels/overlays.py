"""The panel of what is drawn of the cues in the viewport and over the timeline."""

from __future__ import annotations

import bpy

from ..operators.drawing.cue_times import are_low
from ..operators.drawing.switches import switches
from .sidebar import SidebarChild


class FOOTFALL_PT_overlays(SidebarChild, bpy.types.Panel):
    bl_idname = "FOOTFALL_PT_overlays"
    bl_label = "Viewport"

    def draw(self, context):
        column = self.layout.column()
        shown = switches(context)
        for name in ("strips", "gizmos", "ghosts"):
            column.prop(shown, name)
        if shown.strips and are_low(context):
            hint = self.layout.column(align=True)
            hint.label(text="The timeline is too low for strips:", icon="INFO")
            hint.label(text="pull its upper edge up", icon="BLANK1")
