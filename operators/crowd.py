"""Make Crowd: many members with proportions of their own, made from the chosen rigs."""

from __future__ import annotations

import bpy

from .chosen import can_start
from .crowding import chosen_rigs, crowd_steps, new_crowd
from .in_steps import InSteps


class FOOTFALL_OT_crowd(InSteps, bpy.types.Operator):
    """Simulate many members that look like the selected rigs, each with proportions of its own"""

    bl_idname = "footfall.crowd"
    bl_label = "Make Crowd"
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context):
        if not can_start(cls, context):
            return False
        if not chosen_rigs(context):
            cls.poll_message_set("Select a rig that is no member of a crowd")
            return False
        return True

    def make_steps(self, context):
        return crowd_steps(new_crowd, context)

    def conclude(self, said):
        return said
