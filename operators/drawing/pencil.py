"""Flat shapes and words in pixels of a region, drawn by the GPU.

Without a window there is no gpu, so only functions that draw import it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise

import bpy
import numpy as np
from numpy.typing import NDArray

from .palette import Color

Point = tuple[float, float]
FONT = 0  # Blender's own, for the interface
SOFT = 5  # [pixel] of a shadow's edge: Blender has 0, 3 and 5


class Shapes:
    """Filled shapes that are drawn by one call."""

    def __init__(self) -> None:
        self._corners: list[Point] = []
        self._colors: list[Color] = []

    def polygon(self, corners: Sequence[Point], color: Color) -> None:
        """A convex shape."""
        for one, other in pairwise(corners[1:]):
            self._corners += [corners[0], one, other]
        self._colors += [color] * 3 * (len(corners) - 2)

    def box(self, left: float, bottom: float, right: float, top: float, color: Color) -> None:
        self.polygon([(left, bottom), (right, bottom), (right, top), (left, top)], color)

    def frame(
        self, left: float, bottom: float, right: float, top: float, width: float, color: Color
    ) -> None:
        """The border of a box, inside of it."""
        self.box(left, bottom, right, bottom + width, color)
        self.box(left, top - width, right, top, color)
        self.box(left, bottom + width, left + width, top - width, color)
        self.box(right - width, bottom + width, right, top - width, color)

    def diamond(self, x: float, y: float, radius: float, color: Color) -> None:
        corners = [(x, y - radius), (x + radius, y), (x, y + radius), (x - radius, y)]
        self.polygon(corners, color)

    def draw(self) -> None:
        import gpu
        from gpu_extras.batch import batch_for_shader

        if not self._corners:
            return
        corners = np.zeros((len(self._corners), 3), np.float32)
        corners[:, :2] = self._corners
        colors = np.array(self._colors, np.float32)
        shader = gpu.shader.from_builtin("FLAT_COLOR")
        with blending():
            batch_for_shader(shader, "TRIS", {"pos": corners, "color": colors}).draw(shader)


@contextmanager
def blending(depth: str = "NONE") -> Iterator[None]:
    """Mix colours by their alpha, and restore what Blender expects of the GPU's state.

    Args:
        depth: the test against what lies before: "NONE" or "LESS_EQUAL".
    """
    import gpu

    gpu.state.blend_set("ALPHA")
    gpu.state.depth_test_set(depth)
    try:
        yield
    finally:
        gpu.state.depth_test_set("NONE")
        gpu.state.blend_set("NONE")


class Lines:
    """Smooth lines in one colour, given to the GPU once.

    Args:
        points: (2 n, 3), from each one to the next of its pair.
    """

    def __init__(self, points: NDArray[np.float32], color: Color) -> None:
        import gpu
        from gpu_extras.batch import batch_for_shader

        self._color = color
        self._shader = gpu.shader.from_builtin("POLYLINE_UNIFORM_COLOR")
        self._batch = batch_for_shader(self._shader, "LINES", {"pos": points})

    def draw(self, width: float, depth: str = "NONE") -> None:
        """Draw them with a width in pixels; `depth`: see `blending`."""
        import gpu

        self._shader.bind()
        self._shader.uniform_float("viewportSize", gpu.state.viewport_get()[2:])
        self._shader.uniform_float("lineWidth", width)
        self._shader.uniform_float("color", self._color)
        with blending(depth):
            self._batch.draw(self._shader)


def text_size(context: bpy.types.Context) -> float:
    """Of the interface's words [pixel]."""
    return context.preferences.ui_styles[0].widget.points * context.preferences.system.ui_scale


def draw_text(
    text: str, x: float, y: float, size: float, color: Color, room: float | None = None,
    has_shadow: bool = False,
) -> None:  # fmt: skip
    """Draw words on a base line; where they need more than the room, their end is cut.

    Args:
        room: [pixel]; None: as much as they need.
        has_shadow: whether they must be read on any ground.
    """
    import blf

    blf.size(FONT, size)
    shown = text if room is None else _cut(text, room)
    if not shown:
        return
    if has_shadow:
        blf.enable(FONT, blf.SHADOW)
        blf.shadow(FONT, SOFT, 0.0, 0.0, 0.0, 1.0)
        blf.shadow_offset(FONT, 1, -1)
    blf.color(FONT, *color)
    blf.position(FONT, x, y, 0.0)
    blf.draw(FONT, shown)
    blf.disable(FONT, blf.SHADOW)


def _cut(text: str, room: float) -> str:
    import blf

    if blf.dimensions(FONT, text)[0] <= room:
        return text
    while text and blf.dimensions(FONT, f"{text}…")[0] > room:
        text = text[:-1].rstrip()
    return f"{text}…" if len(text) > 1 else ""
