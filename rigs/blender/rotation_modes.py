"""Rotations in the channels that a bone's or an object's rotation mode reads."""

from __future__ import annotations

import bpy
import numpy as np
from numpy.typing import NDArray

from ...base.rotations import (
    axis_angles_from_quaternions,
    continuous_signs,
    eulers_from_matrices,
    quaternions_from_axis_angles,
    quaternions_from_eulers,
    quaternions_from_matrices,
)

Array = NDArray[np.float64]


def rotation_channel(thing: bpy.types.Object | bpy.types.PoseBone) -> str:
    """The rotation property of a bone or an object, by its rotation mode."""
    return {
        "QUATERNION": "rotation_quaternion",
        "AXIS_ANGLE": "rotation_axis_angle",
    }.get(thing.rotation_mode, "rotation_euler")


def rotation_values(mode: str, rotations: Array) -> Array:
    """Channels (frames, 3 or 4) of rotation matrices (frames, 3, 3), without jumps."""
    if mode not in ("QUATERNION", "AXIS_ANGLE"):
        return eulers_from_matrices(rotations, mode)
    quaternions = continuous_signs(quaternions_from_matrices(rotations))
    return quaternions if mode == "QUATERNION" else axis_angles_from_quaternions(quaternions)


def quaternions_of_values(mode: str, values: Array) -> Array:
    """Quaternions (frames, 4) of channels (frames, 3 or 4), as Blender evaluates them."""
    if mode == "QUATERNION":
        return values
    if mode == "AXIS_ANGLE":
        return quaternions_from_axis_angles(values)
    return quaternions_from_eulers(values, mode)
