"""The list of cues, by rising frames, and the parameters of the one that is chosen."""

from __future__ import annotations

import bpy

from ..catalogue import CUES, FootstepsParameter, Parameter, PropParameter, TextParameter
from ..catalogue.bodies import parameters_for, suits
from ..operators.active_cue import active_cue
from ..operators.chosen import chosen_armature
from ..operators.cue_properties import EVENT_ICON, ICONS, in_time
from ..operators.found_bones import kind_of_body
from ..operators.skill_properties import first_name, title, use_name
from ..rigs.blender.scene_parts import PROP, is_part
from .presets import FOOTFALL_PT_skill_presets

ROWS = 3  # of the list at least
LABEL = 14  # letters that a sidebar of the usual width shows beside a number


class FOOTFALL_UL_cues(bpy.types.UIList):
    bl_idname = "FOOTFALL_UL_cues"

    def draw_item(self, context, layout, data, cue, icon, active_data, active_name, index):
        row = layout.split(factor=0.6)
        row.label(text=title(cue.skill), icon=ICONS.get(cue.skill, EVENT_ICON))
        row.prop(cue, "frame", text="", emboss=False)

    def filter_items(self, context, data, name):
        """All of them, in the order of time."""
        places = [0] * len(data.cues)
        for place, index in enumerate(in_time(data.cues)):
            places[index] = place
        return [], places


def draw_cues(layout, context):
    """The list with its buttons, and below it the chosen cue."""
    settings = context.scene.footfall
    row = layout.row()
    if context.region is not None:  # Blender crashes on a list that is drawn in no window
        row.template_list(
            FOOTFALL_UL_cues.bl_idname, "", settings, "cues", settings, "active_cue", rows=ROWS
        )
    buttons = row.column(align=True)
    buttons.operator_menu_enum("footfall.add_cue", "skill", text="", icon="ADD")
    buttons.operator("footfall.remove_cue", text="", icon="REMOVE")
    buttons.separator()
    buttons.operator("footfall.move_cue", text="", icon="TRIA_UP").direction = "UP"
    buttons.operator("footfall.move_cue", text="", icon="TRIA_DOWN").direction = "DOWN"
    cue = active_cue(context)
    if cue is None:
        layout.label(text="Choose a cue in the list", icon="INFO")
        return
    column = layout.column()
    column.use_property_decorate = True  # the dots that set keys
    row = column.row(align=True)
    row.prop(cue, "frame")
    row.operator("footfall.place_cue", text="", icon="TIME")
    row = column.row(align=True)
    row.prop(cue, "skill")
    FOOTFALL_PT_skill_presets.draw_panel_header(row)
    kind = kind_of_body(chosen_armature(context))
    if not suits(cue.skill, kind):
        alarm = column.column()
        alarm.alert = True
        alarm.label(text=f"A {kind} cannot {title(cue.skill).lower()}", icon="ERROR")
    draw_parameters(column, cue, kind)


def draw_parameters(layout, cue, kind):
    """What such a body takes of the skill's parameters; one that may be left alone has a check box
    before it.
    """
    group, taken = cue.parameters, parameters_for(cue.skill, kind)
    for parameter in (p for p in CUES[cue.skill].parameters if p.name in taken):
        if isinstance(parameter, FootstepsParameter):
            row = layout.row(align=True)
            row.prop(group, parameter.name)
            row.operator("footfall.lay_footprints", text="", icon="ADD")
            continue
        if isinstance(parameter, PropParameter) and parameter.is_moved:
            draw_prop(layout, group, parameter)
            continue
        if not isinstance(parameter, Parameter) or parameter.default is not None:
            layout.prop(group, parameter.name, text=shown_name(group, parameter))
            if isinstance(parameter, TextParameter) and parameter.most > 1:
                layout.prop(group, first_name(parameter))
            continue
        use = use_name(parameter)
        row = layout.row(heading=title(parameter.name))
        row.prop(group, use, text="")
        value = row.row()
        value.enabled = getattr(group, use)
        value.prop(group, parameter.name, text="")


def draw_prop(layout, group, parameter):
    """The object, and a button that makes a prop of it, whose mass the surroundings show."""
    row = layout.row(align=True)
    row.prop(group, parameter.name)
    thing = getattr(group, parameter.name)
    if thing is not None and not is_part(thing, PROP):
        make = row.operator("footfall.set_part", text="", icon="PHYSICS")
        make.part, make.object = PROP, thing.name


def shown_name(group, parameter):
    """With the unit, where there is room for it."""
    name = group.bl_rna.properties[parameter.name].name
    return name if len(name) <= LABEL else title(parameter.name)
