"""Add Cue: the character will do something else from the present frame on."""

import bpy

from .cue_properties import skill_choice_for_body
from .migration import VERSION


class FOOTFALL_OT_add_cue(bpy.types.Operator):
    """Let the character do something from the current frame on, or be pushed there"""

    bl_idname = "footfall.add_cue"
    bl_label = "Add Cue"
    bl_options = {"REGISTER", "UNDO"}

    skill: skill_choice_for_body()

    @classmethod
    def poll(cls, context):
        return not context.window_manager.footfall.running

    def execute(self, context):
        settings = context.scene.footfall
        settings.version = VERSION  # a scene that was added since the file was opened
        cue = settings.cues.add()
        cue.skill, cue.frame = self.skill, context.scene.frame_current
        settings.active_cue = len(settings.cues) - 1
        return {"FINISHED"}
