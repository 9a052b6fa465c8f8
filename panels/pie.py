"""The pie menu over the viewport: starts a run, ends it, and adds cues at the current frame."""

from __future__ import annotations

import bpy

from ..catalogue.pushes import PUSH
from ..operators.skill_properties import title
from .add_menu import FOOTFALL_MT_add_cue
from .language import translated


class FOOTFALL_MT_pie(bpy.types.Menu):
    bl_idname = "FOOTFALL_MT_pie"
    bl_label = "Footfall"

    def draw(self, context):
        # In Blender's order: left, right, below, above, then the corners.
        pie, run = self.layout.menu_pie(), context.window_manager.footfall
        pie.operator("footfall.preview", icon="PLAY")
        pie.operator("footfall.preview", text="Steer", icon="EMPTY_ARROWS").steered = True
        pie.operator("footfall.bake", icon="ARMATURE_DATA")
        pie.menu(FOOTFALL_MT_add_cue.bl_idname, icon="ADD")
        pie.operator("footfall.accept", icon="CHECKMARK")
        if run.running or run.previewing:
            pie.operator("footfall.cancel", icon="X")
        else:
            pie.operator("footfall.make_physical", icon="ACTION")
        pie.operator("footfall.place_cue", icon="TIME")
        label = translated("Add {skill}", skill=title(PUSH.name))
        push = pie.operator("footfall.add_cue", text=label, icon=PUSH.icon)
        push.skill = PUSH.name
