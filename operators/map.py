"""Find Bones: removes all picks and maps the armature anew."""

from __future__ import annotations

import bpy

from .chosen import can_change, chosen_armature
from .clear import clear_picks
from .found_bones import find_bones, forget_bones
from .skill_properties import title


class FOOTFALL_OT_map(bpy.types.Operator):
    """Find the bones by their names and the shape of the rig; forget what was picked"""

    bl_idname = "footfall.map"
    bl_label = "Find Bones"
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context):
        return can_change(cls, context)

    def execute(self, context):
        armature = chosen_armature(context)
        forget_bones()
        clear_picks(armature)
        finding = find_bones(armature, {})
        if finding.bone_map is None:
            self.report({"ERROR"}, finding.trouble)
            return {"FINISHED"}
        missing = ", ".join(map(title, finding.bone_map.missing))
        found = f"Found {len(finding.bone_map.roles)} bones ({finding.bone_map.convention})"
        if finding.bone_map.missing_required:
            self.report({"WARNING"}, f"{found}; pick by hand: {missing}")
        else:
            self.report({"INFO"}, f"{found}; missing: {missing or 'none'}")
        return {"FINISHED"}
