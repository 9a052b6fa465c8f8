"""Motion of the armature object: for root motion, or where a rig's root joint is the object."""

from __future__ import annotations

from dataclasses import dataclass

import bpy
import numpy as np
from numpy.typing import NDArray

from ...base.errors import RigError
from ...retarget.segment_motion import SegmentMotion
from .rig import Rig

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class ObjectMotion:
    """The armature's matrix in the scene, (frames, 4, 4)."""

    world: Array


def follow_pelvis(rig: Rig, motion: dict[str, SegmentMotion]) -> ObjectMotion:
    """The object's matrices with which the pelvis bone needs no channels of its own."""
    pelvis, rest = motion["pelvis"], rig.rest
    size = np.cbrt(np.linalg.det(rest.skeleton.to_world[:3, :3]))
    world = np.tile(np.eye(4), (len(pelvis.origin), 1, 1))
    world[:, :3, :3] = size * pelvis.axes @ rest.frames["pelvis"].T
    world[:, :3, 3] = pelvis.origin - world[:, :3, :3] @ rest.joint("pelvis")
    return ObjectMotion(world)


def follow_path(rig: Rig, ground: SegmentMotion, rest_ground: SegmentMotion) -> ObjectMotion:
    """The object's matrices when it keeps its place over the ground below the body, in the scene's
    units; `rest_ground` (1 frame) is that ground under the rig at rest.
    """
    frames, rest = _matrices(ground), _matrices(rest_ground)
    return ObjectMotion(frames @ np.linalg.inv(rest) @ rig.rest.skeleton.to_world)


def _matrices(motion: SegmentMotion) -> Array:
    matrices = np.tile(np.eye(4), (motion.frames, 1, 1))
    matrices[:, :3, :3], matrices[:, :3, 3] = motion.axes, motion.origin
    return matrices


def check_free(armature: bpy.types.Object) -> None:
    """Raise RigError when the object with keyed transforms would not be where these say."""
    if any(deltas_of(armature)) or any(not c.mute for c in armature.constraints):
        raise RigError(
            f"The object {armature.name!r} has delta transforms or constraints, so that it cannot "
            "carry root motion: clear them, or put root motion on the hips."
        )


def deltas_of(thing: bpy.types.Object) -> list[float]:
    """The delta transforms of an object; all are 0 where it has none."""
    turned = [*thing.delta_rotation_euler, *thing.delta_rotation_quaternion.to_euler()]
    return [*thing.delta_location, *turned, *(s - 1 for s in thing.delta_scale)]


def local_motion(armature: bpy.types.Object, moving: ObjectMotion) -> tuple[Array, Array]:
    """Rotations (frames, 3, 3) and locations (frames, 3) of the object, in its parent."""
    above = np.array(armature.parent.matrix_world) if armature.parent else np.eye(4)
    local = np.linalg.inv(above @ np.array(armature.matrix_parent_inverse)) @ moving.world
    size = np.cbrt(np.linalg.det(local[:, :3, :3]))
    return local[:, :3, :3] / size[:, None, None], local[:, :3, 3]
