"""Save Map: saves the bones of all roles for every rig with these bones."""

import bpy

from ..rigs.saved_maps import LONGEST_NAME, save_map
from .chosen import can_change, chosen_armature
from .found_bones import find_bones, forget_bones
from .refusals import reports_errors


class FOOTFALL_OT_save_map(bpy.types.Operator):
    """Keep this bone map; rigs with the same bones will have it by themselves"""

    bl_idname = "footfall.save_map"
    bl_label = "Save Map"
    bl_options = {"REGISTER"}

    name: bpy.props.StringProperty(
        name="Name",
        description="What to call the map; the armature's name if empty",
        maxlen=LONGEST_NAME,
    )

    @classmethod
    def poll(cls, context):
        return can_change(cls, context)

    def invoke(self, context, event):
        self.name = chosen_armature(context).name
        return context.window_manager.invoke_props_dialog(self)

    @reports_errors
    def execute(self, context):
        armature = chosen_armature(context)
        finding = find_bones(armature, armature.footfall.picks_that_exist())
        if finding.bone_map is None:
            self.report({"ERROR"}, finding.trouble)
            return {"CANCELLED"}
        name = self.name or armature.name
        save_map(name, armature.data.bones.keys(), finding.bone_map.roles)
        forget_bones()
        self.report({"INFO"}, f"Saved the map {name} for rigs with these bones")
        return {"FINISHED"}
