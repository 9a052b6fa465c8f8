"""From a body's motion to the channels of a rig's bones and object."""

from __future__ import annotations

from dataclasses import dataclass, replace

import bpy
import numpy as np
from numpy.typing import NDArray

from ...base.errors import RigError
from ...catalogue.output import Output
from ...retarget.channels import Channels, Handle, solve_channels
from ...retarget.ground_path import GroundPath
from ...retarget.segment_motion import SegmentMotion, Segments
from . import rigify
from .handles import location_axes, make_handles
from .rig import Rig, carries_root
from .root_object import ObjectMotion, check_free, follow_path, follow_pelvis

Array = NDArray[np.float64]
ROOT = "root"  # the ground below the body, which the root bone follows like a segment


@dataclass(frozen=True, eq=False)
class RigMotion:
    """The channels of each keyed bone, and of the object where that is keyed too."""

    channels: list[Channels]
    moving: ObjectMotion | None

    def part(self, frames: NDArray[np.int_]) -> RigMotion:
        """The motion at some of its frames."""
        return RigMotion(
            channels=[
                replace(c, rotations=c.rotations[frames], locations=c.locations[frames])
                for c in self.channels
            ],
            moving=ObjectMotion(self.moving.world[frames]) if self.moving else None,
        )


def solve_on_rig(rig: Rig, segments: Segments, path: GroundPath, output: Output) -> RigMotion:
    """Channels with which the rig moves like the segments [m]; root motion follows the path.

    Raises RigError when the rig has no bone that can carry the travel as the output asks.
    """
    matrices = path.matrices()
    below = SegmentMotion(axes=matrices[:, :3, :3], origin=matrices[:, :3, 3])
    motion = _in_scene(rig, {**segments, ROOT: below})
    if output.feet_on_ik:
        motion = rigify.with_knee_poles(motion)
    moving = _object_motion(rig, motion, output.root_motion)
    local = _in_armature(rig, motion, moving)
    root = _root_handle(rig) if output.root_motion == "root" else None
    generated = rigify.is_generated(rig.rest.skeleton)
    handles = (
        rigify.make_handles(rig.rest, output.feet_on_ik, root)
        if generated
        else make_handles(rig, root)
    )
    return RigMotion(solve_channels(handles, local), moving)


def ground_below(rig: Rig) -> GroundPath:
    """The place of the rig at rest on the ground (1 frame)."""
    return GroundPath(np.array([rig.position]), np.array([rig.heading]))


def _object_motion(
    rig: Rig, motion: dict[str, SegmentMotion], root_motion: str
) -> ObjectMotion | None:
    if root_motion == "object":
        check_free(rig.armature)
        return follow_path(rig, motion[ROOT], _rest_ground(rig))
    return follow_pelvis(rig, motion) if carries_root(rig.armature, rig.rest) else None


def _rest_ground(rig: Rig) -> SegmentMotion:
    matrices = ground_below(rig).matrices()
    below = SegmentMotion(axes=matrices[:, :3, :3], origin=matrices[:, :3, 3])
    return _in_scene(rig, {ROOT: below})[ROOT]


def _in_scene(rig: Rig, segments: Segments) -> dict[str, SegmentMotion]:
    """From the shot's metres to the scene's units."""
    metre = rig.bone_map.metres_per_unit
    lifted = np.array([0.0, 0.0, rig.ground_height])
    return {n: SegmentMotion(s.axes, (s.origin + lifted) / metre) for n, s in segments.items()}


def _in_armature(
    rig: Rig, motion: Segments, moving: ObjectMotion | None
) -> dict[str, SegmentMotion]:
    """The same frames in the armature's space, with the armature at rest or moving."""
    world = rig.rest.skeleton.to_world[None] if moving is None else moving.world
    inverse = np.linalg.inv(world)
    scale = np.cbrt(np.linalg.det(inverse[:, :3, :3]))
    turn = inverse[:, :3, :3] / scale[:, None, None]
    return {
        segment: SegmentMotion(
            axes=turn @ m.axes,
            origin=(inverse[:, :3, :3] @ m.origin[:, :, None])[:, :, 0] + inverse[:, :3, 3],
        )
        for segment, m in motion.items()
    }


def _root_handle(rig: Rig) -> Handle:
    """The handle of the topmost bone above the hips, as it stands over the ground now."""
    skeleton = rig.settled
    above_hips = list(skeleton.ancestors(rig.rest.roles["pelvis"]))
    top = skeleton.index[rigify.ROOT] if rigify.is_generated(skeleton) else above_hips[-1]
    if top in rig.rest.roles.values():
        raise RigError(
            f"The rig {rig.armature.name!r} has no bone above its hips that could be its root: "
            "put root motion on the hips or on the object."
        )
    bone: bpy.types.Bone = rig.armature.data.bones[skeleton.names[top]]
    ground = _in_armature(rig, {ROOT: _rest_ground(rig)}, None)[ROOT]
    frame = np.eye(4)
    frame[:3, :3], frame[:3, 3] = ground.axes[0], ground.origin[0]
    unkeyed = np.array(bone.matrix_local, dtype=float)
    return Handle(
        bone=bone.name,
        segment=ROOT,
        hold=np.linalg.inv(frame) @ skeleton.matrices[top],
        carrier=-1,
        unkeyed=unkeyed,
        location_axes=location_axes(bone, skeleton, np.eye(4), unkeyed),
        moves=True,
    )
