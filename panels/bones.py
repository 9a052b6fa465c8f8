"""The panel below: which bone plays which part of the body, and a picker for each."""

from __future__ import annotations

import bpy

from ..operators.chosen import chosen_armature
from ..operators.found_bones import find_bones
from ..operators.properties import identifier, title
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
        picks = armature.footfall.picks()
        bone_map = find_bones(armature, picks).bone_map
        if bone_map is not None:
            layout.label(text=f"{len(bone_map.roles)} of {len(ROLES)}: {bone_map.convention}")
        layout.operator("footfall.map", icon="VIEWZOOM")
        column = layout.column(align=True)
        for role in ROLES:
            draw_role(column, armature, role, bone_map, picked=role in picks)


def draw_role(layout, armature, role, bone_map, picked):
    """One line: the part, its bone, and a button that takes the active bone or clears the pick."""
    row = layout.row(align=True)
    row.alert = bone_map is None or role in bone_map.missing_required
    row.prop_search(armature.footfall, identifier(role), armature.data, "bones", text=title(role))
    action, icon = ("footfall.clear", "X") if picked else ("footfall.pick", "EYEDROPPER")
    row.operator(action, text="", icon=icon).role = role
