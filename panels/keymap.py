"""Keys over the 3D viewport, which Preferences > Keymap can change. They are free in Blender's own
keymap in Object and Pose Mode.
"""

from __future__ import annotations

from typing import Any

import bpy

from .add_menu import FOOTFALL_MT_add_cue
from .pie import FOOTFALL_MT_pie

KEYMAP = {"name": "3D View", "space_type": "VIEW_3D"}
# Operator, its key together with Ctrl and Shift, and its settings.
KEYS: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("footfall.bake", "B", {}),
    ("footfall.preview", "P", {}),
    ("wm.call_menu", "A", {"name": FOOTFALL_MT_add_cue.bl_idname}),
    ("wm.call_menu_pie", "F", {"name": FOOTFALL_MT_pie.bl_idname}),
)
_added: list[tuple[bpy.types.KeyMap, bpy.types.KeyMapItem]] = []


def register() -> None:
    keys = bpy.context.window_manager.keyconfigs.addon
    if keys is None:  # in a Blender without windows
        return
    keymap = keys.keymaps.new(**KEYMAP)
    for operator, key, settings in KEYS:
        item = keymap.keymap_items.new(operator, key, "PRESS", ctrl=True, shift=True)
        for name, value in settings.items():
            setattr(item.properties, name, value)
        _added.append((keymap, item))


def unregister() -> None:
    for keymap, item in _added:
        keymap.keymap_items.remove(item)
    _added.clear()
