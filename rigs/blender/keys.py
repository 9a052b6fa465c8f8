"""A take -> keyframes on a rig: one new Action that moves the mapped bones and nothing else."""

from __future__ import annotations

import bpy
import numpy as np
from numpy.typing import NDArray

from ...errors import RigError
from ...take import Performance, Take
from ..channels import Channels, SegmentMotion, solve_channels
from ..rotations import matrices_from_quaternions, slerp
from . import rigify
from .actions import Curve, new_action
from .handles import make_handles, silenced_constraints
from .rig import Rig, carries_root
from .root_object import ObjectMotion, follow_pelvis, object_curves
from .rotation_modes import rotation_channel, rotation_values

Array = NDArray[np.float64]


def write_take(
    rig: Rig,
    take: Take,
    performer: int = 0,
    start_frame: int | None = None,
    name: str = "Walk",
) -> bpy.types.Action:
    """Key one performance on its rig; the rig's old Action stays in the file.

    Args:
        rig: as read before the shot was made.
        take: what was simulated.
        performer: which of the take's performances.
        start_frame: where the take's first frame goes; None: the start of the scene's range.
        name: of the new Action.

    Returns the new Action. Raises RigError when the rig cannot take the keys; it is then unchanged.
    """
    _check(rig, take, performer)
    scene = bpy.context.scene
    start = scene.frame_start if start_frame is None else start_frame
    times = _frame_times(take.times, scene.render.fps / scene.render.fps_base)
    motion = _segment_motion(rig, take.performances[performer], take.times, times)
    moving = follow_pelvis(rig, motion) if carries_root(rig.armature, rig.rest) else None
    local = _in_armature(rig, motion, moving)
    generated = rigify.is_generated(rig.rest.skeleton)
    handles = rigify.make_handles(rig.rest) if generated else make_handles(rig)
    channels = solve_channels(handles, local)
    silenced = silenced_constraints(rig, handles)
    switches = rigify.switch_to_fk(rig.armature) if generated else []
    curves = [curve for c in channels for curve in _curves(rig.armature, c)]
    curves += object_curves(rig.armature, moving) if moving else []
    curves += [Curve(path, 0, np.array([value]), "Switches") for path, value in switches]
    curves += [Curve(path, 0, np.zeros(1), "Switches") for path in silenced]
    _clear_channels(rig.armature, channels)
    rig.armature.data.pose_position = "POSE"  # at rest the keys would show nothing
    frames = start + np.arange(len(times), dtype=float)
    return new_action(rig.armature, name, frames, curves)


def _check(rig: Rig, take: Take, performer: int) -> None:
    if not 0 <= performer < len(take.performances):
        raise RigError(
            f"The take has no performer {performer}; allowed: 0 to {len(take.performances) - 1}."
        )
    known = take.performances[performer].segment_names
    unknown = [role for role in rig.rest.roles if role not in known]
    if unknown:
        raise RigError(
            f"The take was made for another body: it has no {', '.join(unknown)}; "
            "simulate it with this rig."
        )
    armature, data = rig.armature, rig.armature.animation_data
    if armature.library or (armature.data.library and not armature.override_library):
        raise RigError(
            f"The armature {armature.name!r} is linked from another file: "
            "make a library override of it first."
        )
    if data is not None and data.use_tweak_mode:
        raise RigError(
            f"The armature {armature.name!r} has an NLA strip in tweak mode: leave it (Tab) first."
        )


def _frame_times(times: Array, frame_rate: float) -> Array:
    """Times [s] of the scene's frames from the take's first to its last."""
    count = int(np.floor((times[-1] - times[0]) * frame_rate + 1e-6)) + 1
    return np.minimum(times[0] + np.arange(count) / frame_rate, times[-1])


def _segment_motion(
    rig: Rig, performance: Performance, times: Array, at: Array
) -> dict[str, SegmentMotion]:
    """Frames of the segments in the scene, in its units, at the times asked for."""
    metre = rig.bone_map.metres_per_unit
    lifted = np.array([0.0, 0.0, rig.ground_height])
    motion = {}
    for i, segment in enumerate(performance.segment_names):
        # The root has no joint; every other segment hangs on one, in the same order.
        origin = performance.root_position if i == 0 else performance.joint_positions[:, i - 1]
        quaternions = _resample_turns(performance.segment_orientations[:, i], times, at)
        motion[segment] = SegmentMotion(
            axes=matrices_from_quaternions(quaternions),
            origin=(_resample(origin, times, at) + lifted) / metre,
        )
    return motion


def _resample(values: Array, times: Array, at: Array) -> Array:
    """Linear between frames: (frames, 3) -> (times, 3)."""
    return np.column_stack([np.interp(at, times, column) for column in values.T])


def _resample_turns(quaternions: Array, times: Array, at: Array) -> Array:
    """The short way round between frames: (frames, 4) -> (times, 4)."""
    if len(times) == 1:
        return np.repeat(quaternions, len(at), axis=0)
    left = np.clip(np.searchsorted(times, at, side="right") - 1, 0, len(times) - 2)
    amount = np.clip((at - times[left]) / (times[left + 1] - times[left]), 0.0, 1.0)
    return slerp(quaternions[left], quaternions[left + 1], amount)


def _in_armature(
    rig: Rig, motion: dict[str, SegmentMotion], moving: ObjectMotion | None
) -> dict[str, SegmentMotion]:
    """The same frames in the armature's space, be the armature at rest or carried along."""
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


def _curves(armature: bpy.types.Object, channels: Channels) -> list[Curve]:
    bone = armature.pose.bones[channels.handle.bone]
    base = bone.path_from_id()
    values = {rotation_channel(bone): rotation_values(bone.rotation_mode, channels.rotations)}
    if channels.handle.moves:
        values["location"] = channels.locations
    return [
        Curve(f"{base}.{channel}", index, column, bone.name)
        for channel, columns in values.items()
        for index, column in enumerate(columns.T)
    ]


def _clear_channels(armature: bpy.types.Object, channels: list[Channels]) -> None:
    """Left-over locations and scales of the keyed bones would shift what was solved."""
    for solved in channels:
        bone = armature.pose.bones[solved.handle.bone]
        bone.location = (0.0, 0.0, 0.0)
        bone.scale = (1.0, 1.0, 1.0)
