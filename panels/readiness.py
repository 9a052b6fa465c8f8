"""The rig of a run, and in red what prevents baking it."""

from __future__ import annotations

import textwrap

from ..operators.chosen import chosen_armature, chosen_armatures
from ..operators.found_bones import find_bones
from ..operators.readiness import what_prevents
from ..operators.skill_properties import title
from .sidebar import LINE


def draw_readiness(layout, context):
    armature = chosen_armature(context)
    if armature is None:
        layout.label(text="Select an armature", icon="INFO")
        return
    if context.scene.footfall.armature is None:
        others = len(chosen_armatures(context)) - 1
        more = f" and {others} more" if others else ""
        layout.label(text=f"Active: {armature.name}{more}", icon="ARMATURE_DATA")
    alarm = layout.column(align=True)
    alarm.alert = True
    missing = missing_roles(armature)
    for role in missing:
        alarm.label(text=f"No bone for {title(role)}", icon="ERROR")
    if not missing:
        for line in textwrap.wrap(what_prevents(context), LINE):
            alarm.label(text=line)


def missing_roles(armature):
    """Roles without a bone, where the bones are what prevents baking the armature."""
    found = find_bones(armature, armature.footfall.picks()).bone_map
    return found.missing_required if found is not None else ()
