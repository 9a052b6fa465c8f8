"""Cues drawn over the timeline and the dope sheet."""

from __future__ import annotations

from typing import Any

import bpy

from ..skill_properties import title
from .cue_times import has_room, layout_of, scene_strips
from .palette import Color, color_of, text_on, timeline_colors
from .pencil import Shapes, draw_text, text_size
from .strips import END, Grip, Layout, Strip
from .switches import has_cues, switches

ALPHA, FAINT = 0.85, 0.45  # of the active strip and of the others
BORDER, GAP, INSIDE = 1.5, 1.0, 6.0  # [pixel] around the active strip, between two, before a name
FOLLOWS = 5.0  # [pixel], slant of the beginning of a cue that follows another one
HANDLE = 3.0  # [pixel], width of an end that is held
held: Grip | None = None  # what the pointer is over or drags
_handles: list[Any] = []


def register() -> None:
    _handles.append(
        bpy.types.SpaceDopeSheetEditor.draw_handler_add(_draw, (), "WINDOW", "POST_PIXEL")
    )


def unregister() -> None:
    while _handles:
        bpy.types.SpaceDopeSheetEditor.draw_handler_remove(_handles.pop(), "WINDOW")


def are_shown(context: bpy.types.Context) -> bool:
    """Whether the present editor shows strips."""
    overlays = getattr(context.space_data, "overlays", None)  # Blender 4.5 and later
    if overlays is not None and not overlays.show_overlays:
        return False
    return switches(context).strips and has_cues(context)


def hold(grip: Grip | None) -> bool:
    """Highlight what the pointer is over; returns whether that is another than before."""
    global held
    is_other, held = grip != held, grip
    return is_other


def _draw() -> None:
    context = bpy.context
    if are_shown(context):
        draw_all(context)


def draw_all(context: bpy.types.Context) -> None:
    """Draw the strips of the scene's cues."""
    region = context.region
    layout, scale = layout_of(context, region), context.preferences.system.ui_scale
    shown = [s for s in scene_strips(context) if _is_in(s, layout, region.width)]
    shapes = Shapes()
    for strip in shown:
        _add(context, shapes, strip, layout, scale)
    shapes.draw()
    for strip in shown if has_room(context, region) else ():
        _name(context, strip, layout, region.width, scale)


def _is_in(strip: Strip, layout: Layout, width: float) -> bool:
    return layout.x(strip.last) >= -layout.reach and layout.x(strip.first) <= width + layout.reach


def _color(context: bpy.types.Context, strip: Strip) -> Color:
    settings = context.scene.footfall
    alpha = ALPHA if strip.index == settings.active_cue else FAINT
    return color_of(context, settings.cues[strip.index].skill, alpha)


def _add(
    context: bpy.types.Context, shapes: Shapes, strip: Strip, layout: Layout, scale: float
) -> None:
    settings, color = context.scene.footfall, _color(context, strip)
    is_active = strip.index == settings.active_cue
    line = timeline_colors(context)[1]
    if strip.is_event:
        x, y = layout.x(strip.first), layout.event_y()
        shapes.box(x - GAP / 2, layout.bottom, x + GAP / 2, y, (*color[:3], ALPHA))
        shapes.diamond(x, y, layout.reach, line if is_active else (*color[:3], 1.0))
        shapes.diamond(x, y, layout.reach - BORDER * scale, (*color[:3], 1.0))
        return
    left, right = layout.x(strip.first), layout.x(strip.last) - GAP
    right, bottom, top = max(right, left + GAP), layout.bottom, layout.bottom + layout.height
    if settings.cues[strip.index].follows:
        slant = min(FOLLOWS * scale, right - left)
        corners = [(left, bottom), (right, bottom), (right, top), (left + slant, top)]
        shapes.polygon(corners, color)
    else:
        shapes.box(left, bottom, right, top, color)
    if is_active and top - bottom > 3 * BORDER * scale:
        shapes.frame(left, bottom, right, top, BORDER * scale, line)
    if held == Grip(strip.index, END):
        shapes.box(right - HANDLE * scale, bottom, right, top, line)


def _name(
    context: bpy.types.Context, strip: Strip, layout: Layout, width: float, scale: float
) -> None:
    cue, size = context.scene.footfall.cues[strip.index], text_size(context)
    name = bpy.app.translations.pgettext_iface(title(cue.skill))
    background, text = timeline_colors(context)
    if strip.is_event:
        x, y = layout.x(strip.first) + layout.reach + BORDER * scale, layout.event_y()
        draw_text(name, x, y - size / 3, size, text)
        return
    left = max(layout.x(strip.first), 0.0) + INSIDE * scale
    right = min(layout.x(strip.last), width) - INSIDE / 2 * scale
    y = layout.bottom + layout.height / 2 - size / 3
    color = text_on(_color(context, strip), background[:3])
    draw_text(name, left, y, size, color, room=right - left)
