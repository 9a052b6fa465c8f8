"""The part of the crowd panel with what the members' looks vary in."""

from __future__ import annotations

import bpy

from ..operators.crowd_look_properties import KEY, MATERIALS, PARTS

FIELDS = {PARTS: ("collection", "chance"), MATERIALS: ("prefix",), KEY: ("key", "range")}
ICONS = {PARTS: "OUTLINER_COLLECTION", MATERIALS: "MATERIAL", KEY: "SHAPEKEY_DATA"}
TITLES = {PARTS: "Parts", MATERIALS: "Materials", KEY: "Shape Key"}


def draw_looks(layout: bpy.types.UILayout, settings: bpy.types.PropertyGroup) -> None:
    """What is listed, each with its fields, and a menu of the kinds that can be added."""
    layout.label(text="Looks")
    for index, look in enumerate(settings.looks):
        box = layout.box().column(align=True)
        head = box.row()
        head.label(text=TITLES[look.kind], icon=ICONS[look.kind])
        head.operator("footfall.remove_look", text="", icon="X", emboss=False).index = index
        for name in FIELDS[look.kind]:
            box.prop(look, name)
    layout.operator_menu_enum("footfall.add_look", "kind", text="Add Look", icon="ADD")
