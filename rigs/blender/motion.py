"""From a rig's animation to the motion of its segments: the inverse of the bake."""

from __future__ import annotations

import math
from collections.abc import Sequence

import bpy
import numpy as np
from numpy.typing import NDArray

from ...base.errors import RigError
from ...motion.walking_motion import SIDES, Motion, soles_of
from .actions import curves_of
from .evaluated_frames import evaluated_at
from .rig import Rig
from .scene import frame_rate

Array = NDArray[np.float64]
MOST_FRAMES = 5000  # of a longer animation only the beginning is read


def read_animation(rig: Rig) -> Motion:
    """The rig's animation within the scene's frame range.

    Raises RigError where there is no animation.
    """
    scene = bpy.context.scene
    start, end = animated_range(rig.armature) or (scene.frame_start, scene.frame_end)
    first, last = max(start, scene.frame_start), min(end, scene.frame_end)
    if first >= last:
        raise RigError(
            f"The animation of {rig.armature.name!r}, frames {start:g} to {end:g}, lies outside "
            f"the scene's frames {scene.frame_start} to {scene.frame_end}: move one of them."
        )
    count = math.ceil(last - first - 1e-3)
    step = (last - first) / count  # one frame, or slightly less where a clip ends between frames
    frames = first + step * np.arange(min(count + 1, MOST_FRAMES))
    return read_motion(rig, frames, frame_rate(scene) / step)


def animated_range(armature: bpy.types.Object) -> tuple[float, float] | None:
    """First and last frame of the active Action or NLA strips; None without any."""
    data = armature.animation_data
    if data is None:
        return None
    ranges = [tuple(data.action.frame_range)] if data.action is not None else []
    ranges += [_keyed_range(strip) for strip in _strips_in_use(data)]
    if not ranges:
        return None
    return min(start for start, _ in ranges), max(end for _, end in ranges)


def _strips_in_use(data: bpy.types.AnimData) -> list[bpy.types.NlaStrip]:
    solo = any(track.is_solo for track in data.nla_tracks)
    return [
        strip
        for track in (data.nla_tracks if data.use_nla else ())
        for strip in track.strips
        if not (track.mute or strip.mute) and (track.is_solo or not solo)
    ]


def _keyed_range(strip: bpy.types.NlaStrip) -> tuple[float, float]:
    """The frames of the scene in which a strip plays; of one that goes on beyond its Action's keys,
    as a cyclic one may, those of the keys.
    """
    first, last = strip.frame_start, strip.frame_end
    if strip.action is not None and strip.repeat == 1.0 and not strip.use_reverse:
        keys = strip.action.frame_range
        first += max(keys[0] - strip.action_frame_start, 0.0) * strip.scale
        last -= max(strip.action_frame_end - keys[1], 0.0) * strip.scale
    return first, last


def is_cyclic(armature: bpy.types.Object) -> bool:
    """Whether an armature plays one Action that is marked as cyclic, as it is or in a strip."""
    data = armature.animation_data
    if data is None:
        return False
    if data.action is not None:
        return bool(data.action.use_cyclic)
    strips = _strips_in_use(data)
    return len(strips) == 1 and strips[0].repeat == 1.0 and _is_cyclic(strips[0].action)


def _is_cyclic(action: bpy.types.Action | None) -> bool:
    return action is not None and action.use_cyclic


def goes_on(armature: bpy.types.Object) -> bool:
    """Whether what an armature plays goes on beyond its last key: in cycles."""
    data = armature.animation_data
    if data.action is not None:
        return any(
            modifier.type == "CYCLES" and not modifier.mute and modifier.mode_after != "NONE"
            for curve in curves_of(armature, data.action)
            for modifier in curve.modifiers
        )
    return any(_keyed_range(strip)[1] < strip.frame_end for strip in _strips_in_use(data))


def show_whole_animation(armature: bpy.types.Object) -> None:
    """Set the scene's frame range to the animation, since importers do not."""
    found = animated_range(armature)
    if found is not None:
        scene = bpy.context.scene
        scene.frame_start = max(math.floor(found[0]), 0)
        scene.frame_end = math.ceil(found[1])


def read_motion(rig: Rig, frames: Sequence[float], rate: float) -> Motion:
    """The motion at some frames, `rate` per second; the scene's frame is restored."""
    axes, origins = read_segments(rig, frames)
    ankles = {side: origins["foot" + side] for side in SIDES}
    return Motion(
        rate=rate,
        axes=axes,
        pelvis=origins["pelvis"],
        soles=soles_of(rig.character, axes, ankles),
        ankles=ankles,
    )


def read_segments(rig: Rig, frames: Sequence[float]) -> tuple[dict[str, Array], dict[str, Array]]:
    """Each segment's evaluated axes (frames, 3, 3) and origin (frames, 3) [m] in the shot."""
    axes: dict[str, Array] = {role: np.empty((len(frames), 3, 3)) for role in rig.bone_map.roles}
    origins: dict[str, Array] = {role: np.empty((len(frames), 3)) for role in axes}
    for i, armature in enumerate(evaluated_at(rig.armature, frames)):
        for role, (turn, place) in segments_of(rig, armature).items():
            axes[role][i], origins[role][i] = turn, place
    return axes, origins


def segments_of(rig: Rig, armature: bpy.types.Object) -> dict[str, tuple[Array, Array]]:
    """Axes (3, 3) and origin (3,) [m] in the shot of each segment of an evaluated armature."""
    world = np.array(armature.matrix_world)
    segments = {}
    for role, bone in rig.bone_map.roles.items():
        place = world @ np.array(armature.pose.bones[bone].matrix) @ hold_of(rig, role)
        origin = place[:3, 3] * rig.bone_map.metres_per_unit
        origin[2] -= rig.ground_height
        segments[role] = (place[:3, :3] / np.linalg.norm(place[:3, :3], axis=0), origin)
    return segments


def hold_of(rig: Rig, role: str) -> Array:
    """The segment's frame in its bone at rest (4, 4)."""
    bone = rig.rest.skeleton.matrices[rig.rest.roles[role]]
    frame = np.eye(4)
    frame[:3, :3], frame[:3, 3] = rig.rest.frames[role], rig.rest.joint(role)
    held: Array = np.linalg.inv(bone) @ frame
    return held
