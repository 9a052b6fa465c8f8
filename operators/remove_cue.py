"""Remove Cue: one less in the list."""

import bpy

from ..rigs.blender.scene_keys import remove_from_list
from .active_cue import can_change_cue


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
        settings.cues.remove(settings.active_cue)
        remove_from_list(context.scene, "footfall.cues", settings.active_cue)
        settings.active_cue = min(settings.active_cue, len(settings.cues) - 1)
        return {"FINISHED"}
