"""Remove Push: one less in the list."""

import bpy
from bpy.props import IntProperty


class FOOTFALL_OT_remove_push(bpy.types.Operator):
    """Take this push out of the list"""

    bl_idname = "footfall.remove_push"
    bl_label = "Remove Push"
    bl_options = {"REGISTER", "UNDO"}

    index: IntProperty(name="Index", description="Which one, counted from 0", min=0)

    @classmethod
    def poll(cls, context):
        return not context.window_manager.footfall.running

    def execute(self, context):
        context.scene.footfall.pushes.remove(self.index)
        return {"FINISHED"}
