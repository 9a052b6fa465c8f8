"""Other channels that move the keyed bones: their own, and those of bones between and above."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from typing import NamedTuple

import bpy

from ...retarget.channels import Channels
from .actions import animated_paths, curves_of
from .other_curves import Movers
from .rotation_modes import rotation_channel

UNCHANGED = 1e-6  # in the channel's own unit; Blender's channels have single precision


class HeldChannel(NamedTuple):
    """A channel that must have one value in the baked frames; `before` is its former value."""

    path: str
    index: int
    value: float
    before: float


def hold_leftovers(armature: bpy.types.Object, channels: Sequence[Channels]) -> list[HeldChannel]:
    """Clear channels that would shift the keyed bones, and hold their carriers still.

    Returns the channels that the present Action animates, and would change again.
    """
    keyed = {c.handle.bone: c.handle.moves for c in channels}
    animated = animated_paths(armature)
    bones = armature.pose.bones
    held = [h for bone in _between(armature, keyed) for h in _still(bone) if h.path in animated]
    for name, moves in keyed.items():
        cleared = list(_cleared(bones[name], moves))
        held += [h for h in cleared if h.path in animated]
    return held


def hold_movers(
    armature: bpy.types.Object, movers: Movers, written: Set[str], frames: Iterable[float]
) -> list[HeldChannel]:
    """Hold still everything else that the present Action animates and that moves the keyed bones.

    Args:
        written: data paths that are keyed already.
        frames: frames over which the channels are held.
    """
    data = armature.animation_data
    if data is None or data.action is None:
        return []
    held = []
    for curve in curves_of(armature, data.action):
        path, index = curve.data_path, curve.array_index
        if path in written or path not in movers:
            continue
        value = _number_at(armature, path, index)
        if value is None or all(abs(curve.evaluate(f) - value) < UNCHANGED for f in frames):
            continue
        held.append(HeldChannel(path, index, value, value))
    return held


def _number_at(armature: bpy.types.Object, path: str, index: int) -> float | None:
    """The present value of a curve's channel; None for text or a missing property."""
    try:
        value = armature.path_resolve(path)
    except ValueError:
        return None
    if isinstance(value, str):
        return None
    return float(value[index] if hasattr(value, "__len__") else value)


def _between(armature: bpy.types.Object, keyed: dict[str, bool]) -> list[bpy.types.PoseBone]:
    """Unkeyed bones between and above the keyed ones."""
    above = {b.name for name in keyed for b in armature.pose.bones[name].parent_recursive}
    return [armature.pose.bones[name] for name in sorted(above - keyed.keys())]


def _still(bone: bpy.types.PoseBone) -> Iterator[HeldChannel]:
    for channel in ("location", rotation_channel(bone), "scale"):
        for i, value in enumerate(getattr(bone, channel)):
            yield HeldChannel(f"{bone.path_from_id()}.{channel}", i, value, value)


def _cleared(bone: bpy.types.PoseBone, moves: bool) -> Iterator[HeldChannel]:
    """Reset locations and scales that the keys do not set."""
    for channel, rest in (("location", 0.0), ("scale", 1.0)):
        if channel == "location" and moves:
            continue
        for i, value in enumerate(getattr(bone, channel)):
            yield HeldChannel(f"{bone.path_from_id()}.{channel}", i, rest, value)
        setattr(bone, channel, (rest,) * 3)
