"""Clear: removes the artist's pick for a role."""

import bpy

from ..rigs.kinds import ALL_ROLES
from .chosen import can_change, chosen_armature
from .properties import identifier, role_choice


class FOOTFALL_OT_clear(bpy.types.Operator):
    """Forget the bone that was picked for this part of the body and find it again"""

    bl_idname = "footfall.clear"
    bl_label = "Clear Pick"
    bl_options = {"REGISTER", "UNDO"}

    role: role_choice()

    @classmethod
    def poll(cls, context):
        return can_change(cls, context)

    def execute(self, context):
        setattr(chosen_armature(context).footfall, identifier(self.role), "")
        return {"FINISHED"}


def clear_picks(armature):
    """Remove all picks of an armature."""
    for role in ALL_ROLES:
        setattr(armature.footfall, identifier(role), "")
