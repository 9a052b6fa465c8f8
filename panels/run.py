"""The buttons that start and end a run, its progress, and what it said when it ended."""

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
        draw_end(layout, run)
    else:
        draw_start(layout, armature)


def draw_start(layout, armature):
    """Bake, as high as Preview and Steer beside it together."""
    buttons = layout.column(align=True)
    row = buttons.row(align=True)
    bake = row.row(align=True)
    bake.scale_y = 2.0
    bake.operator("footfall.bake", icon="ARMATURE_DATA")
    others = row.column(align=True)
    others.operator("footfall.preview", icon="PLAY")
    others.operator("footfall.preview", text="Steer", icon="EMPTY_ARROWS").steered = True
    if carries_action(armature):
        buttons.operator("footfall.make_physical", icon="ACTION")


def draw_end(layout, run):
    """Accept, Stop Search and Cancel, as far as the present run has them."""
    buttons = layout.column(align=True)
    buttons.scale_y = 1.4
    if run.can_stop_search:
        buttons.operator("footfall.stop_search", icon="SNAP_FACE")
    row = buttons.row(align=True)
    if run.previewing:
        draw_accept(row)
    row.operator("footfall.cancel", text="Cancel (Esc)", icon="X")


def draw_result(layout, run):
    """The report of the last run, until the next one begins."""
    column = layout.column(align=True)
    column.alert = run.result_kind == "ERROR"
    icon = "INFO" if run.result_kind == "INFO" else "ERROR"
    for i, line in enumerate(textwrap.wrap(run.result, LINE)):
        column.label(text=line, icon="BLANK1" if i else icon, translate=False)


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
