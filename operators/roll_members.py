"""Roll Again: new proportions, pace and style for members of a crowd.

No postponed annotations here: Blender reads them as definitions of properties.
"""

from functools import partial

import bpy
from bpy.props import BoolProperty

from .crowd_choice import can_change_crowd
from .crowding import crowd_steps, rolled_again
from .in_steps import InSteps


class FOOTFALL_OT_roll_members(InSteps, bpy.types.Operator):
    """Make other ones of the selected members, or of all, that are not locked"""

    bl_idname = "footfall.roll_members"
    bl_label = "Roll Again"
    bl_options = {"REGISTER", "UNDO"}

    everyone: BoolProperty(
        name="All", description="All members that are not locked, and their places as well"
    )

    @classmethod
    def poll(cls, context):
        return can_change_crowd(cls, context)

    def make_steps(self, context):
        return crowd_steps(partial(rolled_again, everyone=self.everyone), context)

    def conclude(self, said):
        return said
