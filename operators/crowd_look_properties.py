"""One thing by which the looks of a crowd's members vary, as the panel lists them.

No postponed annotations here: Blender reads them as definitions of properties.
"""

import bpy
from bpy.props import (
    EnumProperty,
    FloatProperty,
    FloatVectorProperty,
    PointerProperty,
    StringProperty,
)
from bpy.types import PropertyGroup

from ..crowd.looks import KEY_LIMIT

PARTS, MATERIALS, KEY = "PARTS", "MATERIALS", "KEY"
LOOK_KINDS = (
    (PARTS, "Parts", "Each member has one of the objects in a collection, as a hat or a bag"),
    (MATERIALS, "Materials", "Each member has one of the materials whose names begin alike"),
    (KEY, "Shape Key", "Each member has a value of its own, and so a mesh of its own"),
)


class FOOTFALL_PG_look(PropertyGroup):
    """What members of a crowd have one of, or a value of."""

    kind: EnumProperty(name="Kind", description="What varies", items=LOOK_KINDS)
    collection: PointerProperty(
        name="Collection",
        description="Its meshes are the options; a rig of the crowd moves each of them",
        type=bpy.types.Collection,
    )
    chance: FloatProperty(
        name="Chance",
        description="The share of members that have one of them",
        default=1.0,
        min=0.0,
        max=1.0,
        subtype="FACTOR",
    )
    prefix: StringProperty(
        name="Begins With",
        description="Materials of the file whose names begin so are the options, wherever a "
        "member's meshes have one of them",
    )
    key: StringProperty(name="Name", description="Of the shape key, on any mesh of the rigs")
    range: FloatVectorProperty(
        name="Values",
        description="Lowest and highest",
        size=2,
        default=(0.0, 1.0),
        min=-KEY_LIMIT,
        max=KEY_LIMIT,
    )
