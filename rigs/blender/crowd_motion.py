"""The motion of a crowd's members, between takes, armatures with Actions, and light members."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import bpy
import numpy as np
from numpy.typing import NDArray

from ...base.rotations import matrices_from_quaternions
from ...bodies.character import Character
from ...bodies.stretch import stretch_between
from ...crowd.looks import Look
from ...retarget.body_motion import BodyMotion
from ...retarget.fitted_motion import fit_to_bones
from ...retarget.light_motion import LightMotion, light_motion, segments_of
from ...retarget.light_skeleton import bone_axes
from ...retarget.segment_motion import SegmentMotion, Segments
from ...shots.shot import Shot
from ...shots.take import Take
from .actions import curves_of
from .light_rig import LightRig
from .rig import Rig, flesh_of_feet
from .scene import frame_rate
from .take_frames import sample_take

Array = NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class CrowdPlacement:
    """The scene's data for placing a crowd.

    Attributes:
        collection: for the crowd's objects.
        start_frame: frame of the takes' first frame.
        metres_per_unit: of the scene.
        ground: height of the shot's z = 0 in the scene [m].
    """

    collection: bpy.types.Collection
    start_frame: int
    metres_per_unit: float
    ground: float


@dataclass(frozen=True, kw_only=True, eq=False)
class MovingMember:
    """A member and its motion, fitted to the bones of its rig.

    Attributes:
        number: in the crowd.
        position: where it starts, x and y [m].
        heading: with which it starts [rad].
        stretch: segment -> factors (3,) on the rig's body along the segment's axes.
        segments: in the shot's space [m].
        character: its body; None where nothing hangs on it.
        present: first and last frame of the scene in which it is in the shot; None: always.
        look: None: it has all of its rig's meshes, as they are.
    """

    number: int
    position: tuple[float, float]
    heading: float
    stretch: Mapping[str, Array]
    segments: Segments
    character: Character | None = None
    present: tuple[int, int] | None = None
    look: Look | None = None


def moving_members(
    lights: Sequence[LightRig], shot: Shot, take: Take, numbers: Sequence[int], start: int
) -> list[MovingMember]:
    """What the performers of a take do as members of a crowd, which use the rigs in turn.

    Args:
        start: frame of the take's first frame.
    """
    members = []
    for place, (number, performer) in enumerate(zip(numbers, shot.performers, strict=True)):
        rig = lights[number % len(lights)].rig
        stretch = stretch_between(rig.character, performer.character)
        members.append(
            MovingMember(
                number=number,
                position=(performer.position[0], performer.position[1]),
                heading=performer.heading,
                stretch=stretch,
                segments=_body(rig, performer.character, take, place, stretch).segments,
                character=performer.character,
                present=_present(take, place, start),
            )
        )
    return members


def _present(take: Take, place: int, start: int) -> tuple[int, int] | None:
    """First and last frame of the scene in which a performer is in the shot, the last before the
    first for one that never is; None: always.
    """
    frames = take.performances[place].present
    if frames is None:
        return None
    per_frame = frame_rate(bpy.context.scene) * (take.times[1] - take.times[0])
    return (
        start + math.ceil(frames[0] * per_frame), start + math.floor((frames[1] - 1) * per_frame)
    )  # fmt: skip


def _body(
    rig: Rig, character: Character, take: Take, place: int, stretch: Mapping[str, Array]
) -> BodyMotion:
    """A member's motion, fitted to the bones of its rig."""
    paws = {leg: points * stretch[f"foot.{leg}"] for leg, points in flesh_of_feet(rig).items()}
    body = sample_take(take, place, frame_rate(bpy.context.scene))
    return fit_to_bones(body, character, rig.bone_map.roles, paws)


def to_light(member: MovingMember, light: LightRig, placement: CrowdPlacement) -> LightMotion:
    """The motion of a light member, in the scene's space."""
    skeleton, size = light.skeleton, _size(light.rig, placement.metres_per_unit)
    names = skeleton.segments[: skeleton.count]
    scales = np.stack([np.abs(bone_axes(name).T) @ member.stretch[name] for name in names])
    lifted = np.array([0.0, 0.0, placement.ground])
    segments = {
        name: SegmentMotion(s.axes, (s.origin + lifted) / placement.metres_per_unit)
        for name, s in member.segments.items()
    }
    return light_motion(skeleton, segments, scales * skeleton.sizes[:, None] * size, size)


def from_light(
    motion: LightMotion, place: int, number: int, light: LightRig, placement: CrowdPlacement
) -> MovingMember:
    """The inverse of `to_light`, of one of several light members."""
    skeleton, size = light.skeleton, _size(light.rig, placement.metres_per_unit)
    factors = motion.scales[place] / skeleton.sizes[:, None] / size
    names = skeleton.segments[: skeleton.count]
    lifted = np.array([0.0, 0.0, placement.ground])
    segments = {
        name: SegmentMotion(s.axes, s.origin * placement.metres_per_unit - lifted)
        for name, s in segments_of(motion, place, skeleton).items()
    }
    root = segments[names[0]]
    x, y, _ = root.origin[0].tolist()
    return MovingMember(
        number=number,
        position=(x, y),
        heading=float(np.arctan2(root.axes[0, 1, 0], root.axes[0, 0, 0])),
        stretch={
            name: np.abs(bone_axes(name)) @ factor
            for name, factor in zip(names, factors, strict=True)
        },
        segments=segments,
    )


def _size(rig: Rig, metres_per_unit: float) -> float:
    """The unit of a member's armature in the scene's units."""
    own = np.cbrt(np.linalg.det(np.array(rig.rest.skeleton.to_world)[:3, :3]))
    return float(own * rig.bone_map.metres_per_unit / metres_per_unit)


def read_member(
    member: bpy.types.Object, light: LightRig, start: int, frames: int
) -> LightMotion:
    """The motion that a member's Action has, without what constraints add to it."""
    skeleton = light.skeleton
    at = np.arange(start, start + frames, dtype=float)
    curves = _curves(member)
    world = np.array(member.matrix_world, dtype=float)
    size = float(np.cbrt(np.linalg.det(world[:3, :3])))
    axes = np.empty((frames, skeleton.count, 3, 3))
    heads = np.empty((frames, skeleton.count, 3))
    scales = np.empty((skeleton.count, 3))
    for i, parent in enumerate(skeleton.parents[: skeleton.count]):
        bone = member.pose.bones[skeleton.names[i]]
        place = _place(member, bone, skeleton.names[parent] if parent >= 0 else "")
        turns = matrices_from_quaternions(_channel(bone, "rotation_quaternion", curves, at))
        scales[i] = bone.scale
        joint = place[:3, 3] + _channel(bone, "location", curves, at) @ place[:3, :3].T
        above = axes[:, parent] if parent >= 0 else np.broadcast_to(np.eye(3), (frames, 3, 3))
        if parent >= 0:
            joint = heads[:, parent] + np.einsum(
                "fij,fj->fi", above, joint * scales[parent]
            )
        axes[:, i], heads[:, i] = above @ place[:3, :3] @ turns, joint
    turned = world[:3, :3] / size
    segments = {
        name: SegmentMotion(
            axes=turned @ axes[:, i] @ bone_axes(name).T,
            origin=heads[:, i] @ world[:3, :3].T + world[:3, 3],
        )
        for i, name in enumerate(skeleton.segments[: skeleton.count])
    }
    return light_motion(skeleton, segments, scales * size, size)


def root_of(member: bpy.types.Object, frames: Sequence[int]) -> Array:
    """The place of a member's root at some frames (frames, 3), in the scene."""
    bone, at = member.pose.bones[0], np.array(frames, dtype=float)
    rest = np.array(member.matrix_world @ bone.bone.matrix_local, dtype=float)
    places: Array = _channel(bone, "location", _curves(member), at) @ rest[:3, :3].T + rest[:3, 3]
    return places


def _place(member: bpy.types.Object, bone: bpy.types.PoseBone, parent: str) -> Array:
    """A bone in its parent, both at rest (4, 4), as the member's own armature has them."""
    rest = np.array(bone.bone.matrix_local, dtype=float)
    if not parent:
        return rest
    above = np.array(member.data.bones[parent].matrix_local, dtype=float)
    place: Array = np.linalg.inv(above) @ rest
    return place


def _curves(member: bpy.types.Object) -> dict[tuple[str, int], bpy.types.FCurve]:
    data = member.animation_data
    if data is None or data.action is None:
        return {}
    return {(c.data_path, c.array_index): c for c in curves_of(member, data.action)}


def _channel(
    bone: bpy.types.PoseBone,
    name: str,
    curves: Mapping[tuple[str, int], bpy.types.FCurve],
    at: Array,
) -> Array:
    """A channel of a bone at some frames; without a curve, as the bone has it now."""
    path = f"{bone.path_from_id()}.{name}"
    columns = [
        _evaluated(curves[path, i], at) if (path, i) in curves else np.full(len(at), value)
        for i, value in enumerate(getattr(bone, name))
    ]
    return np.column_stack(columns)


def _evaluated(curve: bpy.types.FCurve, at: Array) -> Array:
    keys = np.empty(2 * len(curve.keyframe_points), np.float32)
    curve.keyframe_points.foreach_get("co", keys)
    frames, values = keys[::2], keys[1::2]
    if len(curve.modifiers) == 0 and np.isin(at, frames).all():
        return np.interp(at, frames, values)  # each frame has a key
    return np.array([curve.evaluate(frame) for frame in at.tolist()])
