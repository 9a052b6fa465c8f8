"""Meshes as Blender shows them, with their modifiers applied."""

from __future__ import annotations

import bpy
import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


def evaluated_mesh(
    thing: bpy.types.Object, world: Array | None = None
) -> tuple[Array, NDArray[np.int64]]:
    """Vertices (n, 3) in the scene and triangles (m, 3).

    Args:
        world: (4, 4) the object's place; None: where it is now.
    """
    evaluated = thing.evaluated_get(bpy.context.evaluated_depsgraph_get())
    mesh = evaluated.to_mesh()
    try:
        mesh.calc_loop_triangles()
        local = np.empty(3 * len(mesh.vertices), np.float32)
        mesh.vertices.foreach_get("co", local)
        corners = np.empty(3 * len(mesh.loop_triangles), np.int32)
        mesh.loop_triangles.foreach_get("vertices", corners)
    finally:
        evaluated.to_mesh_clear()
    place = np.array(evaluated.matrix_world) if world is None else world
    points = local.reshape(-1, 3).astype(float) @ place[:3, :3].T + place[:3, 3]
    return points, corners.reshape(-1, 3).astype(np.int64)
