"""Drops of Footfall's assets into the 3D view: the Empty goes, and what it stands for is applied.

Blender lets no add-on say what a drop does. It appends the asset's Empty, places it where the mouse
was, and pushes an undo step. Since 4.3 a handler learns of the import; once Blender has done, the
step is undone, and with it the Empty, the selection and all else that the drop has changed. Then
the style is applied as the only new step. Blender 4.2 has no such handler: there an asset is
applied by a double click or from the Asset Browser's menu.
"""

from __future__ import annotations

from dataclasses import dataclass

import bpy
from bpy.app.handlers import persistent

from ..rigs.blender.asset_files import KEY
from ..rigs.blender.struck import armature_struck
from .run_state import CURRENT

MOMENT = "blend_import_post"
# What pushes the undo step of an import by hand.
IMPORTS = ("OBJECT_OT_transform_to_mouse", "WM_OT_append", "WM_OT_link")


@dataclass(frozen=True)
class Drop:
    """An imported Empty, and the selection before."""

    name: str
    active: str
    selected: tuple[str, ...]


_drops: list[Drop] = []


@persistent
def _notice(imported: bpy.types.BlendImportContext, *arguments: object) -> None:
    """Note the Empties of assets; what Blender does with them is not finished yet."""
    for item in imported.import_items:
        if item.id_type == "OBJECT" and item.id is not None and KEY in item.id:
            things = bpy.context.view_layer.objects
            selected = tuple(thing.name for thing in things if thing.select_get())
            _drops.append(Drop(item.id.name, getattr(things.active, "name", ""), selected))
    if _drops and not bpy.app.timers.is_registered(_apply):
        bpy.app.timers.register(_apply, first_interval=0.0)


def _apply() -> None:
    """Apply the last drop, as drops of several at once would undo each other."""
    drop = _drops[-1]
    _drops.clear()
    thing = bpy.data.objects.get(drop.name)
    window = _window_of(thing)
    if window is None:  # a script loaded it for itself
        return
    key, place = str(thing[KEY]), thing.location.copy()  # its matrix may be outdated
    armature = armature_struck(window, place)
    onto = armature.name if armature is not None else ""
    area = next((area for area in window.screen.areas if area.type == "VIEW_3D"), None)
    region = next(r for r in area.regions if r.type == "WINDOW") if area else None
    with bpy.context.temp_override(window=window, area=area, region=region):
        _take_back(drop)
        if bpy.ops.footfall.apply_asset.poll():
            bpy.ops.footfall.apply_asset("INVOKE_DEFAULT", key=key, onto=onto, dropped=True)


def _window_of(thing: bpy.types.Object | None) -> bpy.types.Window | None:
    """The window whose scene has an Empty of an asset."""
    if thing is None or KEY not in thing:
        return None
    windows = bpy.context.window_manager.windows
    return next((w for w in windows if thing.name in w.view_layer.objects), None)


def _take_back(drop: Drop) -> None:
    """Leave the scene as it was before the drop."""
    done = bpy.context.window_manager.operators
    is_pushed = bool(done) and done[-1].bl_idname in IMPORTS
    # An undo would end a preview, which may go on with the new style.
    if is_pushed and not (CURRENT.running or CURRENT.previewing) and bpy.ops.ed.undo.poll():
        before = _frame()  # to play or scrub pushes no step
        bpy.ops.ed.undo()
        if _frame() != before:
            bpy.context.scene.frame_set(before[0], subframe=before[1])
    left = bpy.data.objects.get(drop.name)
    if left is None or KEY not in left:
        return
    bpy.data.objects.remove(left)
    things = bpy.context.view_layer.objects
    for thing in things:
        thing.select_set(thing.name in drop.selected)
    things.active = things.get(drop.active)


def _frame() -> tuple[int, float]:
    scene = bpy.context.scene
    return scene.frame_current, scene.frame_subframe


def takes_drops() -> bool:
    """Whether this Blender tells of what is dropped."""
    return hasattr(bpy.app.handlers, MOMENT)


def register() -> None:
    if takes_drops():
        getattr(bpy.app.handlers, MOMENT).append(_notice)


def unregister() -> None:
    _drops.clear()
    if bpy.app.timers.is_registered(_apply):
        bpy.app.timers.unregister(_apply)
    if takes_drops():
        getattr(bpy.app.handlers, MOMENT).remove(_notice)
