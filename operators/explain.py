"""Explain: the reason and the certainty of a role's bone, as the button's tooltip."""

import bpy

from .chosen import chosen_armature
from .found_bones import find_bones
from .properties import role_choice
from .skill_properties import title


class FOOTFALL_OT_explain(bpy.types.Operator):
    """Say why this bone was taken for this part of the body, and how sure that is"""

    bl_idname = "footfall.explain"
    bl_label = "Why This Bone"
    bl_options = {"INTERNAL"}

    role: role_choice()

    @classmethod
    def poll(cls, context):
        return chosen_armature(context) is not None

    @classmethod
    def description(cls, context, properties):
        return explanation(context, properties.role)

    def execute(self, context):
        self.report({"INFO"}, explanation(context, self.role))
        return {"FINISHED"}


def explanation(context, role):
    """One sentence on the bone of a role."""
    armature = chosen_armature(context)
    found = find_bones(armature, armature.footfall.picks_that_exist()).bone_map
    if found is None or role not in found.roles:
        return f"No bone was found for {title(role)}"
    return f"{title(role)} is {found.roles[role]}, {found.certainty[role]}: {found.reasons[role]}"
