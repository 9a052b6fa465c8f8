"""The bones panel: the bone of each role, its certainty, and a picker for it."""

from __future__ import annotations

import textwrap

import bpy

from ..bodies.kinds import BIPED
from ..operators.chosen import chosen_armature
from ..operators.found_bones import find_bones
from ..operators.properties import identifier
from ..operators.skill_properties import title
from ..rigs.confidence import DOUBTFUL, GUESSED
from ..rigs.kinds import roles_of
from .language import translated
from .sidebar import LINE, RigPanel

LABELS = 0.42  # of the width: enough for the longest name of a part; the bone gets the rest


class FOOTFALL_PT_bones(RigPanel, bpy.types.Panel):
    bl_idname = "FOOTFALL_PT_bones"
    bl_label = "Bones"

    def draw(self, context):
        layout = self.layout
        layout.enabled = not context.window_manager.footfall.running
        armature = chosen_armature(context)
        bone_map = find_bones(armature, armature.footfall.picks_that_exist()).bone_map
        roles = roles_of(bone_map.kind if bone_map else BIPED)
        if bone_map is not None:
            shown = translated(
                "{count} of {all}: {names}",
                count=len(bone_map.roles), all=len(roles), names=bone_map.convention,
            )  # fmt: skip
            layout.label(text=shown)
            draw_saved(layout, bone_map)
            draw_question(layout, bone_map)
        layout.operator("footfall.map", icon="VIEWZOOM")
        column = layout.column(align=True)
        for role in roles:
            draw_role(column, armature, role, bone_map)


def draw_saved(layout, bone_map):
    """The saved map for these bones, and buttons to save or remove it."""
    row = layout.row(align=True)
    if bone_map.saved:
        row.label(text=translated("Saved: {map}", map=bone_map.saved), icon="PRESET")
        row.operator("footfall.remove_map", text="", icon="TRASH")
    row.operator("footfall.save_map", text="" if bone_map.saved else "Save Map", icon="FILE_TICK")


def draw_question(layout, bone_map):
    """Notes for the artist, and the one question, with the picker of its role."""
    box = layout.column(align=True)
    for sentence in bone_map.notes:
        draw_lines(box, sentence, "INFO")
    if bone_map.question:
        box.alert = True
        draw_lines(box, bone_map.question.sentence, "QUESTION")


def draw_lines(layout, sentence, icon):
    for i, line in enumerate(textwrap.wrap(sentence, LINE)):
        layout.label(text=line, icon="BLANK1" if i else icon)


def draw_role(layout, armature, role, bone_map):
    """One line: certainty, part (in red without a bone), and buttons to take the active bone or to
    clear the pick.
    """
    pick = armature.footfall.picks().get(role)
    is_lost = pick is not None and pick not in armature.data.bones
    certainty = bone_map.certainty.get(role, "") if bone_map else ""
    line = layout.split(factor=LABELS, align=True)
    missing = bone_map is None or role in bone_map.missing_required
    line.alert = is_lost or missing or certainty in (DOUBTFUL, GUESSED)
    part = line.row(align=True)
    part.alignment = "LEFT"
    icon = ICONS.get(certainty, "BLANK1")
    part.operator("footfall.explain", text=title(role), icon=icon, emboss=False).role = role
    row = line.row(align=True)
    row.prop_search(armature.footfall, identifier(role), armature.data, "bones", text="")
    action, icon = ("footfall.clear", "LOOP_BACK") if pick else ("footfall.pick", "BONE_DATA")
    row.operator(action, text="", icon=icon).role = role


# Icons of certainty; the tooltip gives the reason.
ICONS = {
    "picked": "USER",
    "certain": "CHECKMARK",
    "likely": "LAYER_ACTIVE",
    "guessed": "QUESTION",
    "doubtful": "ERROR",
}
