"""The body editor: factors on the rig's measurements, part by part."""

from __future__ import annotations

import bpy

from ..operators.body_properties import SENTENCES, factor_name, kinds_of, parts_of
from ..operators.chosen import chosen_armature
from ..operators.found_bones import kind_of_body
from ..operators.skill_properties import title
from .parameters import draw_automatic
from .sidebar import RigPanel
from .table import draw_head, draw_line


class FOOTFALL_PT_body(RigPanel, bpy.types.Panel):
    bl_idname = "FOOTFALL_PT_body"
    bl_label = "Body"

    def draw(self, context):
        layout = self.layout
        layout.enabled = not context.window_manager.footfall.running
        armature = chosen_armature(context)
        settings = armature.footfall
        draw_mass(layout, context.scene.footfall)
        table = layout.column(align=True)
        draw_head(table, *map(title, SENTENCES))
        for part in parts_of(kind_of_body(armature)):
            cells = draw_line(table, title(part), len(SENTENCES))
            for kind in SENTENCES:
                if kind in kinds_of(part):
                    cells.prop(settings.body, factor_name(part, kind), text="")
                else:
                    cells.label(text="")
        plans = layout.column(align=True)
        plans.label(text="Plans to Get Up")
        plans.prop(settings, "plans", text="")


def draw_mass(layout, settings):
    """The mass of the whole body: set by hand, or greyed as the rig's size gives it."""
    row = layout.row()
    row.use_property_split = True
    row.use_property_decorate = False
    shown = "mass" if settings.use_mass else "measured_mass"
    draw_automatic(row, settings, "use_mass", (settings, shown), heading="Mass (kg)")
