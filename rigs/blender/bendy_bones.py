"""Bendy bones (B-bones): copying how they bend."""

from __future__ import annotations

import math
from collections.abc import Iterable

import bpy

# Properties of a bone at rest: its segments, how it maps vertices, and the start of its curve.
OF_BONES = (
    "bbone_segments", "bbone_x", "bbone_z", "bbone_mapping_mode", "bbone_handle_use_ease_start",
    "bbone_handle_use_ease_end", "bbone_handle_use_scale_start", "bbone_handle_use_scale_end",
)  # fmt: skip
# Properties of a bone at rest and of a posed one.
OF_BOTH = (
    "bbone_curveinx", "bbone_curveinz", "bbone_curveoutx", "bbone_curveoutz", "bbone_rollin",
    "bbone_rollout", "bbone_easein", "bbone_easeout", "bbone_scalein", "bbone_scaleout",
)  # fmt: skip
ENDS = ("start", "end")
HALF_TURN = 0.05  # [rad] of tolerance around a roll of half a turn


def is_bendy(bone: bpy.types.Bone) -> bool:
    return bool(bone.bbone_segments > 1)


def handles_of(armature: bpy.types.Object, names: Iterable[str]) -> set[str]:
    """The bones that are handles of these bendy bones."""
    bendy = [bone for name in names if is_bendy(bone := armature.data.bones[name])]
    found = [_handle(bone, end) for bone in bendy for end in ENDS]
    return {handle.name for handle in found if handle is not None}


def handles_half_turned(armature: bpy.types.Object) -> set[str]:
    """The handles about which bendy bones twist by half a turn.

    A bendy bone twists along the shorter arc. At half a turn rounding decides which one that is,
    and the skin may turn inside out from one frame to the next.
    """
    found = set()
    for bone in filter(is_bendy, armature.data.bones):
        handle = _handle(bone, "end")
        if handle is not None and abs(abs(_roll_about(bone, handle)) - math.pi) < HALF_TURN:
            found.add(handle.name)
    return found


def _roll_about(bone: bpy.types.Bone, handle: bpy.types.Bone) -> float:
    turn = (bone.matrix_local.inverted() @ handle.matrix_local).to_quaternion()
    return 2.0 * math.atan2(turn.y, turn.w)


def copy_bends(model: bpy.types.Object, copies: bpy.types.Armature, names: Iterable[str]) -> None:
    """Make bones of an armature bend like the model's bones of the same names."""
    for name in names:
        own, copy = model.data.bones[name], copies.bones[name]
        if not is_bendy(own):
            continue
        for key in (*OF_BONES, *OF_BOTH):
            setattr(copy, key, getattr(own, key))
        for end in ENDS:
            handle = _handle(own, end)
            kind = getattr(own, f"bbone_handle_type_{end}")
            # Automatic handles are a bone's neighbours, which differ in this armature.
            setattr(copy, f"bbone_handle_type_{end}", "ABSOLUTE" if kind == "AUTO" else kind)
            if handle is not None:
                setattr(copy, f"bbone_custom_handle_{end}", copies.bones[handle.name])


def copy_posed_bends(
    model: bpy.types.Object, copy: bpy.types.Object, names: Iterable[str]
) -> None:  # fmt: skip
    """Give posed bones the curves that the model's posed bones have of their own."""
    for name in names:
        if is_bendy(model.data.bones[name]):
            for key in OF_BOTH:
                setattr(copy.pose.bones[name], key, getattr(model.pose.bones[name], key))


def _handle(bone: bpy.types.Bone, end: str) -> bpy.types.Bone | None:
    """The handle at one end of a bendy bone."""
    if getattr(bone, f"bbone_handle_type_{end}") != "AUTO":
        handle: bpy.types.Bone | None = getattr(bone, f"bbone_custom_handle_{end}")
        return handle
    if end == "start":
        return bone.parent if bone.use_connect else None
    return next((child for child in bone.children if child.use_connect), None)
