"""Hanging parts on a rig: chains are read in their pose, follow the animation, and get keys."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import bpy
import numpy as np
from numpy.typing import NDArray

from ...base.errors import RigError
from ...base.rotations import matrices_from_quaternions, quaternions_from_matrices
from ...bodies.hanging import Chain, ChainBone, Hanging
from ...catalogue.hanging import LAYER
from ...catalogue.output import Output
from ...simulation.hanging.motion import Moving, Touched, hang
from ..hanging_chains import FoundChain, LeftAlone, find_chains
from .actions import animated_paths, new_layer, remove_layer, track_of
from .armature import read_skeleton
from .bone_ties import free_controls, read_ties
from .channel_curves import Keying, turn_curves
from .evaluated_frames import evaluated_at
from .fcurves import Curve
from .motion import animated_range, hold_of
from .rig import Rig
from .rotation_modes import rotation_channel
from .scene import frame_rate

Array = NDArray[np.float64]
POSE = "footfall_pose"  # of the layer's Action: rotations of the bones before they hung
NOBODY = ""  # carries what hangs on the armature itself


@dataclass(frozen=True, kw_only=True)
class HungChain:
    """A chain that was found, and how it is to move."""

    found: FoundChain
    hanging: Hanging


@dataclass(frozen=True, eq=False)
class _Posed:
    """A chain in its pose: its data, and each bone's axes without keys on the bone before."""

    chain: Chain
    unkeyed: Array  # (bones, 3, 3)


def find_hanging(rig: Rig) -> tuple[tuple[FoundChain, ...], tuple[LeftAlone, ...]]:
    """The chains that hang on a rig, and why its other bones are left alone."""
    armature = rig.armature
    return find_chains(read_skeleton(armature), rig.bone_map, read_ties(armature))


def add_hanging(
    rig: Rig, chains: Sequence[HungChain], *, settled: bool = True, loops: bool | None = None,
    output: Output | None = None,
) -> bpy.types.Action:  # fmt: skip
    """Let chains hang through the animation that a rig has; on an NLA track of its own.

    Args:
        settled: as in `hanging_curves`.
        loops: None: where the rig's Action is marked as cyclic.

    Returns the new Action. Raises RigError, and then changes nothing, where the rig is not animated
    or nothing hangs on it.
    """
    armature = rig.armature
    if not chains:
        raise RigError(f"Nothing on the armature {armature.name!r} hangs.")
    before = track_of(armature, LAYER)
    was_muted = before is not None and before.mute
    if before is not None:  # what hung before is neither the pose nor the animation to follow
        before.mute = True
        put_pose_back(armature, before)
    try:
        frames = _frames_of(armature)
        if loops is None:
            action = armature.animation_data.action
            loops = action is not None and action.use_cyclic
        curves = hanging_curves(
            rig, chains, frames, frame_rate(bpy.context.scene), settled=settled, loops=loops,
            output=output,
        )  # fmt: skip
    finally:
        if before is not None:
            before.mute = was_muted
    controls = [name for chain in chains for name in chain.found.controls]
    pose = dict(_poses(before)) if before is not None else {}
    pose |= {name: _channel(armature, name)[:] for name in controls if name not in pose}
    free_controls(armature, controls)
    action = new_layer(armature, LAYER, curves, frames[0])
    action[POSE] = pose
    return action


def _frames_of(armature: bpy.types.Object) -> range:
    """The frames of the scene over which an armature is animated. Raises RigError."""
    span = animated_range(armature)
    if span is None:
        raise RigError(f"The armature {armature.name!r} has no animation for its parts to follow.")
    return range(math.floor(span[0]), math.ceil(span[1]) + 1)


def remove_hanging(armature: bpy.types.Object) -> None:
    """Take the layer of hanging motion away; the bones get their pose from before it."""
    track = track_of(armature, LAYER)
    if track is not None:
        put_pose_back(armature, track)
        remove_layer(armature, LAYER)


def put_pose_back(armature: bpy.types.Object, track: bpy.types.NlaTrack) -> None:
    for name, values in _poses(track).items():
        if name in armature.pose.bones and len(_channel(armature, name)) == len(values):
            _channel(armature, name)[:] = values


def _poses(track: bpy.types.NlaTrack) -> dict[str, list[float]]:
    """Rotations of the bones before they hung, by name."""
    actions = [strip.action for strip in track.strips if strip.action]
    return {name: list(v) for action in actions for name, v in action.get(POSE, {}).items()}


def _channel(armature: bpy.types.Object, bone: str) -> Sequence[float]:
    """The rotation of a bone in its mode, which can be assigned to."""
    pose_bone = armature.pose.bones[bone]
    return getattr(pose_bone, rotation_channel(pose_bone))


def hanging_curves(
    rig: Rig, chains: Sequence[HungChain], frames: Sequence[float], frame_rate: float,
    *, settled: bool = True, loops: bool = False, output: Output | None = None,
) -> list[Curve]:  # fmt: skip
    """Curves of the chains' bones that follow the animation which the rig has; nothing is written.

    Args:
        frames: of the scene, evenly spaced, `frame_rate` of them a second.
        settled: whether the chains hang at rest in the first frame; else they begin in their pose.
        loops: whether the last frame is the first one again.

    Raises RigError where a bone is missing.
    """
    armature = rig.armature
    for chain in chains:
        for name in chain.found.controls:
            if name not in armature.pose.bones:
                raise RigError(f"The rig {armature.name!r} has no bone {name!r} that could hang.")
    carriers = sorted({_carrier(armature, chain) for chain in chains})
    moved, touched, posed = _read(rig, chains, carriers, frames)
    axes = hang(
        [p.chain for p in posed], moved, frame_rate, touched=touched, settled=settled, loops=loops
    )
    keying = Keying(np.asarray(frames, float), output or Output(), is_cycle=loops)
    return _curves(armature, posed, moved, axes, keying)


def _carrier(armature: bpy.types.Object, chain: HungChain) -> str:
    parent = armature.pose.bones[chain.found.controls[0]].parent
    return parent.name if parent else NOBODY


def _read(
    rig: Rig, chains: Sequence[HungChain], carriers: Sequence[str], frames: Sequence[float]
) -> tuple[Moving, Touched, list[_Posed]]:
    """The motion of carriers and of the body's shapes, and the chains as in the first frame."""
    character, unit = rig.character, rig.bone_map.metres_per_unit
    # A segment that no bone plays, as of a short spine, has no place of its own.
    shapes = {
        s.name: s.shape for s in character.segments
        if s.shape is not None and s.name in rig.bone_map.roles
    }  # fmt: skip
    names = list(shapes)
    bones = [*carriers, *(rig.bone_map.roles[name] for name in names)]
    holds = np.array([np.eye(4)] * len(carriers) + [hold_of(rig, name) for name in names])
    matrices = np.empty((len(frames), len(bones), 4, 4))
    posed: list[_Posed] = []
    keyed = _keyed_bones(rig.armature)
    for i, armature in enumerate(evaluated_at(rig.armature, frames)):
        world, pose = np.array(armature.matrix_world), armature.pose.bones
        for k, bone in enumerate(bones):
            matrices[i, k] = pose[bone].matrix if bone != NOBODY else np.eye(4)
        matrices[i] = world @ matrices[i] @ holds
        posed = posed or [_posed(armature, chain, unit, keyed) for chain in chains]
    moved = Moving(
        names=(*carriers, *names), places=unit * matrices[..., :3, 3],
        turns=quaternions_from_matrices(_axes(matrices)),
    )  # fmt: skip
    first = len(carriers)
    carried = Moving(
        names=tuple(carriers), places=moved.places[:, :first], turns=moved.turns[:, :first]
    )
    moving = Moving(
        names=tuple(names), places=moved.places[:, first:], turns=moved.turns[:, first:]
    )
    touched = Touched(shapes=list(shapes.values()), moving=moving, ground=rig.ground_height)
    return carried, touched, posed


def _frame_of(armature: bpy.types.Object, bone: str, unit: float) -> tuple[Array, Array]:
    """Place [m] and axes (3, 3) in the world of a pose bone, or of the armature."""
    matrix = np.array(armature.matrix_world)
    if bone != NOBODY:
        matrix = matrix @ np.array(armature.pose.bones[bone].matrix)
    return unit * matrix[:3, 3], _axes(matrix)


def _axes(matrix: Array) -> Array:
    """The rotations of matrices (..., 4, 4) without their scale (..., 3, 3)."""
    u, _, v = np.linalg.svd(matrix[..., :3, :3])
    u[..., 2] *= np.linalg.det(u @ v)[..., None]
    axes: Array = u @ v
    return axes


def _posed(
    armature: bpy.types.Object, chain: HungChain, unit: float, keyed: set[str]
) -> _Posed:
    """A chain as it is posed; bones with keys are taken as at rest."""
    found = chain.found
    place, axes = _frame_of(armature, _carrier(armature, chain), unit)
    before_place, before = place, axes
    world = np.array(armature.matrix_world)
    bones, unkeyed = [], []
    for name in found.controls:
        bone = armature.pose.bones[name]
        head, turned = _frame_of(armature, name, unit)
        basis = _axes(np.array(bone.matrix_basis))
        free = before.T @ turned @ basis.T
        pose = np.eye(3) if name in keyed else basis
        tail = unit * (world @ np.append(np.array(bone.tail), 1.0))[:3]
        is_last = name == found.controls[-1]
        tip = _frame_of(armature, found.end, unit)[0] if is_last and found.end else None
        bones.append(
            ChainBone(
                name=name,
                head=tuple((before.T @ (head - before_place)).tolist()),
                rotation=tuple(quaternions_from_matrices(free @ pose).tolist()),
                length=float(np.linalg.norm(tail - head)),
                tip=None if tip is None else tuple((turned.T @ (tip - head)).tolist()),
            )
        )
        unkeyed.append(free)
        before_place, before = head, turned
    data = Chain(
        name=found.name, carrier=_carrier(armature, chain), bones=tuple(bones),
        hanging=chain.hanging, row=found.row,
    )  # fmt: skip
    return _Posed(data, np.array(unkeyed))


def _keyed_bones(armature: bpy.types.Object) -> set[str]:
    """The bones whose rotation has curves."""
    paths = animated_paths(armature)
    return {
        bone.name
        for bone in armature.pose.bones
        if any(path.startswith(bone.path_from_id() + ".rotation") for path in paths)
    }


def _curves(
    armature: bpy.types.Object, posed: Sequence[_Posed], moved: Moving, axes: Array, keying: Keying
) -> list[Curve]:
    """Curves of the rotations that give the bones their axes (frames, bones, 3, 3)."""
    curves, index = [], 0
    for each in posed:
        before = matrices_from_quaternions(moved.turns[:, moved.names.index(each.chain.carrier)])
        for bone, free in zip(each.chain.bones, each.unkeyed, strict=True):
            turned = axes[:, index]
            basis = np.swapaxes(before @ free, -1, -2) @ turned
            pose_bone = armature.pose.bones[bone.name]
            base = pose_bone.path_from_id() + "."
            curves += turn_curves(base, pose_bone, bone.name, basis, keying)
            before, index = turned, index + 1
    return curves
