"""Delete members of a crowd, with all of their objects; the other members do not change."""

from __future__ import annotations

import bpy

from ..rigs.blender.crowd_scene import remove_members
from .crowd_choice import active_crowd, can_change_crowd, selected_numbers
from .refusals import reports_errors


class FOOTFALL_OT_delete_members(bpy.types.Operator):
    """Delete the selected members of the crowd with their meshes and Actions"""

    bl_idname = "footfall.delete_members"
    bl_label = "Delete"
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context):
        return can_change_crowd(cls, context)

    @reports_errors
    def execute(self, context):
        numbers = selected_numbers(context)
        remove_members(active_crowd(context), numbers)
        self.report({"INFO"}, f"Deleted {len(numbers)} members")
        return {"FINISHED"}
