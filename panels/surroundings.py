"""The surroundings panel: ground, obstacles, props, pushes."""

from __future__ import annotations

import bpy

from ..operators.part_properties import PARTS
from ..rigs.blender.scene_parts import (
    BLAST,
    GROUND,
    NOTHING,
    OBSTACLE,
    PROP,
    PUSH,
    QUEUE,
    SEAT,
    SINK,
    SOURCE,
    parts_of,
)
from .language import translated
from .sidebar import SidebarChild

SHOWN = {
    GROUND: (),
    OBSTACLE: ("shape", "friction"),
    PROP: ("mass", "shape", "friction"),
    PUSH: ("strength", "direction", "segment"),
    SOURCE: ("rate",),
    SINK: (),
    SEAT: ("place", "turned"),
    QUEUE: ("spacing",),
    BLAST: ("moves", "frame", "impulse", "radius", "reaction", "noticed"),
}
SHOWN_OF_TYPE = {
    (SOURCE, "CURVE"): ("width",),
    (SINK, "CURVE"): ("width",),
    (QUEUE, "EMPTY"): ("room",),
}
ICONS = {PUSH: "EMPTY_DATA", BLAST: "EMPTY_DATA"}
KEYED = ("strength", "rate")  # over time


class FOOTFALL_PT_surroundings(SidebarChild, bpy.types.Panel):
    bl_idname = "FOOTFALL_PT_surroundings"
    bl_label = "Surroundings"

    def draw(self, context):
        layout = self.layout
        layout.use_property_split = True
        layout.use_property_decorate = False
        layout.enabled = not context.window_manager.footfall.running
        layout.prop(context.scene.footfall, "ground_friction", text="Friction")
        layout.operator_menu_enum("footfall.set_part", "part", text="Use Selected As")
        for part, label, _ in PARTS:
            if part != NOTHING:
                draw_parts(layout, context, part, label)


def draw_parts(layout, context, part, label):
    """Each object with a part, its settings, and a button that removes its part."""
    for thing in parts_of(context.scene, part):
        box = layout.box()
        row = box.row()
        shown = translated("{part}: {object}", part=label, object=thing.name)
        row.label(text=shown, icon=ICONS.get(part, "MESH_DATA"))
        remove = row.operator("footfall.set_part", text="", icon="X")
        remove.part, remove.object = NOTHING, thing.name
        for name in (*SHOWN[part], *SHOWN_OF_TYPE.get((part, thing.type), ())):
            line = box.row()
            line.use_property_decorate = name in KEYED
            line.active = name != "frame" or not thing.footfall_part.moves
            line.prop(thing.footfall_part, name)
