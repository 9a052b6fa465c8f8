"""The present pose of a rig, posed by hand or keyed: a take may start from it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ...catalogue.output import Output
from ...retarget.blending import blend_channels, blend_points, blend_rotations, ease_in
from ...retarget.segment_motion import SegmentMotion, Segments
from .motion import read_segments
from .rig import LYING, Rig
from .root_object import ObjectMotion
from .solving import RigMotion, ground_below, solve_on_rig

Array = NDArray[np.float64]


def read_pose(rig: Rig, frame: int) -> Segments:
    """The frame of each segment in the shot [m], with the rig as posed on a frame of the scene."""
    axes, origins = read_segments(rig, [frame])
    return {role: SegmentMotion(axes[role], origins[role]) for role in axes}


def stand_as_posed(rig: Rig, pose: Segments) -> Rig:
    """The rig with the place and heading of a pose, from which the simulation starts."""
    hips = pose["pelvis"]
    ahead = hips.axes[0, :2, 0]
    heading = rig.heading if np.hypot(*ahead) < LYING else float(np.arctan2(ahead[1], ahead[0]))
    x, y, _ = hips.origin[0]
    return replace(rig, position=(float(x), float(y)), heading=heading)


def start_from_pose(rig: Rig, motion: RigMotion, pose: Segments, output: Output) -> RigMotion:
    """The motion, blended in from a pose."""
    posed = solve_on_rig(rig, pose, ground_below(rig), output)
    shares = ease_in(len(motion.channels[0].locations), output.blend_frames)
    pairs = zip(posed.channels, motion.channels, strict=True)
    return RigMotion(
        channels=[blend_channels(p, m, shares) for p, m in pairs],
        moving=_blend_object(posed.moving, motion.moving, shares),
    )


def _blend_object(
    pose: ObjectMotion | None, motion: ObjectMotion | None, shares: Array
) -> ObjectMotion | None:
    if pose is None or motion is None:
        return motion
    size = np.cbrt(np.linalg.det(motion.world[0, :3, :3]))
    world = motion.world.copy()
    turns = [m.world[:, :3, :3] / size for m in (pose, motion)]
    world[:, :3, :3] = size * blend_rotations(*turns, shares)
    world[:, :3, 3] = blend_points(pose.world[:, :3, 3], motion.world[:, :3, 3], shares)
    return ObjectMotion(world)
