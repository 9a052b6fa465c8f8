"""Style from Action: makes a style from the walk in the armature's animation."""

from __future__ import annotations

import bpy

from ..catalogue.styles import check_own_name
from ..rigs.blender.rig import read_rig
from ..rigs.blender.walking_style import style_of_animation
from .chosen import can_start, chosen_armature
from .refusals import reports_errors
from .saved_styles import keep_style


class FOOTFALL_OT_style_from_action(bpy.types.Operator):
    """Find the walking cycle in the armature's animation and save how it looks as a style"""

    bl_idname = "footfall.style_from_action"
    bl_label = "Style from Action"
    bl_options = {"REGISTER"}

    @classmethod
    def poll(cls, context):
        return can_start(cls, context)

    @reports_errors
    def execute(self, context):
        armature = chosen_armature(context)
        name = check_own_name(context.scene.footfall.style_name)
        rig = read_rig(armature, overrides=armature.footfall.picks())
        self.report(*keep_style(style_of_animation(rig, name)))
        return {"FINISHED"}
