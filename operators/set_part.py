"""Use Selected As: makes objects ground, obstacles, props, pushes, or places of a crowd."""

import bpy
from bpy.props import EnumProperty, StringProperty

from ..rigs.blender.scene_parts import BLAST, NOTHING, PUSH, QUEUE, SINK, SOURCE
from .part_properties import PARTS

KINDS = {"EMPTY": "an empty", "MESH": "a mesh", "CURVE": "a curve"}


class FOOTFALL_OT_set_part(bpy.types.Operator):
    """Say what the selected objects are: ground, obstacles, props, pushes, places of a crowd"""

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
            kinds = " or ".join(KINDS[kind] for kind in suiting(self.part))
            self.report({"ERROR"}, f"Nothing selected can be that: select {kinds}.")
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
        return thing.type in suiting(self.part)


def suiting(part: str) -> tuple[str, ...]:
    """The types of objects that can have a part."""
    if part in (PUSH, BLAST):
        return ("EMPTY",)
    if part == QUEUE:
        return ("EMPTY", "CURVE")
    return ("MESH", "CURVE") if part in (SOURCE, SINK) else ("MESH",)
