"""Add Push: the character will be pushed at the present frame."""

import bpy


class FOOTFALL_OT_add_push(bpy.types.Operator):
    """Push the character at the current frame"""

    bl_idname = "footfall.add_push"
    bl_label = "Add Push"
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context):
        return not context.window_manager.footfall.running

    def execute(self, context):
        push = context.scene.footfall.pushes.add()
        push.frame = context.scene.frame_current
        return {"FINISHED"}
