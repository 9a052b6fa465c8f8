"""Show Skeleton: the simulated skeleton of the rig, drawn over it in the viewport."""

from __future__ import annotations

from contextlib import suppress

import bpy

from ..base.errors import FootfallError
from ..rigs.blender.overlay import Overlay
from .chosen import can_change, chosen_armature
from .previewing import active_preview
from .refusals import reports_errors
from .rig_run import read_chosen_rig
from .run_state import CURRENT
from .scene_shot import footprints_in_play

LOOK = 0.5  # [s] between two checks for changes of the rig
_overlay: Overlay | None = None
_read: tuple[object, ...] = ()  # what the overlay's rig was read from


class FOOTFALL_OT_overlay(bpy.types.Operator):
    """Draw the simulation skeleton over the rig, and footprints: those out of reach are red"""

    bl_idname = "footfall.overlay"
    bl_label = "Show Skeleton"
    bl_options = {"REGISTER"}

    @classmethod
    def poll(cls, context):
        return CURRENT.overlay or can_change(cls, context)

    @reports_errors
    def execute(self, context):
        if _overlay is not None:
            hide_overlay()
            return {"FINISHED"}
        show_overlay(context)
        return {"FINISHED"}


def show_overlay(context):
    """Show the chosen rig's skeleton. Raises FootfallError."""
    global _overlay, _read
    _overlay, _read = Overlay(read_chosen_rig(context), footprints), reading(context)
    CURRENT.overlay = True
    if not bpy.app.background:
        bpy.app.timers.register(look_again, first_interval=LOOK, persistent=True)
    redraw(context)


def footprints():
    """Footprints of all cues of the present scene, active or not; none while they are invalid."""
    with suppress(FootfallError):
        return footprints_in_play(bpy.context.scene)
    return []


def hide_overlay():
    """Stop drawing, and remove the timer."""
    global _overlay
    if _overlay is not None:
        _overlay.remove()
        _overlay = None
        redraw(bpy.context)
    CURRENT.overlay = False
    if bpy.app.timers.is_registered(look_again):
        bpy.app.timers.unregister(look_again)


def look_again():
    """Timer step: read the rig anew when it has changed."""
    global _read
    context = bpy.context
    if active_preview() is None and not CURRENT.running and (now := reading(context)) != _read:
        _read = now
        with suppress(FootfallError):  # the panel shows the error in red
            _overlay.rig = read_chosen_rig(context)
        redraw(context)
    return LOOK


def reading(context):
    """Everything that a rig is measured from and that an artist may change."""
    armature = chosen_armature(context)
    if armature is None or armature.mode == "EDIT":
        return _read
    bones = armature.data.bones
    matrices = [0.0] * 16 * len(bones)
    bones.foreach_get("matrix_local", matrices)
    picks = tuple(armature.footfall.picks().items())
    return armature.as_pointer(), tuple(bones.keys()), tuple(matrices), picks


def redraw(context):
    for window in context.window_manager.windows:
        for area in window.screen.areas:
            if area.type == "VIEW_3D":
                area.tag_redraw()
