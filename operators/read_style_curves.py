"""Read Back: the F-curves that show the edited style are read into its curves."""

from __future__ import annotations

import bpy

from ..rigs.blender.style_curves import read_curves
from .active_cue import active_cue, can_change_style
from .refusals import reports_errors


class FOOTFALL_OT_read_style_curves(bpy.types.Operator):
    """Take the F-curves that show the style as its curves; a preview follows"""

    bl_idname = "footfall.read_style_curves"
    bl_label = "Read Back"
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context):
        if not can_change_style(cls, context):
            return False
        if active_cue(context).edited.shown is None:
            cls.poll_message_set("Press Edit as F-Curves first")
            return False
        return True

    @reports_errors
    def execute(self, context):
        edited = active_cue(context).edited
        curves = read_curves(edited.shown, [channel.name for channel in edited.channels])
        edited.put_curves(curves)
        return {"FINISHED"}
