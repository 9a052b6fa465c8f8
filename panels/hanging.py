"""Hanging Parts: what swings on the character, and the button that lets it."""

from __future__ import annotations

import bpy

from ..bodies.kinds import QUADRUPED
from ..operators.chosen import chosen_armature
from ..operators.found_bones import kind_of_body
from .sidebar import OwnRigPanel

ROWS = 3


class FOOTFALL_UL_hanging(bpy.types.UIList):
    bl_idname = "FOOTFALL_UL_hanging"

    def draw_item(self, context, layout, data, part, icon, active, active_property):
        layout.use_property_split = False  # the panel's splits put the check box in the middle
        row = layout.row(align=True)
        row.prop(part, "use", text="")
        names = row.split(factor=0.8)
        names.active = part.use
        names.label(text=part.name, translate=False)
        names.label(text=f"{part.count}", translate=False)


class FOOTFALL_PT_hanging(OwnRigPanel, bpy.types.Panel):
    bl_idname = "FOOTFALL_PT_hanging"
    bl_label = "Hanging Parts"

    def draw(self, context):
        layout = self.layout
        layout.use_property_split = True
        layout.use_property_decorate = False
        layout.enabled = not context.window_manager.footfall.running
        armature = chosen_armature(context)
        settings = armature.footfall.hanging
        layout.operator("footfall.find_hanging_parts", icon="VIEWZOOM")
        if kind_of_body(armature) == QUADRUPED:
            layout.prop(settings, "with_tail")
        if len(settings.parts):
            layout.template_list(
                "FOOTFALL_UL_hanging", "", settings, "parts", settings, "active", rows=ROWS
            )
            draw_part(layout, settings)
        if len(settings.left_alone):
            draw_left_alone(layout, settings)
        layout.prop(settings, "settled")
        layout.prop(settings, "with_bakes")
        row = layout.row(align=True)
        row.operator("footfall.add_hanging_motion", icon="FORCE_WIND")
        row.operator("footfall.remove_hanging_motion", text="", icon="X")


def draw_part(layout, settings):
    """The values of the chosen part."""
    if not 0 <= settings.active < len(settings.parts):
        return
    part = settings.parts[settings.active]
    column = layout.column()
    column.active = part.use
    if not part.is_soft:
        column.prop(part, "kind")
    if not part.is_soft:
        column.prop(part, "acts_on_body")
    for name in part.labels():
        if name != "weight" or part.acts_on_body:
            column.prop(part, name, slider=name not in ("bend", "frequency", "weight"))


def draw_left_alone(layout, settings):
    """How many bones do not hang; opened, a button for each, whose tooltip says why."""
    box = layout.box().column(align=True)
    box.use_property_split = False
    row = box.row()
    row.alignment = "LEFT"
    shown, count = settings.show_left_alone, len(settings.left_alone)
    said = bpy.app.translations.pgettext_iface("Left Alone")
    row.prop(settings, "show_left_alone", text=f"{said} ({count})", translate=False, emboss=False,
             icon="TRIA_DOWN" if shown else "TRIA_RIGHT")  # fmt: skip
    for alone in settings.left_alone if shown else ():
        row = box.row()
        row.alignment = "LEFT"
        button = row.operator("footfall.explain_left_alone", text=alone.name, translate=False,
                              icon="INFO", emboss=False)  # fmt: skip
        button.reason = alone.reason
