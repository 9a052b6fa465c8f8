"""Save Style: the edited style is kept under a name, for any cue of any file."""

from __future__ import annotations

import bpy

from ..catalogue.styles import check_own_name, save_style
from ..errors import FootfallError
from .active_cue import active_cue, can_change_style


class FOOTFALL_OT_save_style(bpy.types.Operator):
    """Save the edited style under the name above, to be chosen in every skill's Style"""

    bl_idname = "footfall.save_style"
    bl_label = "Save Style"
    bl_options = {"REGISTER"}

    @classmethod
    def poll(cls, context):
        return can_change_style(cls, context)

    def execute(self, context):
        try:
            name = check_own_name(context.scene.footfall.style_name)
            save_style(active_cue(context).edited.content(name))
        except FootfallError as error:
            self.report({"ERROR"}, str(error))
            return {"CANCELLED"}
        self.report({"INFO"}, f"Saved the style {name}: choose it in the skill's Style")
        return {"FINISHED"}
