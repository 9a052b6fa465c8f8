"""The panel: armature, cues, Bake."""

from __future__ import annotations

import textwrap

import bpy

from ..operators.chosen import chosen_armature, chosen_armatures
from ..operators.found_bones import find_bones
from ..operators.skill_properties import title
from ..operators.standby import expect_preview
from .cues import draw_cues
from .presets import FOOTFALL_PT_cue_presets
from .sidebar import Sidebar

LINE = 36  # letters that a sidebar of the usual width shows


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
        column = layout.column()
        column.enabled = not run.running
        column.prop(settings, "armature")
        draw_trouble(column, context)
        column.operator("footfall.overlay", depress=run.overlay, icon="OUTLINER_OB_ARMATURE")
        draw_cues(column, context)
        column.separator()
        for name in ("recover", "duration", "start_frame", "mass"):
            column.prop(settings, name)
        layout.separator()
        if run.running or run.previewing:
            draw_progress(layout, run)
        if not run.running:
            draw_buttons(layout, run)


def draw_trouble(layout, context):
    """In red, what keeps the rig from being baked."""
    armature = chosen_armature(context)
    if armature is None:
        layout.label(text="Select an armature", icon="INFO")
        return
    if context.scene.footfall.armature is None:
        others = len(chosen_armatures(context)) - 1
        more = f" and {others} more" if others else ""
        layout.label(text=f"Active: {armature.name}{more}", icon="ARMATURE_DATA")
    finding = find_bones(armature, armature.footfall.picks())
    alarm = layout.column(align=True)
    alarm.alert = True
    if finding.bone_map is None:
        for line in textwrap.wrap(finding.trouble, LINE):
            alarm.label(text=line)
        return
    for role in finding.bone_map.missing_required:
        alarm.label(text=f"No bone for {title(role)}", icon="ERROR")


def draw_buttons(layout, run):
    column = layout.column(align=True)
    column.scale_y = 1.5
    if run.previewing:
        column.operator("footfall.accept", icon="CHECKMARK")
        return
    row = column.row(align=True)
    row.operator("footfall.preview", icon="PLAY")
    row.operator("footfall.preview", text="Steer", icon="EMPTY_ARROWS").steered = True
    column.operator("footfall.bake", icon="ARMATURE_DATA")


def draw_progress(layout, run):
    layout.label(text=run.note)
    row = layout.split(factor=0.6, align=True)
    row.progress(factor=run.progress, text=f"{round(100 * run.progress)} %")
    row.operator("footfall.cancel", text="Cancel (Esc)")
