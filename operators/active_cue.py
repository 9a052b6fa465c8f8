"""The active cue of the list."""

from __future__ import annotations

import bpy

from ..catalogue import CUES, StyleParameter


def active_cue(context: bpy.types.Context) -> bpy.types.PropertyGroup | None:
    """The active cue; None where the list is empty."""
    settings = context.scene.footfall
    if 0 <= settings.active_cue < len(settings.cues):
        return settings.cues[settings.active_cue]
    return None


def wears_style(cue: bpy.types.PropertyGroup | None) -> bool:
    """Whether there is a cue whose skill is done in a style."""
    return cue is not None and any(
        isinstance(parameter, StyleParameter) for parameter in CUES[cue.skill].parameters
    )


def can_change_cue(operator: type, context: bpy.types.Context) -> bool:
    """For poll(): whether there is a cue, and no bake is running that uses it."""
    if context.window_manager.footfall.running:
        operator.poll_message_set("A bake is running: wait for it or press Esc")
        return False
    if active_cue(context) is None:
        operator.poll_message_set("Choose a cue in the list first")
        return False
    return True


def can_change_style(operator: type, context: bpy.types.Context) -> bool:
    """For poll(): whether the active cue has an edited style, and no bake is running."""
    if not can_change_cue(operator, context):
        return False
    if not active_cue(context).edited.channels:
        operator.poll_message_set("Press Edit Style first")
        return False
    return True
