"""The crowd panel: bodies, places, behaviour, and operations on single members."""

from __future__ import annotations

import bpy

from ..catalogue.crowds import CROWD_BEHAVIOURS
from ..crowd.description import PARTS
from ..operators.crowd_choice import active_light, active_member
from ..operators.crowd_properties import part_name, share_name
from ..rigs.blender.crowd_scene import LOCKED, crowd_of
from ..rigs.blender.unfinished_crowd import unfinished_of
from .crowd_looks import draw_looks
from .output import draw_optional
from .run import draw_end, draw_progress
from .sidebar import LARGE, OwnPanel


class FOOTFALL_PT_crowd(OwnPanel, bpy.types.Panel):
    bl_idname = "FOOTFALL_PT_crowd"
    bl_label = "Crowd"

    def draw(self, context):
        layout = self.layout
        layout.use_property_split = True
        layout.use_property_decorate = False
        run, settings = context.window_manager.footfall, context.scene.footfall.crowd
        column = layout.column()
        column.enabled = not run.running
        column.prop(settings, "count")
        draw_behaviours(column, settings)
        draw_make(layout, run)
        column = layout.column()
        column.enabled = not run.running
        draw_member(column, context)
        column.prop(settings, "seed")
        draw_place(column.column(align=True), settings)
        draw_mix(column.column(align=True), settings)
        draw_manner(column.column(align=True), settings)
        draw_body(column.column(align=True), settings)
        draw_looks(column.column(align=True), settings)
        for name in ("recover", "hanging", "members", "workers", "keep_finished"):
            column.prop(settings, name)


def draw_behaviours(layout, settings):
    """All of them, so that choosing takes one click, in two columns, so that the button below does
    not end up under the window.
    """
    grid = layout.grid_flow(columns=2, even_columns=True, align=True)
    grid.use_property_split = False
    grid.prop(settings, "behaviour", expand=True)


def draw_make(layout, run):
    """The button, or how far the present run is: the first panel, which shows it, may be scrolled
    out of sight.
    """
    if run.running:
        draw_progress(layout, run)
        draw_end(layout, run)
        return
    make = layout.row()
    make.scale_y = LARGE  # above what is set less often, so that it is not below the window
    make.operator("footfall.crowd", icon="COMMUNITY")


def draw_place(layout, settings):
    layout.prop(settings, "surface")
    if settings.surface is None:
        layout.prop(settings, "area")
    elif settings.surface.type == "CURVE":
        layout.prop(settings, "width")
    layout.prop(settings, "spacing")


def draw_mix(layout, settings):
    """The shares of members that do something else."""
    layout.prop(settings, "mixed")
    if settings.mixed:
        for name in CROWD_BEHAVIOURS:
            if name != settings.behaviour:
                layout.prop(settings, share_name(name))


def draw_manner(layout, settings):
    does = [CROWD_BEHAVIOURS[name] for name in (settings.behaviour, *settings.shares)]
    if any(behaviour.dances for behaviour in does):
        layout.prop(settings, "bpm")
        layout.prop(settings, "dances")
    if any(behaviour.sits or behaviour.queues for behaviour in does):
        layout.prop(settings, "stay")
    if any(behaviour.sits for behaviour in does):
        layout.prop(settings, "start_seated")
    if any(behaviour.together for behaviour in does):
        layout.prop(settings, "together")
    if any(behaviour.walks for behaviour in does):
        if any(behaviour.has_goals for behaviour in does):
            layout.prop(settings, "goals")
        layout.prop(settings, "speed")
        for name in ("step_period", "step_height"):
            draw_optional(layout, settings, f"use_{name}", name)
        layout.prop(settings, "styles")


def draw_body(layout, settings):
    """Settings of the bodies' variation, as a whole or part by part."""
    whole = layout.column()
    whole.active = not settings.by_part
    whole.prop(settings, "variation")
    layout.prop(settings, "by_part")
    if settings.by_part:
        for part in PARTS:
            layout.prop(settings, part_name(part))


def draw_member(layout, context):
    """Operators on the active member."""
    member, light = active_member(context), active_light(context)
    if member is None and light is None:
        return
    box = layout.box().column(align=True)
    box.label(text=(member or light).name, icon="ARMATURE_DATA", translate=False)
    if member is not None:
        box.prop(member, f'["{LOCKED}"]', text="Locked")
    else:
        box.prop(context.scene.footfall.crowd, "numbers")
    if unfinished_of(crowd_of(member or light)):
        box.operator("footfall.complete_crowd", icon="PLAY")
    row = box.row(align=True)
    row.operator("footfall.roll_members", icon="FILE_REFRESH").everyone = False
    row.operator("footfall.roll_members", text="Roll All").everyone = True
    box.operator("footfall.delete_members", icon="TRASH")
    row = box.row(align=True)
    row.operator("footfall.make_members_light").boxes = False
    row.operator("footfall.make_members_light", text="Boxes").boxes = True
    for name in ("make_members_full", "kinds_by_distance", "export_crowd"):
        box.operator(f"footfall.{name}")
