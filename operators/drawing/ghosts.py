"""The path, the footprints and the character at each cue's begin, drawn in the viewport."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import bpy
import numpy as np

from ...rigs.blender.overlay import COLOR_OF
from ..chosen import chosen_armature
from ..kept_takes import KeptTake, take_of
from .cue_times import scene_strips
from .palette import Color, color_of
from .pencil import Lines, blending
from .switches import has_cues, switches
from .take_lines import body_lines, path_of, prints_of

FAINT, CLEAR = 0.16, 0.5  # alpha of ghosts: of all cues, and of the active one
ON_GROUND, PATH = 0.8, 0.6  # alpha of footprints and of the path
WIDTH = 1.5  # [pixel] of lines on the ground, at the usual size of the interface
_handles: list[Any] = []


@dataclass
class _Drawn:
    """Lines that were made for one take, so that they are not made anew for each redraw."""

    kept: KeptTake
    ground: list[Lines] = field(default_factory=list)
    bodies: dict[float, Any] = field(default_factory=dict)


_drawn: _Drawn | None = None


def register() -> None:
    _handles.append(
        bpy.types.SpaceView3D.draw_handler_add(_draw, (), "WINDOW", "POST_VIEW")
    )  # fmt: skip


def unregister() -> None:
    global _drawn
    while _handles:
        bpy.types.SpaceView3D.draw_handler_remove(_handles.pop(), "WINDOW")
    _drawn = None


def _draw() -> None:
    context = bpy.context
    if context.space_data.overlay.show_overlays and has_cues(context) and switches(context).ghosts:
        draw_all(context)


def draw_all(context: bpy.types.Context) -> None:
    """Draw path, footprints and bodies of the chosen rig's take, if it has one."""
    global _drawn
    kept = take_of(chosen_armature(context))
    if kept is None:
        return
    if _drawn is None or _drawn.kept is not kept:
        _drawn = _Drawn(kept, list(_ground(context, kept)))
    width = WIDTH * context.preferences.system.ui_scale
    for lines in _drawn.ground:
        lines.draw(width, depth="LESS_EQUAL")
    settings, scene = context.scene.footfall, context.scene
    for strip in scene_strips(context):
        alpha = CLEAR if strip.index == settings.active_cue else FAINT
        color = color_of(context, settings.cues[strip.index].skill, alpha)
        _draw_body(_drawn, kept.time_of(scene, strip.first), color)


def _ground(context: bpy.types.Context, kept: KeptTake) -> Iterator[Lines]:
    """What is drawn on the ground."""
    prints = prints_of(kept)
    for side in dict.fromkeys(one.side for one in prints):
        rims = np.concatenate([one.rim for one in prints if one.side == side])
        yield Lines(_flat(rims), (*COLOR_OF[side][:3], ON_GROUND))
    active = context.preferences.themes[0].view_3d.object_active
    yield Lines(_flat(path_of(kept, prints)), (*active, PATH))


def _draw_body(drawn: _Drawn, time: float, color: Color) -> None:
    import gpu
    from gpu_extras.batch import batch_for_shader

    shader = gpu.shader.from_builtin("UNIFORM_COLOR")
    if time not in drawn.bodies:
        lines = body_lines(drawn.kept, time)
        made = None if lines is None else batch_for_shader(shader, "LINES", {"pos": _flat(lines)})
        drawn.bodies[time] = made
    batch = drawn.bodies[time]
    if batch is None:
        return
    shader.bind()
    shader.uniform_float("color", color)
    with blending("LESS_EQUAL"):
        batch.draw(shader)


def _flat(lines: Any) -> Any:
    return lines.reshape(-1, 3).astype(np.float32)
