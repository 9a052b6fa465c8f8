"""Cues are moved and stretched with the mouse, by their strips over the timeline."""

from __future__ import annotations

import bpy

from ..run_state import CURRENT
from ..skill_properties import title
from .cue_times import TimesBefore, layout_of, scene_strips
from .strip_band import are_shown, hold
from .strips import BODY, END, Grip, dragged, grip_at
from .switches import redraw_editors

CURSORS = {BODY: "HAND", END: "MOVE_X"}
_over_strip = False  # whether the pointer has a cursor of ours


class FOOTFALL_OT_drag_cue(bpy.types.Operator):
    """Move the cue under the pointer along the timeline, or stretch it by its end"""

    bl_idname = "footfall.drag_cue"
    bl_label = "Drag Cue"
    bl_options = {"UNDO", "BLOCKING", "INTERNAL"}

    @classmethod
    def poll(cls, context):
        return _can_point(context)

    def invoke(self, context, event):
        self.grip = _grip_below(context, event)
        if self.grip is None:
            return {"PASS_THROUGH"}
        self.before, self.by = TimesBefore(context), 0
        self.per_frame = layout_of(context, context.region).per_frame
        self.began = event.mouse_region_x
        context.scene.footfall.active_cue = self.grip.index
        _point(context, self.grip)
        context.window_manager.modal_handler_add(self)
        return {"RUNNING_MODAL"}

    def modal(self, context, event):
        if event.type.startswith("TIMER"):
            return {"PASS_THROUGH"}  # a preview goes on
        if event.type in {"ESC", "RIGHTMOUSE"} and event.value == "PRESS":
            self.before.restore(context.scene)
            self.leave(context)
            return {"CANCELLED"}
        if event.type == "MOUSEMOVE":
            self.move(context, event)
        if event.type == "LEFTMOUSE" and event.value == "RELEASE":
            self.leave(context)
            if self.by:
                CURRENT.unfinished.clear()  # the last run was of other cues
            return {"FINISHED"}
        return {"RUNNING_MODAL"}

    def cancel(self, context):
        """Called by Blender when it opens another file."""
        self.before.restore(context.scene)

    def move(self, context, event):
        by = round((event.mouse_region_x - self.began) / self.per_frame)
        if by == self.by:
            return
        self.by, before = by, self.before
        change = dragged(before.times, self.grip, by, before.start, before.last)
        before.apply(context.scene, change)
        self.tell(context, change)

    def tell(self, context, change):
        """Show the new frame in the editor's header."""
        cues = context.scene.footfall.cues
        said = [f"{title(cues[index].skill)}: {frame}" for index, frame in change.frames.items()]
        if change.last is not None:
            said.append(f"{title(cues[self.grip.index].skill)}: – {change.last}")
        context.area.header_text_set(", ".join(said))
        redraw_editors(context, "VIEW_3D", "DOPESHEET_EDITOR")

    def leave(self, context):
        context.area.header_text_set(None)
        redraw_editors(context, "VIEW_3D", "DOPESHEET_EDITOR")


class FOOTFALL_OT_point_at_cue(bpy.types.Operator):
    """Show by the cursor what can be dragged of the cue under the pointer"""

    bl_idname = "footfall.point_at_cue"
    bl_label = "Point at Cue"
    bl_options = {"INTERNAL"}

    @classmethod
    def poll(cls, context):
        return _can_point(context)

    def invoke(self, context, event):
        _point(context, _grip_below(context, event))
        return {"PASS_THROUGH"}


def _can_point(context: bpy.types.Context) -> bool:
    area, region = context.area, context.region
    is_timeline = area is not None and area.type == "DOPESHEET_EDITOR" and region.type == "WINDOW"
    can_change = not CURRENT.running and context.scene.library is None
    return is_timeline and can_change and are_shown(context)


def _grip_below(context: bpy.types.Context, event: bpy.types.Event) -> Grip | None:
    layout = layout_of(context, context.region)
    return grip_at(scene_strips(context), layout, event.mouse_region_x, event.mouse_region_y)


def _point(context: bpy.types.Context, grip: Grip | None) -> None:
    """Highlight what the pointer is over, with a cursor for it."""
    global _over_strip
    if hold(grip):
        redraw_editors(context, "DOPESHEET_EDITOR")
    if grip is not None:
        context.window.cursor_set(CURSORS[grip.part])
    elif _over_strip:
        context.window.cursor_set("DEFAULT")
    _over_strip = grip is not None
