"""The main panel: armature, Bake, cues."""

from __future__ import annotations

import bpy

from ..operators.chosen import chosen_armature
from ..operators.standby import expect_preview
from .cues import draw_cues
from .durations import draw_duration
from .presets import FOOTFALL_PT_cue_presets
from .readiness import draw_readiness
from .run import draw_run
from .sidebar import Sidebar


class FOOTFALL_PT_main(Sidebar, bpy.types.Panel):
    bl_idname = "FOOTFALL_PT_main"
    bl_label = "Footfall"

    def draw_header_preset(self, context):
        FOOTFALL_PT_cue_presets.draw_panel_header(self.layout)

    def draw(self, context):
        expect_preview()
        layout = self.layout
        layout.use_property_split = True
        layout.use_property_decorate = False
        settings, run = context.scene.footfall, context.window_manager.footfall
        rig = layout.column()
        rig.enabled = not run.running
        row = rig.row(align=True)
        row.prop(settings, "armature")
        row.operator(
            "footfall.overlay", text="", depress=run.overlay, icon="OUTLINER_OB_ARMATURE"
        )
        draw_readiness(rig, context)
        draw_run(layout, run, chosen_armature(context))
        column = layout.column()
        column.enabled = not run.running
        draw_cues(column, context)
        column.separator()
        column.prop(settings, "recover")
        column.prop(settings, "as_long_as_cues")
        length = column.column()
        length.enabled = not settings.as_long_as_cues
        draw_duration(length, context, settings, "duration")
        column.prop(settings, "start_frame")
        column.prop(settings, "mass")
