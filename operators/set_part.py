"""Use Selected As: makes objects ground, obstacles, props or pushes, or none of these."""

import bpy
from bpy.props import EnumProperty, StringProperty

from ..rigs.blender.scene_parts import NOTHING, PUSH
from .part_properties import PARTS


class FOOTFALL_OT_set_part(bpy.types.Operator):
    """Say what the selected objects are to the character: ground, obstacles, props, or pushes"""

    bl_idname = "footfall.set_part"
    bl_label = "Use Selected As"
    bl_options = {"REGISTER", "UNDO"}

    part: EnumProperty(name="Part", description="What they are to the character", items=PARTS)
    object: StringProperty(
        name="Object", description="The name of the only one to change; the selected ones if empty"
    )

    @classmethod
    def poll(cls, context):
        return not context.window_manager.footfall.running

    def execute(self, context):
        changed = [thing for thing in self._chosen(context) if self._suits(thing)]
        if not changed:
            kind = "an empty" if self.part == PUSH else "a mesh"
            self.report({"ERROR"}, f"Nothing selected can be that: select {kind}.")
            return {"CANCELLED"}
        for thing in changed:
            thing.footfall_part.part = self.part
        return {"FINISHED"}

    def _chosen(self, context):
        if self.object:
            return [thing for thing in context.scene.objects if thing.name == self.object]
        return [thing for thing in context.scene.objects if thing.select_get()]

    def _suits(self, thing):
        if self.part == NOTHING:
            return thing.is_property_set("footfall_part")
        return thing.type == ("EMPTY" if self.part == PUSH else "MESH")
