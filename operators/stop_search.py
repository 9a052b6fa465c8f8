"""Stop: ends the search of a bake or a preview, which keeps what it has found."""

from __future__ import annotations

import bpy

from .run_state import CURRENT


class FOOTFALL_OT_stop_search(bpy.types.Operator):
    """End the search and keep what it has found: the motion goes so far, and the next run goes on
    from there"""

    bl_idname = "footfall.stop_search"
    bl_label = "Stop Search"
    bl_options = {"INTERNAL"}

    @classmethod
    def poll(cls, context):
        return CURRENT.can_stop_search

    def execute(self, context):
        CURRENT.stop_search()
        return {"FINISHED"}
