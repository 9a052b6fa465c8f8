"""Pick: assigns the active bone to a role."""

import bpy

from .chosen import can_change, chosen_armature
from .properties import identifier, role_choice
from .skill_properties import title


class FOOTFALL_OT_pick(bpy.types.Operator):
    """Take the active bone of the armature for this part of the body"""

    bl_idname = "footfall.pick"
    bl_label = "Use Active Bone"
    bl_options = {"REGISTER", "UNDO"}

    role: role_choice()

    @classmethod
    def poll(cls, context):
        if not can_change(cls, context):
            return False
        if chosen_armature(context).data.bones.active is None:
            cls.poll_message_set("Select a bone of the armature in Pose Mode first")
            return False
        return True

    def execute(self, context):
        armature = chosen_armature(context)
        bone = armature.data.bones.active.name
        setattr(armature.footfall, identifier(self.role), bone)
        self.report({"INFO"}, f"{title(self.role)} is {bone}")
        return {"FINISHED"}
