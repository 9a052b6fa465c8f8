"""Remove Cue: removes the active cue from the list."""

import bpy

from ..rigs.blender.scene_keys import remove_from_list
from .active_cue import can_change_cue
from .cue_order import head_of
from .run_state import CURRENT


class FOOTFALL_OT_remove_cue(bpy.types.Operator):
    """Take the chosen cue, and the keys of its parameters, out of the list"""

    bl_idname = "footfall.remove_cue"
    bl_label = "Remove Cue"
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context):
        return can_change_cue(cls, context)

    def execute(self, context):
        settings = context.scene.footfall
        _hand_on_frame(settings.cues, settings.active_cue)
        settings.cues.remove(settings.active_cue)
        remove_from_list(context.scene, "footfall.cues", settings.active_cue)
        settings.active_cue = min(settings.active_cue, len(settings.cues) - 1)
        CURRENT.unfinished.clear()
        return {"FINISHED"}


def _hand_on_frame(cues, index):
    """Give the frame of the removed cue to the cue that follows it."""
    if cues[index].is_event or head_of(cues, index) != index:
        return
    after = next((i for i in range(index + 1, len(cues)) if not cues[i].is_event), None)
    if after is not None and head_of(cues, after) == index:
        cues[after].frame, cues[after].begins = cues[index].frame, "AT_FRAME"
