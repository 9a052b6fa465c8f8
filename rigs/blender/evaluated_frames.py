"""Objects evaluated frame by frame, with drivers and constraints; the present frame comes back."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import bpy


def evaluated_at(
    thing: bpy.types.Object, frames: Sequence[float]
) -> Iterator[bpy.types.Object]:  # fmt: skip
    """An object evaluated at each frame, with drivers and constraints."""
    scene = bpy.context.scene
    with _present_frame(scene):
        for frame in frames:
            whole = math.floor(frame + 1e-6)
            _go_to(scene, whole, max(frame - whole, 0.0))
            yield thing.evaluated_get(bpy.context.evaluated_depsgraph_get())


@contextmanager
def _present_frame(scene: bpy.types.Scene) -> Iterator[None]:
    frame, subframe = scene.frame_current, scene.frame_subframe
    try:
        yield
    finally:
        _go_to(scene, frame, subframe)


def _go_to(scene: bpy.types.Scene, frame: int, subframe: float) -> None:
    """Change the frame only if it differs: unkeyed poses would be lost."""
    if (frame, subframe) == (scene.frame_current, scene.frame_subframe):
        bpy.context.view_layer.update()
    else:
        scene.frame_set(frame, subframe=subframe)
