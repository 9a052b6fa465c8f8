"""Rigs whose root joint became the armature object: its motion goes back to the object."""

from __future__ import annotations

from dataclasses import dataclass

import bpy
import numpy as np
from numpy.typing import NDArray

from ..channels import SegmentMotion
from .actions import Curve
from .rig import Rig
from .rotation_modes import rotation_channel, rotation_values

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class ObjectMotion:
    """The armature's matrix in the scene, (frames, 4, 4)."""

    world: Array


def follow_pelvis(rig: Rig, motion: dict[str, SegmentMotion]) -> ObjectMotion:
    """The object's matrices with which the pelvis bone needs no motion of its own."""
    pelvis, rest = motion["pelvis"], rig.rest
    size = np.cbrt(np.linalg.det(rest.skeleton.to_world[:3, :3]))
    world = np.tile(np.eye(4), (len(pelvis.origin), 1, 1))
    world[:, :3, :3] = size * pelvis.axes @ rest.frames["pelvis"].T
    world[:, :3, 3] = pelvis.origin - world[:, :3, :3] @ rest.joint("pelvis")
    return ObjectMotion(world)


def object_curves(armature: bpy.types.Object, moving: ObjectMotion) -> list[Curve]:
    """Location and rotation of the object, in its parent."""
    above = np.array(armature.parent.matrix_world) if armature.parent else np.eye(4)
    local = np.linalg.inv(above @ np.array(armature.matrix_parent_inverse)) @ moving.world
    size = np.cbrt(np.linalg.det(local[:, :3, :3]))
    turns = rotation_values(armature.rotation_mode, local[:, :3, :3] / size[:, None, None])
    values = {"location": local[:, :3, 3], rotation_channel(armature): turns}
    return [
        Curve(channel, index, column, "Object Transforms")
        for channel, columns in values.items()
        for index, column in enumerate(columns.T)
    ]
