"""Durations in the timeline's unit: in frames, or in seconds where it shows seconds.

Blender has no such preference for a scene: its unit system always shows times in seconds, and
Preferences > Interface > Timecode only sets the format of seconds. Artists switch View > Show
Seconds in the timeline and the other animation editors. So that option decides: a field has the
unit of the numbers above the keys, and the other unit is shown beside it.
"""

from __future__ import annotations

import bpy

BESIDE = 2.4  # width of the other unit's text, in Blender's interface unit


def shows_seconds(context: bpy.types.Context) -> bool:
    """Whether an animation editor of the window shows seconds instead of frames."""
    areas = context.screen.areas if context.screen else ()
    return any(getattr(area.spaces.active, "show_seconds", False) for area in areas)


def draw_duration(layout, context, group, name):
    """A duration in the timeline's unit, with the other unit beside it."""
    seconds, frames = getattr(group, name), getattr(group, f"{name}_frames")
    label = group.bl_rna.properties[name].name
    row = layout.row()
    if shows_seconds(context):
        row.prop(group, name, text=label)
        other = f"{frames:.4g} f"
    else:
        row.prop(group, f"{name}_frames", text=label)
        other = f"{round(seconds, 2):g} s"  # as many letters as there is room for
    beside = row.row()
    beside.ui_units_x = BESIDE
    beside.label(text=other)
