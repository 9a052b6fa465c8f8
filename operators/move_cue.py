"""Move Cue: the list is in the order of time, so that two cues change their frames."""

import bpy
from bpy.props import EnumProperty

from .active_cue import active_cue, can_change_cue
from .cue_properties import in_time


class FOOTFALL_OT_move_cue(bpy.types.Operator):
    """Exchange the frames of the chosen cue and its neighbor in the list"""

    bl_idname = "footfall.move_cue"
    bl_label = "Move Cue"
    bl_options = {"REGISTER", "UNDO"}

    direction: EnumProperty(
        name="Direction",
        description="Which neighbor to change places with",
        items=[("UP", "Up", "Do it earlier"), ("DOWN", "Down", "Do it later")],
    )

    @classmethod
    def poll(cls, context):
        return can_change_cue(cls, context)

    def execute(self, context):
        settings = context.scene.footfall
        order = in_time(settings.cues)
        place = order.index(settings.active_cue) + (-1 if self.direction == "UP" else 1)
        if not 0 <= place < len(order):
            return {"CANCELLED"}
        cue, neighbor = active_cue(context), settings.cues[order[place]]
        cue.frame, neighbor.frame = neighbor.frame, cue.frame
        return {"FINISHED"}
