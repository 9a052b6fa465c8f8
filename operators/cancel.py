"""Cancel: the button beside the progress bar; Esc does the same."""

from __future__ import annotations

import bpy

from .run_state import CURRENT


class FOOTFALL_OT_cancel(bpy.types.Operator):
    """Stop the bake and leave the scene as it was (Esc)"""

    bl_idname = "footfall.cancel"
    bl_label = "Cancel"
    bl_options = {"INTERNAL"}

    @classmethod
    def poll(cls, context):
        return CURRENT.running

    def execute(self, context):
        CURRENT.stop_asked = True
        return {"FINISHED"}
