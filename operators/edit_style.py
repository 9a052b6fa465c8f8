"""Edit Style: the active cue gets an editable copy of its style."""

from __future__ import annotations

import bpy

from ..catalogue.styles import load_style
from .active_cue import active_cue, can_change_cue, wears_style
from .refusals import reports_errors


class FOOTFALL_OT_edit_style(bpy.types.Operator):
    """Copy the style of the chosen cue, so that its curves can be edited; a preview follows"""

    bl_idname = "footfall.edit_style"
    bl_label = "Edit Style"
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context):
        if not can_change_cue(cls, context):
            return False
        if not wears_style(active_cue(context)):
            cls.poll_message_set("Choose a cue of a skill that has styles, such as a walk")
            return False
        return True

    @reports_errors
    def execute(self, context):
        cue = active_cue(context)
        cue.edited.copy_of(load_style(cue.parameters.style))
        return {"FINISHED"}
