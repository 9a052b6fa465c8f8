"""Complete Crowd: simulates what an earlier run did not finish."""

from __future__ import annotations

import bpy

from ..rigs.blender.crowd_scene import crowd_of
from ..rigs.blender.unfinished_crowd import unfinished_of
from .chosen import can_start
from .crowding import active_member, crowd_steps, stored_plan
from .in_steps import InSteps


class FOOTFALL_OT_complete_crowd(InSteps, bpy.types.Operator):
    """Simulate the members of this crowd that are missing since a run was cancelled; the others
    stay as they are
    """

    bl_idname = "footfall.complete_crowd"
    bl_label = "Complete Crowd"
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context):
        if not can_start(cls, context):
            return False
        member = active_member(context)
        if member is None or not unfinished_of(crowd_of(member)):
            cls.poll_message_set("Select a member of a crowd that is not finished")
            return False
        return True

    def make_steps(self, context):
        return crowd_steps(stored_plan, context)

    def conclude(self, said):
        return said
