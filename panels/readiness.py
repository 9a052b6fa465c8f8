"""The rig of a run and its state; where something is missing, a button that mends it."""

from __future__ import annotations

import textwrap

from ..base.errors import InvalidInput
from ..operators.choose_rig import armatures_here
from ..operators.chosen import chosen_armature, chosen_armatures
from ..operators.cue_checks import cue_at_fault
from ..operators.found_bones import find_bones, kind_of_body
from ..operators.readiness import what_prevents
from ..operators.skill_properties import title
from .add_menu import FOOTFALL_MT_add_cue
from .language import translated
from .sidebar import LARGE, LINE

SENTENCE = 0.64  # of the width, beside a button
NAMED = 2  # missing bones that are named; the others are counted


def draw_readiness(layout, context):
    """The rig, and in red what prevents baking it."""
    armature = chosen_armature(context)
    obstacle = what_prevents(context) if armature is not None else ""
    draw_rig(layout, context, armature, is_ready=armature is not None and not obstacle)
    if armature is None:
        draw_choice(layout, context)
        return
    if not obstacle:
        return
    alarm = layout.column(align=True)
    alarm.alert = True
    missing = missing_roles(armature)
    for role in missing[:NAMED]:
        alarm.label(text=translated("No bone for {part}", part=title(role)), icon="ERROR")
    if missing[NAMED:]:
        others = len(missing[NAMED:])
        alarm.label(text=translated("and for {count} more", count=others), icon="BLANK1")
    if not missing:
        for i, line in enumerate(textwrap.wrap(obstacle, LINE)):
            alarm.label(text=line, icon="BLANK1" if i else "ERROR")
    draw_remedy(layout, context, armature)


def draw_rig(layout, context, armature, is_ready):
    """A tick for a rig that is ready, the picker of the rig, and the switch of its skeleton."""
    settings, run = context.scene.footfall, context.window_manager.footfall
    row = layout.row(align=True)
    row.use_property_split = False
    row.label(text="", icon="CHECKMARK" if is_ready else "ARMATURE_DATA")
    row.prop(settings, "armature", text="", placeholder=named_rigs(context, armature))
    row.operator("footfall.overlay", text="", depress=run.overlay, icon="OUTLINER_OB_ARMATURE")


def named_rigs(context, armature):
    """The rigs that are animated while none is picked, for the empty field."""
    if armature is None:
        return "Armature"
    others = len(chosen_armatures(context)) - 1
    if others:
        return translated("{rig} and {count} more", count=others, rig=armature.name)
    return translated("{rig} (active)", rig=armature.name)


def draw_choice(layout, context):
    """What to do without a rig: choose one, or add a ready character where there is none."""
    found = armatures_here(context)
    if not found:
        layout.label(text="No armature here yet: add a character", icon="INFO")
        row = layout.row(align=True)
        row.scale_y = LARGE
        row.operator_enum("footfall.add_character", "body")
        return
    row = layout.split(factor=SENTENCE)
    row.label(text="Select an armature", icon="INFO")
    if len(found) == 1:
        button = row.operator(
            "footfall.choose_rig", text=found[0].name, icon="ARMATURE_DATA", translate=False
        )
        button.rig = found[0].name


def draw_remedy(layout, context, armature):
    """The button that mends what prevents baking, where one can."""
    found = find_bones(armature, armature.footfall.picks())
    settings = context.scene.footfall
    if armature.mode == "EDIT":
        layout.operator("object.mode_set", text="Leave Edit Mode", icon="LOOP_BACK").mode = "OBJECT"
    elif found.trouble:
        layout.popover("FOOTFALL_PT_bones", text="Assign Bones", icon="BONE_DATA")
    elif all(cue.is_event for cue in settings.cues):
        layout.menu(FOOTFALL_MT_add_cue.bl_idname, icon="ADD")
    else:
        fault = fault_of(context.scene, kind_of_body(armature))
        if fault is not None and fault != settings.active_cue:
            label = translated("Show {skill}", skill=title(settings.cues[fault].skill))
            show = layout.operator("wm.context_set_int", text=label, icon="VIEWZOOM")
            show.data_path, show.value = "scene.footfall.active_cue", fault


def fault_of(scene, kind):
    """The cue that prevents baking; None where the list as a whole does, or nothing in it."""
    try:
        return cue_at_fault(scene, kind)
    except InvalidInput:
        return None


def missing_roles(armature):
    """Roles without a bone, where the bones are what prevents baking the armature."""
    found = find_bones(armature, armature.footfall.picks()).bone_map
    return found.missing_required if found is not None else ()
