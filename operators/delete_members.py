"""Delete members of a crowd, with all of their objects; the other members do not change."""

from __future__ import annotations

import bpy

from ..rigs.blender.crowd_members import remove_member
from ..rigs.blender.crowd_scene import NUMBER, crowd_of
from ..rigs.blender.unfinished_crowd import forget_unfinished
from .chosen import can_change
from .crowding import active_member, selected_members


class FOOTFALL_OT_delete_members(bpy.types.Operator):
    """Delete the selected members of the crowd with their meshes and Actions"""

    bl_idname = "footfall.delete_members"
    bl_label = "Delete"
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context):
        return active_member(context) is not None and can_change(cls, context)

    def execute(self, context):
        members = selected_members(context)
        forget_unfinished(crowd_of(members[0]), {member[NUMBER] for member in members})
        for member in members:
            remove_member(member)
        self.report({"INFO"}, f"Deleted {len(members)} members")
        return {"FINISHED"}
