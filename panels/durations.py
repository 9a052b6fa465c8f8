"""Durations as the timeline counts: in frames, or in seconds where it shows seconds.

Blender has no such preference of its own for a scene: its unit system shows times in seconds
always, and Preferences > Interface > Timecode says how seconds are written, not whether. What an
artist switches is View > Show Seconds of the timeline and the other animation editors, so that
decides: a field is in the unit of the numbers that stand over the keys, and the other unit is
shown beside it.
"""

from __future__ import annotations

import bpy

BESIDE = 2.4  # width of the other unit, in Blender's own


def shows_seconds(context: bpy.types.Context) -> bool:
    """Whether an animation editor of the window shows seconds in place of frames."""
    areas = context.screen.areas if context.screen else ()
    return any(getattr(area.spaces.active, "show_seconds", False) for area in areas)


def draw_duration(layout, context, group, name):
    """A duration in the timeline's unit, and beside it in the other one."""
    seconds, frames = getattr(group, name), getattr(group, f"{name}_frames")
    label = group.bl_rna.properties[name].name
    row = layout.row()
    if shows_seconds(context):
        row.prop(group, name, text=label)
        other = f"{frames:.4g} f"
    else:
        row.prop(group, f"{name}_frames", text=label)
        other = f"{seconds:.4g} s"
    beside = row.row()
    beside.ui_units_x = BESIDE
    beside.label(text=other)
