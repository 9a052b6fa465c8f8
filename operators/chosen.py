"""The armatures that the panel works on."""

from __future__ import annotations

import bpy


def chosen_armature(context: bpy.types.Context) -> bpy.types.Object | None:
    """The armature picked in the panel, else the active one, else that of the active mesh."""
    picked = context.scene.footfall.armature
    if picked is not None:
        return picked
    active = context.view_layer.objects.active
    return None if active is None else _armature_of(active)


def chosen_armatures(context: bpy.types.Context) -> list[bpy.types.Object]:
    """The armatures of a bake: the picked one, else the chosen one and all selected ones."""
    chosen = chosen_armature(context)
    if chosen is None or context.scene.footfall.armature is not None:
        return [chosen] if chosen is not None else []
    selected = [_armature_of(thing) for thing in context.view_layer.objects.selected]
    return list(dict.fromkeys([chosen, *(armature for armature in selected if armature)]))


def _armature_of(thing: bpy.types.Object) -> bpy.types.Object | None:
    return thing if thing.type == "ARMATURE" else thing.find_armature()


def can_change(operator: type, context: bpy.types.Context) -> bool:
    """For poll(): whether there is an armature, and no bake is running that uses it."""
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
    """For poll() of simulations: whether `can_change` holds and no preview is shown."""
    if context.window_manager.footfall.previewing:
        operator.poll_message_set("A preview is shown: accept it or press Esc")
        return False
    return can_change(operator, context)
