"""Check Installation: what works of it, one line for each part."""

from __future__ import annotations

import bpy

from ..base.errors import FootfallError
from .checking import CHECK, begin_check


class FOOTFALL_OT_check(bpy.types.Operator):
    """Look at each part of the installation, and let a worker simulate a walk of one second"""

    bl_idname = "footfall.check"
    bl_label = "Check Installation"
    bl_options = {"REGISTER"}

    @classmethod
    def poll(cls, context):
        if CHECK.process is not None:
            cls.poll_message_set("A check is running")
            return False
        return True

    def execute(self, context):
        try:
            begin_check()
        except FootfallError as error:
            self.report({"ERROR"}, str(error))
            return {"CANCELLED"}
        return {"FINISHED"}
