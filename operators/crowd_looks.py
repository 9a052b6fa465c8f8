"""Add and remove what varies the looks of a crowd's members, and the wish that the list makes.

No postponed annotations here: Blender reads them as definitions of properties.
"""

import bpy
from bpy.props import EnumProperty, IntProperty

from ..base.errors import InvalidInput
from ..rigs.blender.crowd_looks import WantedLooks
from .crowd_look_properties import KEY, LOOK_KINDS, MATERIALS, PARTS
from .refusals import reports_errors
from .skill_properties import shortest


class FOOTFALL_OT_add_look(bpy.types.Operator):
    """Let members of the next crowd differ in one more thing"""

    bl_idname = "footfall.add_look"
    bl_label = "Add Look"
    bl_options = {"REGISTER", "UNDO"}

    kind: EnumProperty(name="Kind", description="What varies", items=LOOK_KINDS)

    def execute(self, context):
        context.scene.footfall.crowd.looks.add().kind = self.kind
        return {"FINISHED"}


class FOOTFALL_OT_remove_look(bpy.types.Operator):
    """Take this out of what members of the next crowd differ in"""

    bl_idname = "footfall.remove_look"
    bl_label = "Remove Look"
    bl_options = {"REGISTER", "UNDO"}

    index: IntProperty(name="Number", description="In the list, from 0", min=0)

    @classmethod
    def poll(cls, context):
        return len(context.scene.footfall.crowd.looks) > 0

    @reports_errors
    def execute(self, context):
        looks = context.scene.footfall.crowd.looks
        if self.index >= len(looks):
            raise InvalidInput(f"The looks of the crowd are {len(looks)}: none has this number.")
        looks.remove(self.index)
        return {"FINISHED"}


def wanted_looks(settings) -> WantedLooks:
    """What the crowd panel wants to vary. Raises InvalidInput where a field is empty or twice."""
    collections, prefixes, keys = {}, [], {}
    for look in settings.looks:
        name = _name(look)
        if look.kind == PARTS:
            _check_new(name, collections)
            collections[name] = shortest(look.chance)
        elif look.kind == MATERIALS:
            prefixes.append(name)
        else:
            _check_new(name, keys)
            low, high = map(shortest, look.range)
            keys[name] = (low, high)
    return WantedLooks(collections=collections, prefixes=prefixes, keys=keys)


def _name(look) -> str:
    if look.kind == PARTS:
        if look.collection is None:
            raise InvalidInput("Choose the collection of the parts that members may have.")
        return look.collection.name
    name = look.prefix if look.kind == MATERIALS else look.key
    if not name:
        empty = {MATERIALS: "Begins With of the materials", KEY: "the Name of the shape key"}
        raise InvalidInput(f"Fill in {empty[look.kind]} that members vary in.")
    return name


def _check_new(name, there) -> None:
    if name in there:
        raise InvalidInput(f"The looks of a crowd have {name!r} twice.")
