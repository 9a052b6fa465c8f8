"""Use Rig: picks an armature of the scene as the one to animate."""

import bpy
from bpy.props import StringProperty


class FOOTFALL_OT_choose_rig(bpy.types.Operator):
    """Animate this armature, and make it the active object"""

    bl_idname = "footfall.choose_rig"
    bl_label = "Use Rig"
    bl_options = {"REGISTER", "UNDO"}

    rig: StringProperty(
        name="Rig", description="The armature's name; the only one of the scene if empty"
    )

    @classmethod
    def poll(cls, context):
        if context.window_manager.footfall.running:
            cls.poll_message_set("A bake is running: wait for it or press Esc")
            return False
        if not armatures_here(context):
            cls.poll_message_set("There is no armature in this view layer: add one")
            return False
        return True

    def execute(self, context):
        found = armatures_here(context)
        named = [rig for rig in found if rig.name == self.rig] if self.rig else found
        if len(named) != 1:
            self.report({"ERROR"}, "Choose an armature in the Footfall panel: there are several.")
            return {"CANCELLED"}
        (rig,) = named
        if context.mode != "OBJECT":  # another rig's mode would keep this one from being active
            bpy.ops.object.mode_set(mode="OBJECT")
        context.scene.footfall.armature = None  # what is active is animated
        bpy.ops.object.select_all(action="DESELECT")
        rig.select_set(True)
        context.view_layer.objects.active = rig
        return {"FINISHED"}


def armatures_here(context):
    """The armatures that are shown in the view layer."""
    return [
        thing
        for thing in context.view_layer.objects
        if thing.type == "ARMATURE" and thing.visible_get()
    ]
