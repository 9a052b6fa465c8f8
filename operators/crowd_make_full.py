"""Make Members Full: gives light members an armature with an Action, to be edited."""

from __future__ import annotations

import bpy

from ..catalogue.crowds import FULL
from .crowd_choice import active_crowd, can_change_crowd, selected_numbers
from .crowd_kinds import change_kinds
from .refusals import reports_errors


class FOOTFALL_OT_make_members_full(bpy.types.Operator):
    """Give the selected light members an armature with an Action each; they move as before"""

    bl_idname = "footfall.make_members_full"
    bl_label = "Make Members Full"
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context):
        return can_change_crowd(cls, context)

    @reports_errors
    def execute(self, context):
        kinds = dict.fromkeys(selected_numbers(context), FULL)
        self.report({"INFO"}, change_kinds(context, active_crowd(context), kinds))
        return {"FINISHED"}
