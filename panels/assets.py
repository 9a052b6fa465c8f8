"""Footfall's assets in Blender's own places: menus of the Asset Browser, a double click, a shelf.

The shelf lies along the lower edge of the 3D view, and is hidden until the artist shows it, by the
button beside a cue's style or by View > Asset Shelf: a click applies an asset to the chosen
character, and it can be dragged onto another.
"""

from __future__ import annotations

import bpy

from ..operators.apply_asset import key_of_asset
from ..operators.asset_drops import takes_drops
from ..operators.asset_library import is_library_open

SHELF = "show_region_asset_shelf"  # of a 3D view
PREVIEW = 96  # [pixel]
APPLY = "footfall.apply_asset"
_keys: list[tuple[bpy.types.KeyMap, bpy.types.KeyMapItem]] = []


class FOOTFALL_AST_library(bpy.types.AssetShelf):
    bl_space_type = "VIEW_3D"
    bl_activate_operator = "FOOTFALL_OT_apply_asset"  # from Blender 4.3 on
    bl_default_preview_size = PREVIEW

    @classmethod
    def poll(cls, context):
        return context.mode == "OBJECT" and is_library_open()

    @classmethod
    def asset_poll(cls, asset):
        return bool(key_of_asset(asset))

    @classmethod
    def draw_context_menu(cls, context, asset, layout):
        layout.operator(APPLY)


def is_shelf_there(context):
    """Whether the 3D view that is drawn can show the shelf, and takes what is dropped from it."""
    view = context.space_data
    return hasattr(view, SHELF) and takes_drops() and FOOTFALL_AST_library.poll(context)


def draw_in_menu(self, context):
    """For the menus of the Asset Browser, where the active asset is Footfall's."""
    if key_of_asset(getattr(context, "asset", None)):
        self.layout.operator(APPLY)
        self.layout.separator()


def register() -> None:
    bpy.types.ASSETBROWSER_MT_context_menu.prepend(draw_in_menu)
    settings = bpy.context.window_manager.keyconfigs.addon
    if settings is None:  # without a window
        return
    keys = settings.keymaps.new(name="File Browser Main", space_type="FILE_BROWSER")
    _keys.append((keys, keys.keymap_items.new(APPLY, "LEFTMOUSE", "DOUBLE_CLICK")))


def unregister() -> None:
    for keys, item in _keys:
        keys.keymap_items.remove(item)
    _keys.clear()
    bpy.types.ASSETBROWSER_MT_context_menu.remove(draw_in_menu)
