"""Move to Current Frame: the active cue begins at the present frame."""

import bpy

from .active_cue import active_cue, can_change_cue


class FOOTFALL_OT_place_cue(bpy.types.Operator):
    """Let the chosen cue begin at the current frame"""

    bl_idname = "footfall.place_cue"
    bl_label = "Move to Current Frame"
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context):
        return can_change_cue(cls, context)

    def execute(self, context):
        cue = active_cue(context)
        cue.frame, cue.begins = context.scene.frame_current, "AT_FRAME"
        return {"FINISHED"}
