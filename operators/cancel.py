"""Cancel: the button beside the progress bar; Esc does the same."""

from __future__ import annotations

import bpy

from .previewing import end_preview
from .run_state import CURRENT


class FOOTFALL_OT_cancel(bpy.types.Operator):
    """Stop the bake or the preview and leave the scene as it was (Esc)"""

    bl_idname = "footfall.cancel"
    bl_label = "Cancel"
    bl_options = {"INTERNAL"}

    @classmethod
    def poll(cls, context):
        return CURRENT.running or CURRENT.previewing

    def execute(self, context):
        if CURRENT.previewing:
            end_preview()
        else:
            CURRENT.stop()
        return {"FINISHED"}
