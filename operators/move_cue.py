"""Move Cue: two cues exchange their frames, since the list is in the order of time."""

import bpy
from bpy.props import EnumProperty

from ..rigs.blender.scene_keys import exchange_in_list
from .active_cue import can_change_cue
from .cue_order import head_of, in_time
from .run_state import CURRENT


class FOOTFALL_OT_move_cue(bpy.types.Operator):
    """Let the chosen cue and its neighbor in the list change places"""

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
        index, neighbor = settings.active_cue, order[place]
        heads = [head_of(settings.cues, i) for i in (index, neighbor)]
        if heads[0] == heads[1]:
            _exchange_places(context.scene, index, neighbor)
        else:
            cue, other = (settings.cues[i] for i in heads)
            cue.frame, other.frame = other.frame, cue.frame
        CURRENT.unfinished.clear()
        return {"FINISHED"}


def _exchange_places(scene, index, other):
    """Exchange two cues in the list of which one follows the other, or both follow a third."""
    settings = scene.footfall
    first, second = sorted((index, other))
    settings.cues.move(second, first)
    settings.cues.move(first + 1, second)
    exchange_in_list(scene, "footfall.cues", first, second)
    one, two = settings.cues[first], settings.cues[second]
    one.frame, two.frame = two.frame, one.frame
    one.begins, two.begins = two.begins, one.begins
    settings.active_cue = other
