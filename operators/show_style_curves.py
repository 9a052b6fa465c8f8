"""Edit as F-Curves: shows the edited style's curves in Blender's graph editor."""

from __future__ import annotations

import bpy

from ..rigs.blender.style_curves import remove_curves, show_curves
from .active_cue import active_cue, can_change_style


class FOOTFALL_OT_show_style_curves(bpy.types.Operator):
    """Show the style's curves as F-curves of an empty, in degrees over one stride of 24 frames"""

    bl_idname = "footfall.show_style_curves"
    bl_label = "Edit as F-Curves"
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context):
        return can_change_style(cls, context)

    def execute(self, context):
        cue = active_cue(context)
        if cue.edited.shown is not None:
            remove_curves(cue.edited.shown)
        name = cue.parameters.style
        cue.edited.shown = show_curves(context.scene, name, cue.edited.curves())
        return {"FINISHED"}
