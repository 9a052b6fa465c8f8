"""The mouse over the timeline and the dope sheet; users can change it in Blender's preferences."""

from __future__ import annotations

import bpy

from .drag_cue import FOOTFALL_OT_drag_cue, FOOTFALL_OT_point_at_cue

_items: list[tuple[bpy.types.KeyMap, bpy.types.KeyMapItem]] = []


def register() -> None:
    configuration = bpy.context.window_manager.keyconfigs.addon
    if configuration is None:  # without a window
        return
    keymap = configuration.keymaps.new(name="Dopesheet", space_type="DOPESHEET_EDITOR")
    for operator, kind, value in (
        (FOOTFALL_OT_drag_cue, "LEFTMOUSE", "PRESS"),
        (FOOTFALL_OT_point_at_cue, "MOUSEMOVE", "ANY"),
    ):
        item = keymap.keymap_items.new(operator.bl_idname, kind, value, head=True)
        _items.append((keymap, item))


def unregister() -> None:
    while _items:
        keymap, item = _items.pop()
        keymap.keymap_items.remove(item)
