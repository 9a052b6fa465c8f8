"""The handles of the active cue as gizmos of the viewport."""

from __future__ import annotations

import bpy
import numpy as np
from bpy_extras.view3d_utils import location_3d_to_region_2d
from mathutils import Vector

from ..active_cue import active_cue
from ..run_state import CURRENT
from .drag_handle import FOOTFALL_OT_drag_handle
from .handles import SPOT, WAY, Handle, handles_of
from .palette import WHITE, color_of
from .pencil import Lines, Point, Shapes, draw_text, text_size
from .switches import has_cues, switches

MOST = 4  # handles of one cue
WIDTH, NEAR = 3.0, 9.0  # [pixel] of an arrow's shaft; from a handle, where it is under the pointer
DOT, RING = 6.0, 2.0  # [pixel] of a spot
HEAD, HALF = 0.18, 0.09  # [m] of an arrow's head
CALM, LIVELY = 0.75, 1.0  # alpha, not under the pointer and under it
ROUND = 20  # corners of a dot


class FOOTFALL_GT_handle(bpy.types.Gizmo):
    """An arrow or a dot of the active cue."""

    bl_idname = "FOOTFALL_GT_handle"
    __slots__ = ("handle",)

    def setup(self):
        self.handle = None

    def draw(self, context):
        if self.handle is not None:
            draw_handle(context, self.handle, self.is_highlight or self.is_modal)

    def test_select(self, context, location):
        if self.handle is None:
            return -1
        near = NEAR * context.preferences.system.ui_scale
        return 0 if distance_to(context, self.handle, Vector(location)) <= near else -1


class FOOTFALL_GGT_cue(bpy.types.GizmoGroup):
    """The handles of the active cue."""

    bl_idname = "FOOTFALL_GGT_cue"
    bl_label = "Cue"
    bl_space_type = "VIEW_3D"
    bl_region_type = "WINDOW"
    bl_options = {"PERSISTENT", "SHOW_MODAL_ALL"}

    @classmethod
    def poll(cls, context):
        can_change = not CURRENT.running and context.scene.library is None
        return can_change and switches(context).gizmos and has_cues(context)

    def setup(self, context):
        for number in range(MOST):
            gizmo = self.gizmos.new(FOOTFALL_GT_handle.bl_idname)
            gizmo.use_draw_modal = True
            drag = gizmo.target_set_operator(FOOTFALL_OT_drag_handle.bl_idname)
            drag.number = number

    def draw_prepare(self, context):
        handles = handles_of(context)
        for number, gizmo in enumerate(self.gizmos):
            gizmo.handle = handles[number] if number < len(handles) else None
            gizmo.hide = gizmo.handle is None


def draw_all(context: bpy.types.Context) -> None:
    """Find and draw the handles of the active cue, as the gizmos do it."""
    for handle in handles_of(context):
        draw_handle(context, handle, is_lively=False)


def distance_to(context: bpy.types.Context, handle: Handle, point: Vector) -> float:
    """From a place of the region to a handle [pixel]; the base of an arrow does not count."""
    base, tip = _in_region(context, handle.base), _in_region(context, handle.tip)
    if base is None or tip is None:
        return float("inf")
    if handle.kind == SPOT:
        return max((point - tip).length - DOT * context.preferences.system.ui_scale, 0.0)
    middle = base.lerp(tip, 0.5)
    way = tip - middle
    share = 1.0 if not way.length else (point - middle).dot(way) / way.length_squared
    return (point - middle.lerp(tip, min(max(share, 0.0), 1.0))).length


def draw_handle(context: bpy.types.Context, handle: Handle, is_lively: bool) -> None:
    """Draw an arrow or a dot, with its value while the pointer is over it."""
    scale = context.preferences.system.ui_scale
    color = color_of(context, active_cue(context).skill, LIVELY if is_lively else CALM)
    tip = _in_region(context, handle.tip)
    if tip is None:
        return
    shapes = Shapes()
    if handle.kind == SPOT:
        radius = (DOT + RING) * scale
        shapes.polygon(_circle(tip, radius), (*WHITE, LIVELY if is_lively else CALM))
        shapes.polygon(_circle(tip, DOT * scale), (*color[:3], 1.0))
        shapes.draw()
    else:
        _draw_arrow(context, shapes, handle, color, scale * WIDTH)
    if is_lively or handle.kind == WAY:
        size = text_size(context)
        draw_text(handle.text, tip.x + size, tip.y + size, size, (*WHITE, 1.0), has_shadow=True)


def _draw_arrow(
    context: bpy.types.Context, shapes: Shapes, handle: Handle,
    color: tuple[float, float, float, float], width: float,
) -> None:  # fmt: skip
    """A shaft of even width, and a head that lies on the ground or, of a push, faces the view."""
    way, up = (handle.tip - handle.base).normalized(), Vector((0.0, 0.0, 1.0))
    aside = way.cross(up if handle.kind == WAY else context.region_data.view_rotation @ up)
    aside = aside.normalized() if aside.length > 1e-3 else Vector((1.0, 0.0, 0.0))
    neck = handle.tip - way * HEAD * handle.metre
    half = aside * HALF * handle.metre
    points = [handle.base, neck, handle.tip, neck + half, neck - half]
    flat = [_in_region(context, point) for point in points]
    if any(point is None for point in flat):
        return
    base, neck, tip, left, right = ((point.x, point.y) for point in flat)
    line = np.array([(*base, 0.0), (*neck, 0.0)], np.float32)
    Lines(line, color).draw(width)
    shapes.polygon([tip, left, right], color)
    shapes.draw()


def _circle(middle: Vector, radius: float) -> list[Point]:
    turns = np.linspace(0.0, 2.0 * np.pi, ROUND, endpoint=False)
    return [(middle.x + radius * np.cos(t), middle.y + radius * np.sin(t)) for t in turns]


def _in_region(context: bpy.types.Context, point: Vector) -> Vector | None:
    return location_3d_to_region_2d(context.region, context.region_data, point)
