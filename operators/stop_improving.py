"""Stop: ends the search for a better run; its button is beside the progress."""

from __future__ import annotations

import bpy

from .improving import IMPROVING, end_improving


class FOOTFALL_OT_stop_improving(bpy.types.Operator):
    """Stop improving the run; what was found until now stays saved, and Improve Run goes on with it
    """

    bl_idname = "footfall.stop_improving"
    bl_label = "Stop Improving"

    @classmethod
    def poll(cls, context):
        return IMPROVING.process is not None

    def execute(self, context):
        end_improving()
        return {"FINISHED"}
