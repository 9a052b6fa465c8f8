"""The main panel: the rig, its cues, the range, and the buttons that start a run."""

from __future__ import annotations

import bpy

from ..operators.chosen import chosen_armature
from ..operators.standby import expect_preview
from .cues import draw_cue, draw_cues
from .durations import draw_duration
from .presets import FOOTFALL_PT_cue_presets
from .readiness import draw_readiness
from .run import draw_result, draw_run
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
        run = context.window_manager.footfall
        settings = layout.column()
        settings.enabled = not run.running
        draw_readiness(settings, context)
        settings.separator()
        draw_cues(settings, context)
        draw_cue(settings, context)
        settings.separator()
        draw_range(settings, context)
        draw_run(layout, run, chosen_armature(context))
        draw_result(layout, run)


def draw_range(layout, context):
    """From where on, how long, and whether falls end it."""
    settings = context.scene.footfall
    times = layout.column(align=True)
    times.use_property_decorate = True  # without dots, but as wide as the fields above
    times.prop(settings, "start_frame")
    length = times.column(align=True)
    length.enabled = not settings.as_long_as_cues
    draw_duration(length, context, settings, "duration")
    choices = layout.column(align=True)
    choices.prop(settings, "as_long_as_cues")
    choices.prop(settings, "recover")
