"""Copy Report: the check of the installation goes to the clipboard."""

from __future__ import annotations

import bpy

from .checking import CHECK


class FOOTFALL_OT_copy_report(bpy.types.Operator):
    """Copy the report, to be pasted into a bug report"""

    bl_idname = "footfall.copy_report"
    bl_label = "Copy Report"
    bl_options = {"REGISTER"}

    @classmethod
    def poll(cls, context):
        if not CHECK.lines:
            cls.poll_message_set("Press Check Installation first")
            return False
        return True

    def execute(self, context):
        context.window_manager.clipboard = "\n".join(CHECK.lines)
        self.report({"INFO"}, "Copied the report")
        return {"FINISHED"}
