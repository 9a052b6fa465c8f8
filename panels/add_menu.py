"""The menu that adds cues: ready-made lists, then the skills of the chosen body by their groups."""

from __future__ import annotations

import bpy

from ..catalogue import CUES
from ..catalogue.bodies import skills_for
from ..catalogue.entry import GROUPS
from ..catalogue.routines import ROUTINES
from ..operators.add_cue import MENU
from ..operators.chosen import chosen_armature
from ..operators.found_bones import kind_of_body
from ..operators.skill_properties import title

COLUMNS = 2


class FOOTFALL_MT_add_cue(bpy.types.Menu):
    bl_idname = MENU
    bl_label = "Add Cue"
    bl_options = {"SEARCH_ON_KEY_PRESS"}

    def draw(self, context):
        layout = self.layout
        layout.operator_context = "EXEC_REGION_WIN"
        for routine in ROUTINES.values():
            use = layout.operator("footfall.use_routine", text=routine.label, icon="PRESET")
            use.routine = routine.name
        layout.separator()
        row = layout.row()
        for groups in in_columns(groups_of(kind_of_body(chosen_armature(context)))):
            column = row.column()
            for group, names in groups.items():
                draw_group(column, group, names)


def groups_of(kind: str) -> dict[str, list[str]]:
    """The skills of a kind of body by the headings under which they are listed."""
    names = skills_for(kind)
    groups = {group: [name for name in names if CUES[name].group == group] for group in GROUPS}
    return {group: found for group, found in groups.items() if found}


def in_columns(groups: dict[str, list[str]]) -> list[dict[str, list[str]]]:
    """The groups in columns of about the same height."""
    columns: list[dict[str, list[str]]] = [{} for _ in range(COLUMNS)]

    def height(column: dict[str, list[str]]) -> int:
        return sum(1 + len(names) for names in column.values())

    for group, names in groups.items():
        min(columns, key=height)[group] = names
    return [column for column in columns if column]


def draw_group(layout, group, names):
    layout.label(text=group)
    for name in names:
        add = layout.operator("footfall.add_cue", text=title(name), icon=CUES[name].icon)
        add.skill = name
    layout.separator()
