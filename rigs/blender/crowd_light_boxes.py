"""The boxes that members of a crowd may be shown by: those that were simulated."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...retarget.light_skeleton import bone_axes
from ..measure import world_scale
from .light_rig import LightRig
from .mesh_arrays import MeshArrays

Array = NDArray[np.float64]
CORNERS = np.array([(x, y, z) for z in (-0.5, 0.5) for y in (-0.5, 0.5) for x in (-0.5, 0.5)])
SIDES = np.array(
    [(0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5)]
)


def box_of(light: LightRig, bone: int) -> MeshArrays:
    """The box around a segment's simulated shape, in the space of its bone."""
    segment, skeleton = light.rig.character.segments[bone], light.skeleton
    unit = world_scale(light.rig.rest.skeleton) * light.rig.bone_map.metres_per_unit
    sides = SIDES if segment.shape is not None else SIDES[:0]
    points = np.zeros((8, 3))
    if segment.shape is not None:
        points = CORNERS * segment.shape.size + segment.shape.center
    points = points @ bone_axes(segment.name) / (unit * skeleton.sizes[bone])
    a, b, c = (points[sides[:, i]] for i in range(3))
    normals = np.cross(b - a, c - a)
    normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-12)
    return MeshArrays(
        points=points,
        corners=sides.ravel(),
        sizes=np.full(len(sides), 4),
        materials=np.zeros(len(sides), dtype=np.int64),
        smooth=np.zeros(len(sides), dtype=bool),
        normals=np.repeat(normals, 4, axis=0),
    )
