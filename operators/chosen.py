"""Which armature the panel is about."""

from __future__ import annotations

import bpy


def chosen_armature(context: bpy.types.Context) -> bpy.types.Object | None:
    """The one picked in the panel, else the active one, else the one that moves the active mesh."""
    picked = context.scene.footfall.armature
    if picked is not None:
        return picked
    active = context.view_layer.objects.active
    return None if active is None else _armature_of(active)


def chosen_armatures(context: bpy.types.Context) -> list[bpy.types.Object]:
    """Those that a bake is about: the chosen one and, unless it was picked, all selected ones."""
    chosen = chosen_armature(context)
    if chosen is None or context.scene.footfall.armature is not None:
        return [chosen] if chosen is not None else []
    selected = [_armature_of(thing) for thing in context.view_layer.objects.selected]
    return list(dict.fromkeys([chosen, *(armature for armature in selected if armature)]))


def _armature_of(thing: bpy.types.Object) -> bpy.types.Object | None:
    return thing if thing.type == "ARMATURE" else thing.find_armature()


def can_change(operator: type, context: bpy.types.Context) -> bool:
    """For poll(): whether there is an armature to work on and no bake that uses it."""
    if context.window_manager.footfall.running:
        operator.poll_message_set("A bake is running: wait for it or press Esc")
        return False
    armature = chosen_armature(context)
    if armature is None:
        operator.poll_message_set("Select an armature, or choose one in the Footfall panel")
        return False
    if armature.mode == "EDIT":
        operator.poll_message_set("Leave the armature's Edit Mode first (Tab)")
        return False
    return True


def can_start(operator: type, context: bpy.types.Context) -> bool:
    """For poll() of what makes a motion: whether `can_change` and no preview is shown."""
    if context.window_manager.footfall.previewing:
        operator.poll_message_set("A preview is shown: accept it or press Esc")
        return False
    return can_change(operator, context)
