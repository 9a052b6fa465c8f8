"""The list of cues, by rising frames, and the parameters of the active one."""

from __future__ import annotations

import textwrap

import bpy

from ..catalogue import (
    CUES,
    ClipParameter,
    FootstepsParameter,
    Parameter,
    PoseParameter,
    PropParameter,
    StrengthParameter,
    TextParameter,
)
from ..catalogue.bodies import parameters_for, suits
from ..catalogue.pushes import CUSTOM, WORDS, impulse_of
from ..operators.active_cue import active_cue
from ..operators.chosen import chosen_armature
from ..operators.cue_order import can_be_followed, head_of, in_time, previous_skill
from ..operators.cue_properties import icon_of
from ..operators.found_body import find_body
from ..operators.found_bones import kind_of_body
from ..operators.mark_contacts import has_marks
from ..operators.skill_properties import (
    first_name,
    is_duration,
    slot_name,
    title,
    unused_settings,
    use_name,
)
from ..operators.unfinished import unfinished
from ..rigs.blender.action_slots import has_a_choice
from ..rigs.blender.scene_parts import PROP, is_part
from ..shots.schedule import SPEEDS
from .durations import draw_duration
from .presets import FOOTFALL_PT_skill_presets
from .sidebar import LINE

ROWS = 3  # of the list, at least
FIELDS = 0.4  # of the width; labels are left of the fields
LABEL = 14  # letters of a label that fit beside a number in a sidebar of the usual width


class FOOTFALL_UL_cues(bpy.types.UIList):
    bl_idname = "FOOTFALL_UL_cues"

    def draw_item(self, context, layout, data, cue, icon, active_data, active_name, index):
        row = layout.split(factor=0.6)
        short = unfinished(context.scene, index)
        row.label(
            text=title(cue.skill), icon="ERROR" if short else icon_of(cue.skill)
        )
        if head_of(data.cues, index) != index:
            row.label(text="When done")
        else:
            row.prop(cue, "frame", text="", emboss=False)

    def filter_items(self, context, data, name):
        """All cues, in the order of time."""
        places = [0] * len(data.cues)
        for place, index in enumerate(in_time(data.cues)):
            places[index] = place
        return [], places


def draw_cues(layout, context):
    """The list with its buttons, and the active cue below it."""
    settings = context.scene.footfall
    row = layout.row()
    if context.region is not None:  # Blender crashes when a list is drawn without a window
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
    column.use_property_decorate = True  # shows the dots that set keys
    draw_begin(column, settings, cue)
    row = column.row(align=True)
    row.prop(cue, "skill")
    FOOTFALL_PT_skill_presets.draw_panel_header(row)
    kind = kind_of_body(chosen_armature(context))
    if not suits(cue.skill, kind):
        alarm = column.column()
        alarm.alert = True
        alarm.label(text=f"A {kind} cannot {title(cue.skill).lower()}", icon="ERROR")
    draw_ending(column, context, cue, kind)
    draw_parameters(column, context, cue, kind)


def draw_begin(layout, settings, cue):
    """When the cue begins: at a frame, or when the previous cue is done."""
    index = settings.active_cue
    if not cue.is_event and previous_skill(settings.cues, index) is not None:
        layout.prop(cue, "begins")
    if head_of(settings.cues, index) == index:
        row = layout.row(align=True)
        row.prop(cue, "frame")
        row.operator("footfall.place_cue", text="", icon="TIME")


def draw_ending(layout, context, cue, kind):
    """The usual duration of the cue, and what the last run did not finish of it."""
    settings = context.scene.footfall
    if can_be_followed(cue):
        ending = CUES[cue.skill].ending
        # What its parameters say is known once the clip has been read.
        seconds = None if ending.lasts else ending.seconds.get(kind)
        goes = " and the way to it" if goes_somewhere(cue.skill) else ""
        if seconds is not None:
            layout.label(text=f"Takes about {seconds:.0f} s{goes}", icon="TIME")
    alarm = layout.column(align=True)
    alarm.alert = True
    for line in textwrap.wrap(unfinished(context.scene, settings.active_cue), LINE):
        alarm.label(text=line)


def goes_somewhere(skill):
    """Whether a skill includes a way to the place where it is done."""
    return any(parameter.name in SPEEDS for parameter in CUES[skill].parameters)


def draw_parameters(layout, context, cue, kind):
    """The parameters of the skill that this kind of body takes; an optional one has a check box
    before it.
    """
    group = cue.parameters
    taken = parameters_for(cue.skill, kind) - unused_settings(cue)
    for parameter in (p for p in CUES[cue.skill].parameters if p.name in taken):
        if isinstance(parameter, FootstepsParameter):
            row = layout.row(align=True)
            row.prop(group, parameter.name)
            row.operator("footfall.lay_footprints", text="", icon="ADD")
            continue
        if isinstance(parameter, ClipParameter):
            draw_clip(layout, group, parameter)
            draw_contact_marks(layout, context)
            continue
        if isinstance(parameter, PoseParameter):
            draw_clip(layout, group, parameter)
            continue
        if isinstance(parameter, PropParameter) and parameter.is_moved:
            draw_prop(layout, group, parameter)
            continue
        if is_duration(parameter):
            draw_duration(layout, context, group, parameter.name)
            continue
        if not isinstance(parameter, Parameter) or parameter.default is not None:
            layout.prop(group, parameter.name, text=shown_name(group, parameter))
            if isinstance(parameter, TextParameter) and parameter.most > 1:
                layout.prop(group, first_name(parameter))
            if isinstance(parameter, StrengthParameter):
                draw_strength(layout, context, getattr(group, parameter.name))
            continue
        use = use_name(parameter)
        row = layout.row(heading=title(parameter.name))
        row.prop(group, use, text="")
        value = row.row()
        value.enabled = getattr(group, use)
        value.prop(group, parameter.name, text="")


def draw_clip(layout, group, parameter):
    """The Action, and its slot where it has several for objects."""
    layout.prop(group, parameter.name)
    action = getattr(group, parameter.name)
    if action is not None and has_a_choice(action):
        layout.prop_search(group, slot_name(parameter), action, "slots")


def draw_contact_marks(layout, context):
    """The buttons that mark the contacts of the Action and that remove the marks."""
    row = layout.row(align=True)
    row.operator("footfall.mark_contacts", icon="MARKER")
    if has_marks(context):
        row.operator("footfall.mark_contacts", text="", icon="X").clears = True


def draw_prop(layout, group, parameter):
    """The object, and a button that makes it a prop, whose mass the surroundings panel shows."""
    row = layout.row(align=True)
    row.prop(group, parameter.name)
    thing = getattr(group, parameter.name)
    if thing is not None and not is_part(thing, PROP):
        make = row.operator("footfall.set_part", text="", icon="PHYSICS")
        make.part, make.object = PROP, thing.name


def draw_strength(layout, context, word):
    """The impulse that a word means for the chosen body; for a free impulse, those of all words."""
    body = find_body(context.scene, chosen_armature(context))
    gravity = -context.scene.gravity[2]
    if body is None or not gravity > 0.0:
        return
    measures = body.kind, body.mass, body.leg_length, gravity
    shown = WORDS if word == CUSTOM else (word,)
    said = [f"{impulse_of(each, *measures):.3g} N s" for each in shown]
    if word == CUSTOM:
        said = [f"{title(each)}: {amount}" for each, amount in zip(WORDS, said, strict=True)]
    else:
        said = [f"{said[0]} on {body.mass:.3g} kg"]
    split = layout.split(factor=FIELDS)
    split.label(text="")
    lines = split.column(align=True)
    for line in said:
        lines.label(text=line)


def shown_name(group, parameter):
    """The name with its unit, where there is room."""
    name = group.bl_rna.properties[parameter.name].name
    return name if len(name) <= LABEL else title(parameter.name)
