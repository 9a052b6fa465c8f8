"""A strip of colours in the timeline and dope sheet: how far a performed Action is from its clip.

The figures are a property of the Action, so that they stay with it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import bpy
import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
PROPERTY = "footfall_off_clip"
FIRST, DEGREES = "first_frame", "degrees"
NONE = -1.0  # degrees of a frame in which no clip is performed
NEAR, HALFWAY, FAR = (0.2, 0.7, 0.3), (0.9, 0.8, 0.2), (0.9, 0.2, 0.15)  # colours
FARTHEST = 20.0  # [degrees] of the last one
BELOW_FRAMES, HEIGHT = 24.0, 6.0  # [pixels] of the strip from the top of the region
_handles: list[Any] = []


class Difference(NamedTuple):
    """How far joints are from the clip's: (frames,) RMS [degrees], `NONE` without a clip."""

    first_frame: int
    degrees: Array


def keep_difference(action: bpy.types.Action, first_frame: int, angles: Array) -> None:
    """Note on an Action how far it is from its clip.

    Args:
        angles: (frames,) [rad], NaN where no clip is performed.
    """
    degrees = np.where(np.isnan(angles), NONE, np.degrees(angles)).round(2)
    action[PROPERTY] = {FIRST: first_frame, DEGREES: degrees.tolist()}


def forget_difference(action: bpy.types.Action) -> None:
    """Remove what was noted on an Action."""
    if PROPERTY in action:
        del action[PROPERTY]


def difference_on(action: bpy.types.Action | None) -> Difference | None:
    """What was noted on an Action; None where that is nothing."""
    kept = action.get(PROPERTY) if action is not None else None
    if kept is None:
        return None
    return Difference(int(kept[FIRST]), np.array(kept[DEGREES]))


def colors_of(degrees: Array) -> Array:
    """(frames, 4) colours of differences; nothing is seen where there is no clip."""
    share = np.clip(degrees / FARTHEST, 0.0, 1.0)
    ways = zip(NEAR, HALFWAY, FAR, strict=True)
    parts = [np.interp(share, [0.0, 0.5, 1.0], way) for way in ways]
    return np.stack([*parts, (degrees >= 0.0).astype(float)], axis=1)


def register() -> None:
    """Draw the strip from now on, where the shown Action has one."""
    _handles.append(
        bpy.types.SpaceDopeSheetEditor.draw_handler_add(_draw, (), "WINDOW", "POST_PIXEL")
    )


def unregister() -> None:
    while _handles:
        bpy.types.SpaceDopeSheetEditor.draw_handler_remove(_handles.pop(), "WINDOW")


def _shown_action(context: bpy.types.Context) -> bpy.types.Action | None:
    thing = context.active_object
    data = thing.animation_data if thing is not None else None
    return data.action if data is not None else None


def _draw() -> None:
    context = bpy.context
    difference = difference_on(_shown_action(context))
    if difference is None:
        return
    # Without a window there is no gpu, so only drawing may import it.
    import gpu
    from gpu_extras.batch import batch_for_shader

    region, scale = context.region, context.preferences.system.ui_scale
    top = region.height - BELOW_FRAMES * scale
    count = len(difference.degrees)
    edges = np.arange(count + 1) + difference.first_frame - 0.5
    ends = map(float, edges[[0, -1]])
    left, right = (region.view2d.view_to_region(x, 0.0, clip=False)[0] for x in ends)
    across = np.linspace(left, right, count + 1)
    shader = gpu.shader.from_builtin("FLAT_COLOR")
    gpu.state.blend_set("ALPHA")
    corners = quads(across, top - HEIGHT * scale, top)
    colors = np.repeat(colors_of(difference.degrees), 6, axis=0).astype(np.float32)
    batch_for_shader(shader, "TRIS", {"pos": corners, "color": colors}).draw(shader)
    gpu.state.blend_set("NONE")


def quads(across: Array, bottom: float, top: float) -> NDArray[np.float32]:
    """(6 n, 3) corners of two triangles for each of n columns between (n + 1,) places."""
    left, right = across[:-1], across[1:]
    low, high = np.full(len(left), bottom), np.full(len(left), top)
    x = np.stack([left, right, right, left, right, left], axis=1)
    y = np.stack([low, low, high, low, high, high], axis=1)
    return np.stack([x, y, np.zeros_like(x)], axis=2).reshape(-1, 3).astype(np.float32)
