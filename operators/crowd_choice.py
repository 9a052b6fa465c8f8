"""The crowd and its members that the artist has selected, by armatures, meshes or light members."""

from __future__ import annotations

import bpy

from ..crowd.numbers import read_numbers
from ..rigs.blender.crowd_light_object import LIGHT_RIG, members_in
from ..rigs.blender.crowd_scene import NUMBER, crowd_of, members_of


def active_member(context: bpy.types.Context) -> bpy.types.Object | None:
    """The active full member, or the one whose mesh is active."""
    active = context.active_object
    while active is not None and NUMBER not in active:
        active = active.parent
    return active


def active_light(context: bpy.types.Context) -> bpy.types.Object | None:
    """The active object, if it shows light members."""
    active = context.active_object
    return active if active is not None and LIGHT_RIG in active else None


def active_crowd(context: bpy.types.Context) -> bpy.types.Collection | None:
    """The crowd of the active member, or of the light members that are active."""
    active = active_member(context) or active_light(context)
    return None if active is None else crowd_of(active)


def selected_numbers(context: bpy.types.Context) -> list[int]:
    """Numbers of the selected members of the active crowd, full ones selected by any part.

    An object of light members stands for those that the panel's Numbers say, or for all of them.
    Raises InvalidInput where these are none.
    """
    crowd, active = active_crowd(context), active_member(context)
    full = {
        number
        for number, member in members_of(crowd).items()
        if member == active or any(t.select_get() for t in (member, *member.children_recursive))
    }
    shown = [t for t in crowd.objects if LIGHT_RIG in t and _is_meant(context, t)]
    light = {member.number for thing in shown for member in members_in(thing)}
    if light:
        light = set(read_numbers(context.scene.footfall.crowd.numbers, light))
    return sorted(full | light)


def _is_meant(context: bpy.types.Context, thing: bpy.types.Object) -> bool:
    return thing.select_get() or thing == context.active_object


def can_change_crowd(operator: type, context: bpy.types.Context) -> bool:
    """For poll(): whether members of a crowd are chosen, and nothing runs that uses them."""
    if active_crowd(context) is None:
        operator.poll_message_set("Select members of a crowd")
        return False
    if context.window_manager.footfall.running:
        operator.poll_message_set("A bake is running: wait for it or press Esc")
        return False
    if context.window_manager.footfall.previewing:
        operator.poll_message_set("A preview is shown: accept it or press Esc")
        return False
    if context.mode.startswith("EDIT"):
        operator.poll_message_set("Leave the Edit Mode first (Tab)")
        return False
    return True
