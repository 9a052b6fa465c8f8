"""The list of cues, by rising frames, and below it the chief settings of the active one."""

from __future__ import annotations

import textwrap

import bpy

from ..catalogue import CUES
from ..catalogue.bodies import suits
from ..operators.active_cue import active_cue
from ..operators.chosen import chosen_armature
from ..operators.cue_order import can_be_followed, head_of, in_time, previous_skill
from ..operators.found_bones import kind_of_body
from ..operators.skill_properties import title
from ..operators.unfinished import unfinished
from ..shots.schedule import SPEEDS
from .add_menu import FOOTFALL_MT_add_cue
from .language import translated
from .parameters import chief_parameters, draw_parameters
from .presets import FOOTFALL_PT_skill_presets
from .sidebar import LINE

ROWS = 3  # of the list, at least


class FOOTFALL_UL_cues(bpy.types.UIList):
    bl_idname = "FOOTFALL_UL_cues"

    def draw_item(self, context, layout, data, cue, icon, active_data, active_name, index):
        row = layout.split(factor=0.6)
        short = unfinished(context.scene, index)
        row.label(text=title(cue.skill), icon="ERROR" if short else CUES[cue.skill].icon)
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
    """The list with its buttons."""
    settings = context.scene.footfall
    row = layout.row()
    if context.region is not None:  # Blender crashes when a list is drawn without a window
        row.template_list(
            FOOTFALL_UL_cues.bl_idname, "", settings, "cues", settings, "active_cue", rows=ROWS
        )
    buttons = row.column(align=True)
    buttons.menu(FOOTFALL_MT_add_cue.bl_idname, text="", icon="ADD")
    buttons.operator("footfall.remove_cue", text="", icon="REMOVE")
    buttons.separator()
    buttons.operator("footfall.move_cue", text="", icon="TRIA_UP").direction = "UP"
    buttons.operator("footfall.move_cue", text="", icon="TRIA_DOWN").direction = "DOWN"


def draw_cue(layout, context):
    """The active cue: what it is, when it begins and how long it takes, its chief settings."""
    cue = active_cue(context)
    if cue is None:
        layout.label(text="Choose a cue in the list", icon="INFO")
        return
    settings = context.scene.footfall
    column = layout.column()
    row = column.row(align=True)
    row.prop(cue, "skill")
    FOOTFALL_PT_skill_presets.draw_panel_header(row)
    draw_begin(column, settings, cue)
    kind = kind_of_body(chosen_armature(context))
    if not suits(cue.skill, kind):
        alarm = column.column()
        alarm.alert = True
        refusal = translated("{skill}: not for a {kind}", skill=title(cue.skill), kind=kind)
        alarm.label(text=refusal, icon="ERROR")
    draw_ending(column, context, cue, kind)
    draw_parameters(column, context, cue, chief_parameters(context, cue))


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
        goes = goes_somewhere(cue.skill)
        takes = "Takes about {seconds} s" + (" and the way to it" if goes else "")
        if seconds is not None:
            layout.label(text=translated(takes, seconds=round(seconds)), icon="TIME")
    alarm = layout.column(align=True)
    alarm.alert = True
    for line in textwrap.wrap(unfinished(context.scene, settings.active_cue), LINE):
        alarm.label(text=line)


def goes_somewhere(skill):
    """Whether a skill includes a way to the place where it is done."""
    return any(parameter.name in SPEEDS for parameter in CUES[skill].parameters)
