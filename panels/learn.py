"""The learn panel: a name, and buttons that make a style or a controller from the animation.

The last button adjusts the clip of a run to the rig in the background.
"""

from __future__ import annotations

import textwrap

import bpy

from ..operators.improving import IMPROVING
from .sidebar import LINE, OwnRigPanel


class FOOTFALL_PT_learn(OwnRigPanel, bpy.types.Panel):
    bl_idname = "FOOTFALL_PT_learn"
    bl_label = "Learn"

    def draw(self, context):
        layout = self.layout
        layout.use_property_split = True
        layout.use_property_decorate = False
        layout.enabled = not context.window_manager.footfall.running
        layout.prop(context.scene.footfall, "style_name")
        layout.operator("footfall.style_from_action", icon="ACTION")
        layout.operator("footfall.learn_walk", icon="ARMATURE_DATA")
        layout.operator("footfall.improve_run", icon="MODIFIER")
        draw_improving(layout)


def draw_improving(layout):
    """The progress of the search, or how it ended."""
    column = layout.column(align=True)
    column.alert = IMPROVING.failed
    for line in textwrap.wrap(IMPROVING.note, LINE):
        column.label(text=line)
    if IMPROVING.process is not None:
        row = layout.split(factor=0.6, align=True)
        row.progress(factor=IMPROVING.progress, text=f"{round(100 * IMPROVING.progress)} %")
        row.operator("footfall.stop_improving", text="Stop")
