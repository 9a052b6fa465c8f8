"""Make Members Light: replaces armatures by an object that shows many members.

No postponed annotations here: Blender reads them as definitions of properties.
"""

import bpy
from bpy.props import BoolProperty

from ..catalogue.crowds import BOXES, LIGHT
from .crowd_choice import active_crowd, can_change_crowd, selected_numbers
from .crowd_kinds import change_kinds
from .refusals import reports_errors


class FOOTFALL_OT_make_members_light(bpy.types.Operator):
    """Show the selected members without armatures, with the motion of their Actions, as rigid \
pieces of the mesh that play fast"""

    bl_idname = "footfall.make_members_light"
    bl_label = "Make Members Light"
    bl_options = {"REGISTER", "UNDO"}

    boxes: BoolProperty(name="Boxes", description="Show the simulated boxes instead of the mesh")

    @classmethod
    def poll(cls, context):
        return can_change_crowd(cls, context)

    @reports_errors
    def execute(self, context):
        kind = BOXES if self.boxes else LIGHT
        kinds = dict.fromkeys(selected_numbers(context), kind)
        self.report({"INFO"}, change_kinds(context, active_crowd(context), kinds))
        return {"FINISHED"}
