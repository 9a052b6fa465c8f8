"""Remove Map: rigs with these bones are mapped automatically again."""

import bpy

from ..rigs.saved_maps import find_map, remove_map
from .chosen import can_change, chosen_armature
from .found_bones import forget_bones
from .refusals import reports_errors


class FOOTFALL_OT_remove_map(bpy.types.Operator):
    """Forget the map that was saved for these bones"""

    bl_idname = "footfall.remove_map"
    bl_label = "Remove Map"
    bl_options = {"REGISTER"}

    @classmethod
    def poll(cls, context):
        return can_change(cls, context)

    @reports_errors
    def execute(self, context):
        saved = find_map(chosen_armature(context).data.bones.keys())
        if saved is None:
            self.report({"ERROR"}, "No map was saved for these bones")
            return {"CANCELLED"}
        remove_map(saved.name)
        forget_bones()
        self.report({"INFO"}, f"Removed the map {saved.name}")
        return {"FINISHED"}
