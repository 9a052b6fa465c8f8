"""Complete Crowd: simulates what an earlier run did not finish."""

from __future__ import annotations

from dataclasses import replace

import bpy

from ..rigs.blender.crowd_plan import CrowdPlan
from ..rigs.blender.unfinished_crowd import unfinished_of
from .crowd_choice import active_crowd, can_change_crowd
from .crowding import crowd_steps, stored_plan
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
        if not can_change_crowd(cls, context):
            return False
        if not unfinished_of(active_crowd(context)):
            cls.poll_message_set("All members of this crowd are simulated")
            return False
        return True

    def make_steps(self, context):
        return crowd_steps(missing_members, context)

    def conclude(self, said):
        return said


def missing_members(context: bpy.types.Context) -> CrowdPlan:
    """The plan of the active crowd, for members still to be simulated. Raises FootfallError."""
    collection = active_crowd(context)
    return replace(stored_plan(context, collection), only=unfinished_of(collection))
