"""Draws the simulation skeleton over the rig, and footprints, in every 3D viewport."""

from __future__ import annotations

from collections.abc import Callable

import bpy
import numpy as np
from numpy.typing import NDArray

from ...bodies.outlines import FACING, LEFT, MIDDLE, RIGHT, Outlines, outline
from .drawn_body import COLORS
from .footprint_reach import IN_REACH, OUT_OF_REACH, Footprints, footprint_outlines
from .motion import segments_of
from .rig import Rig

COLOR_OF = {
    LEFT: COLORS[".L"],
    RIGHT: COLORS[".R"],
    MIDDLE: COLORS[""],
    FACING: (0.35, 0.9, 0.35, 1.0),
    IN_REACH: (0.35, 0.9, 0.35, 1.0),
    OUT_OF_REACH: (1.0, 0.15, 0.1, 1.0),
}
JOINT_COLOR = (1.0, 0.95, 0.3, 1.0)
LINE_WIDTH, JOINT_SIZE = 1.5, 6.0  # [pixels]


def scene_outlines(rig: Rig, armature: bpy.types.Object, footprints: Footprints = ()) -> Outlines:
    """The skeleton on an evaluated armature as it is posed, in the scene's space and units.

    Args:
        footprints: collections of footprints to draw as well.
    """
    shot = outline(rig.character, segments_of(rig, armature))
    shot.lines.update(footprint_outlines(rig, footprints))

    def in_scene(points: NDArray[np.float64]) -> NDArray[np.float64]:
        lifted: NDArray[np.float64] = points + (0.0, 0.0, rig.ground_height)
        return lifted / rig.bone_map.metres_per_unit

    lines = {name: in_scene(lines) for name, lines in shot.lines.items()}
    return Outlines(lines, in_scene(shot.joints))


class Overlay:
    """A drawing that is shown until `remove`."""

    def __init__(self, rig: Rig, footprints: Callable[[], Footprints]) -> None:
        """
        Args:
            footprints: called at each drawing, so that footprints can be dragged.
        """
        self.rig = rig
        self._footprints = footprints
        self._handle = bpy.types.SpaceView3D.draw_handler_add(
            self._draw, (), "WINDOW", "POST_VIEW"
        )  # fmt: skip

    def remove(self) -> None:
        bpy.types.SpaceView3D.draw_handler_remove(self._handle, "WINDOW")

    def _draw(self) -> None:
        try:
            armature = self.rig.armature.evaluated_get(bpy.context.evaluated_depsgraph_get())
            drawn = scene_outlines(self.rig, armature, self._footprints())
        except (ReferenceError, KeyError):
            return  # the armature or one of its bones is gone: the owner reads the rig anew
        _draw_outlines(drawn)


def _draw_outlines(drawn: Outlines) -> None:
    # Without a window there is no gpu, so only drawing may import it.
    import gpu
    from gpu_extras.batch import batch_for_shader

    # Blender 4.5 and later have a separate shader for points.
    points = "POINT_UNIFORM_COLOR" if bpy.app.version >= (4, 5, 0) else "UNIFORM_COLOR"
    gpu.state.blend_set("ALPHA")
    gpu.state.depth_test_set("NONE")
    gpu.state.line_width_set(LINE_WIDTH)
    gpu.state.point_size_set(JOINT_SIZE)
    parts = [("UNIFORM_COLOR", "LINES", p, COLOR_OF[name]) for name, p in drawn.lines.items()]
    for shader_name, kind, positions, color in (
        *parts,
        (points, "POINTS", drawn.joints, JOINT_COLOR),
    ):
        shader = gpu.shader.from_builtin(shader_name)
        flat = positions.reshape(-1, 3).astype(np.float32)
        shader.bind()
        shader.uniform_float("color", color)
        batch_for_shader(shader, kind, {"pos": flat}).draw(shader)
    gpu.state.line_width_set(1.0)
    gpu.state.point_size_set(1.0)
    gpu.state.blend_set("NONE")
