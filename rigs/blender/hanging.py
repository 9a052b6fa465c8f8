"""Hanging and soft parts on a rig: they are found, follow the animation, and get keys."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from functools import partial

import bpy
import numpy as np
from numpy.typing import NDArray

from ...base.errors import RigError
from ...base.pieces import Pieces, finish, part_of
from ...bodies.hanging import Chain
from ...catalogue.hanging import LAYER
from ...catalogue.output import Output
from ...simulation.hanging.motion import hang_in_pieces
from ...simulation.hanging.soft import jiggle
from ..hanging_chains import FoundChain, LeftAlone, find_chains
from .actions import new_layer, remove_layer, track_of
from .armature import read_skeleton
from .bone_ties import free_controls, read_ties
from .channel_curves import Keying
from .fcurves import Curve
from .hanging_body import SimulatedChains
from .hanging_curves import chain_curves, soft_curves
from .hanging_pose import HungChain, Prepared, read_parts
from .motion import animated_range, goes_on, is_cyclic
from .rig import Rig
from .rotation_modes import rotation_channel
from .scene import frame_rate

Array = NDArray[np.float64]
# Of the layer's Action: channels of the bones before they hung, by name.
ROTATIONS, LOCATIONS = "footfall_pose", "footfall_places"
Poses = dict[str, dict[str, list[float]]]
READING = 0.5  # share of the work that reading is, roughly


def find_hanging(
    rig: Rig, with_tail: bool = False
) -> tuple[tuple[FoundChain, ...], tuple[LeftAlone, ...]]:
    """The chains that hang on a rig and its soft bones, and why its other bones are left alone.

    Args:
        with_tail: also let the tail of a quadruped hang, which its simulated body has.
    """
    armature = rig.armature
    return find_chains(read_skeleton(armature), rig.bone_map, read_ties(armature), with_tail)


def add_hanging(
    rig: Rig, chains: Sequence[HungChain], *, settled: bool = True, loops: bool | None = None,
    output: Output | None = None, simulated: SimulatedChains | None = None,
) -> bpy.types.Action:  # fmt: skip
    """Let parts hang through the animation that a rig has; on an NLA track of its own.

    Args:
        settled: as in `hanging_curves`.
        loops: None: where the rig's Action is marked as cyclic.
        simulated: the chains that were simulated with the body that is keyed.

    Returns the new Action. Raises RigError, and then changes nothing, where the rig is not animated
    or nothing hangs on it.
    """
    return finish(
        adding_hanging(
            rig, chains, settled=settled, loops=loops, output=output, simulated=simulated
        )
    )


def adding_hanging(
    rig: Rig, chains: Sequence[HungChain], *, settled: bool = True, loops: bool | None = None,
    output: Output | None = None, simulated: SimulatedChains | None = None,
) -> Pieces[bpy.types.Action]:  # fmt: skip
    """As `add_hanging`, in pieces; until its end, the scene is as it was between two of them."""
    armature = rig.armature
    if not chains:
        raise RigError(f"Nothing on the armature {armature.name!r} hangs.")
    with _without_layer(armature):
        if loops is None:
            loops = is_cyclic(armature)
        frames = _frames_of(armature, loops)
    step = float(frames[1] - frames[0]) if len(frames) > 1 else 1.0
    curves = yield from hanging_curves(
        rig, chains, frames, frame_rate(bpy.context.scene) / step, settled=settled, loops=loops,
        output=output, prepared=partial(_without_layer, armature), simulated=simulated,
    )  # fmt: skip
    before = _poses(track_of(armature, LAYER))
    _put(armature, before)
    poses = _pose_of(armature, curves)
    for kept in poses:
        poses[kept] |= before[kept]
    free_controls(armature, [name for chain in chains for name in chain.found.controls])
    action = new_layer(armature, LAYER, curves, frames[0], forever=loops and goes_on(armature))
    for kept, pose in poses.items():
        action[kept] = pose
    return action


def _frames_of(armature: bpy.types.Object, loops: bool) -> Sequence[float]:
    """The frames of the scene over which an armature is animated. Raises RigError.

    Those of a loop are evenly spaced from its beginning to its end, which may lie between frames.
    """
    span = animated_range(armature)
    if span is None:
        raise RigError(f"The armature {armature.name!r} has no animation for its parts to follow.")
    if loops and span[1] > span[0]:
        frames: list[float] = np.linspace(*span, max(math.ceil(span[1] - span[0] - 1e-3), 1) + 1)
        return frames
    return range(math.floor(span[0]), math.ceil(span[1]) + 1)


def _pose_of(armature: bpy.types.Object, curves: Iterable[Curve]) -> Poses:
    """The present channels that curves will move."""
    paths = {curve.path for curve in curves}
    poses: Poses = {ROTATIONS: {}, LOCATIONS: {}}
    for bone in armature.pose.bones:
        for kept, of_bones in poses.items():
            path = _path(bone, kept)
            if f"{bone.path_from_id()}.{path}" in paths:
                of_bones[bone.name] = list(getattr(bone, path))
    return poses


@contextmanager
def _without_layer(armature: bpy.types.Object) -> Iterator[None]:
    """Without what hung before, which is neither the pose nor the animation to follow."""
    track = track_of(armature, LAYER)
    if track is None:
        yield
        return
    was_muted, shown = track.mute, _poses(track)
    for bone, channel in _channels(armature, shown):
        shown[channel][bone.name] = getattr(bone, _path(bone, channel))[:]
    track.mute = True
    put_pose_back(armature, track)
    try:
        yield
    finally:
        track.mute = was_muted
        _put(armature, shown)
        bpy.context.view_layer.update()


def remove_hanging(armature: bpy.types.Object) -> None:
    """Take the layer of hanging motion away; the bones get their pose from before it."""
    track = track_of(armature, LAYER)
    if track is not None:
        put_pose_back(armature, track)
        remove_layer(armature, LAYER)


def put_pose_back(armature: bpy.types.Object, track: bpy.types.NlaTrack) -> None:
    _put(armature, _poses(track))


def _put(armature: bpy.types.Object, poses: Poses) -> None:
    for bone, kept in _channels(armature, poses):
        channel, values = getattr(bone, _path(bone, kept)), poses[kept][bone.name]
        if len(channel) == len(values):  # else the mode of rotation was changed
            channel[:] = values


def _channels(
    armature: bpy.types.Object, poses: Poses
) -> Iterator[tuple[bpy.types.PoseBone, str]]:
    """The bones of poses that are still there, with the kind of channel."""
    for kept, of_bones in poses.items():
        for name in of_bones:
            if name in armature.pose.bones:
                yield armature.pose.bones[name], kept


def _path(bone: bpy.types.PoseBone, kept: str) -> str:
    return "location" if kept == LOCATIONS else rotation_channel(bone)


def _poses(track: bpy.types.NlaTrack | None) -> Poses:
    """Channels of the bones before they hung, by kind and name."""
    actions = [strip.action for strip in track.strips if strip.action] if track else []
    return {
        kept: {name: list(v) for action in actions for name, v in action.get(kept, {}).items()}
        for kept in (ROTATIONS, LOCATIONS)
    }


def hanging_curves(
    rig: Rig, chains: Sequence[HungChain], frames: Sequence[float], frame_rate: float,
    *, settled: bool = True, loops: bool = False, output: Output | None = None,
    prepared: Prepared = nullcontext, simulated: SimulatedChains | None = None,
) -> Pieces[list[Curve]]:  # fmt: skip
    """Curves of the parts' bones that follow the animation which the rig has; nothing is written.

    Args:
        frames: of the scene, evenly spaced, `frame_rate` of them a second.
        settled: whether the parts hang at rest in the first frame; else they begin in their pose.
        loops: whether the last frame is the first one again.
        prepared: what each piece of the animation is read in.
        simulated: the chains that were simulated with the body that is keyed.

    Raises RigError where a bone is missing.
    """
    reading = yield from part_of(read_parts(rig, chains, frames, prepared), 0.0, READING)
    known = {
        posed.chain.name: simulated.axes_of(posed.chain.name, reading, frames)
        for posed in (reading.chains if simulated else ())
    }
    following = [p.chain for p in reading.chains if known.get(p.chain.name) is None]
    simulation = hang_in_pieces(
        following, reading.carried, frame_rate, touched=reading.touched, settled=settled,
        loops=loops,
    )  # fmt: skip
    axes = yield from part_of(simulation, READING, 1.0)
    axes = _in_order([posed.chain for posed in reading.chains], known, axes)
    displaced = jiggle(
        [posed.bone for posed in reading.soft], reading.carried, frame_rate, settled=settled,
        loops=loops,
    )  # fmt: skip
    keying = Keying(np.asarray(frames, float), output or Output(), is_cycle=loops)
    unit = rig.bone_map.metres_per_unit
    return [
        *chain_curves(rig.armature, reading, axes, keying),
        *soft_curves(rig.armature, reading, displaced, unit, keying),
    ]


def _in_order(chains: Sequence[Chain], known: Mapping[str, Array | None], others: Array) -> Array:
    """Axes (frames, bones, 3, 3) of all chains, of which some are known by their names."""
    parts, first = [others[:, :0]], 0
    for chain in chains:
        axes = known.get(chain.name)
        if axes is None:
            axes = others[:, first : first + len(chain.bones)]
            first += len(chain.bones)
        parts.append(axes)
    return np.concatenate(parts, axis=1)
