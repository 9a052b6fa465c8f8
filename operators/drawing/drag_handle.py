"""The handles of the active cue are dragged in the viewport."""

from __future__ import annotations

import bpy
from bpy.props import IntProperty
from bpy_extras.view3d_utils import region_2d_to_origin_3d, region_2d_to_vector_3d
from mathutils import Vector
from mathutils.geometry import intersect_line_plane

from ..active_cue import active_cue, can_change_cue
from .handles import BLOW, SPOT, WAY, Handle, drag_push, drag_way, handles_of, object_of
from .switches import redraw_editors

FLATTEST = 0.05  # vertical part of the line of sight, with which a level plane can be aimed at
UP = Vector((0.0, 0.0, 1.0))


class FOOTFALL_OT_drag_handle(bpy.types.Operator):
    """Drag to change the active cue; Ctrl turns by 15 degrees"""

    bl_idname = "footfall.drag_handle"
    bl_label = "Drag Handle"
    bl_options = {"UNDO", "BLOCKING", "INTERNAL"}

    number: IntProperty(name="Number", description="Which handle of the cue", options={"SKIP_SAVE"})

    @classmethod
    def poll(cls, context):
        return can_change_cue(cls, context)

    def invoke(self, context, event):
        handles = handles_of(context)
        if context.region_data is None or self.number >= len(handles):
            return {"CANCELLED"}
        self.handle, self.moved = handles[self.number], False
        self.before = Before(context, self.handle)
        self.offset = self.handle.tip - self.aim(context, event)
        context.window_manager.modal_handler_add(self)
        return {"RUNNING_MODAL"}

    def modal(self, context, event):
        if event.type.startswith("TIMER"):
            return {"PASS_THROUGH"}  # a preview goes on
        if event.type in {"ESC", "RIGHTMOUSE"} and event.value == "PRESS":
            self.before.restore(context)
            redraw_editors(context, "VIEW_3D")
            return {"CANCELLED"}
        if event.type == "MOUSEMOVE":
            self.moved = True
            drag(context, self.handle, self.aim(context, event) + self.offset, event.ctrl)
            redraw_editors(context, "VIEW_3D")
        if event.type == "LEFTMOUSE" and event.value == "RELEASE":
            return {"FINISHED"} if self.moved else {"CANCELLED"}
        return {"RUNNING_MODAL"}

    def cancel(self, context):
        """Called by Blender when it opens another file."""
        self.before.restore(context)

    def aim(self, context, event):
        """The place below the pointer, on the level of the handle."""
        at = event.mouse_region_x, event.mouse_region_y
        return place_below(context.region, context.region_data, at, self.handle.base)


class Before:
    """What a drag changes, before it."""

    def __init__(self, context: bpy.types.Context, handle: Handle) -> None:
        cue, self._handle = active_cue(context), handle
        self._values: dict[str, object] = {}
        if handle.kind == SPOT:
            self._world = object_of(cue, handle).matrix_world.copy()
            return
        for name in _changed(handle):
            value = getattr(cue.parameters, name)
            self._values[name] = tuple(value) if hasattr(value, "__len__") else value

    def restore(self, context: bpy.types.Context) -> None:
        cue = active_cue(context)
        if self._handle.kind == SPOT:
            object_of(cue, self._handle).matrix_world = self._world
        for name, value in self._values.items():
            setattr(cue.parameters, name, value)


def _changed(handle: Handle) -> list[str]:
    """Names of the settings that a drag of an arrow may change, in an order to restore them."""
    if handle.kind == BLOW:
        return ["force", "impulse", "strength", "direction"]
    turned = ["heading", "use_heading"] if handle.turns else []
    return [*turned, *(["speed"] if handle.hastens else [])]


def drag(context: bpy.types.Context, handle: Handle, to: Vector, is_coarse: bool) -> None:
    """Bring the tip of a handle near to a place."""
    cue = active_cue(context)
    if handle.kind == WAY:
        drag_way(handle, cue.parameters, to, is_coarse)
    elif handle.kind == BLOW:
        drag_push(handle, cue.parameters, to)
    else:
        thing = object_of(cue, handle)
        world = thing.matrix_world.copy()
        world.translation = to
        thing.matrix_world = world


def place_below(
    region: bpy.types.Region, view: bpy.types.RegionView3D, at: tuple[int, int], level: Vector
) -> Vector:
    """Where the line of sight through a pixel meets the level of a point, or, where it is too flat
    for that, the plane through the point that faces the view.
    """
    origin, sight = (
        look(region, view, at) for look in (region_2d_to_origin_3d, region_2d_to_vector_3d)
    )
    normal = UP if abs(sight.z) > FLATTEST else view.view_rotation @ UP
    found = intersect_line_plane(origin, origin + sight, level, normal)
    if found is None:
        return level.copy()
    found.z = level.z
    return found
