"""The buttons that start and end a run, and its progress; they are above all settings."""

from __future__ import annotations

import textwrap

from ..operators.make_physical import carries_action
from ..operators.previewing import active_preview
from .sidebar import LINE


def draw_run(layout, run, armature):
    """The available buttons: to start a run, or to accept, stop or cancel the present one.

    Args:
        armature: the chosen one, or None.
    """
    if run.running or run.previewing:
        draw_progress(layout, run)
    buttons = layout.column(align=True)
    buttons.scale_y = 1.4
    if run.previewing:
        draw_accept(buttons)
    if run.can_stop_search:
        buttons.operator("footfall.stop_search", icon="SNAP_FACE")
    if run.running or run.previewing:
        buttons.operator("footfall.cancel", text="Cancel (Esc)", icon="X")
        return
    row = buttons.row(align=True)
    row.operator("footfall.preview", icon="PLAY")
    row.operator("footfall.preview", text="Steer", icon="EMPTY_ARROWS").steered = True
    buttons.operator("footfall.bake", icon="ARMATURE_DATA")
    if carries_action(armature):
        buttons.operator("footfall.make_physical", icon="ACTION")


def draw_accept(buttons):
    """The button, or its greyed name while there is no take to accept.

    Blender leaves a button greyed on which the pointer rests, as after a click on Make Physical,
    even when its operator has become available.
    """
    preview = active_preview()
    if preview is not None and preview.take is None:
        waits = buttons.row()
        waits.enabled = False
        waits.label(text="Accept", icon="CHECKMARK")
    else:
        buttons.operator("footfall.accept", icon="CHECKMARK")


def draw_progress(layout, run):
    """What the run is doing, on as many lines as needed, and its progress."""
    column = layout.column(align=True)
    for line in textwrap.wrap(run.note, LINE):
        column.label(text=line)
    column.progress(factor=run.progress, text=f"{round(100 * run.progress)} %")
