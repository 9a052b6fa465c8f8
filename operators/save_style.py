"""Save Style: saves the edited style under a name, for any cue of any file."""

from __future__ import annotations

import bpy

from ..catalogue.styles import check_own_name
from .active_cue import active_cue, can_change_style
from .refusals import reports_errors
from .saved_styles import keep_style


class FOOTFALL_OT_save_style(bpy.types.Operator):
    """Save the edited style under the name above, to be chosen in every skill's Style"""

    bl_idname = "footfall.save_style"
    bl_label = "Save Style"
    bl_options = {"REGISTER"}

    @classmethod
    def poll(cls, context):
        return can_change_style(cls, context)

    @reports_errors
    def execute(self, context):
        name = check_own_name(context.scene.footfall.style_name)
        self.report(*keep_style(active_cue(context).edited.content(name)))
        return {"FINISHED"}
