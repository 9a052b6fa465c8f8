"""The panel below: which bone plays which part of the body, and a picker for each."""

from __future__ import annotations

import bpy

from ..operators.chosen import chosen_armature
from ..operators.found_bones import find_bones
from ..operators.properties import identifier
from ..operators.skill_properties import title
from ..rigs.casting import ROLES


class FOOTFALL_PT_bones(bpy.types.Panel):
    bl_idname = "FOOTFALL_PT_bones"
    bl_label = "Bones"
    bl_space_type = "VIEW_3D"
    bl_region_type = "UI"
    bl_category = "Footfall"
    bl_parent_id = "FOOTFALL_PT_main"
    bl_options = {"DEFAULT_CLOSED"}

    @classmethod
    def poll(cls, context):
        return chosen_armature(context) is not None

    def draw(self, context):
        layout = self.layout
        layout.enabled = not context.window_manager.footfall.running
        armature = chosen_armature(context)
        bone_map = find_bones(armature, armature.footfall.picks_that_exist()).bone_map
        if bone_map is not None:
            layout.label(text=f"{len(bone_map.roles)} of {len(ROLES)}: {bone_map.convention}")
        layout.operator("footfall.map", icon="VIEWZOOM")
        column = layout.column(align=True)
        for role in ROLES:
            draw_role(column, armature, role, bone_map)


def draw_role(layout, armature, role, bone_map):
    """One line: the part, in red without its bone, and buttons to take the active one or clear."""
    pick = armature.footfall.picks().get(role)
    is_lost = pick is not None and pick not in armature.data.bones
    line = layout.split(factor=0.36, align=True)
    line.alert = is_lost or bone_map is None or role in bone_map.missing_required
    line.label(text=title(role))
    row = line.row(align=True)
    row.prop_search(armature.footfall, identifier(role), armature.data, "bones", text="")
    action, icon = ("footfall.clear", "LOOP_BACK") if pick else ("footfall.pick", "BONE_DATA")
    row.operator(action, text="", icon=icon).role = role
