"""Which part of an Action animates an armature: from Blender 4.4 on, one of the Action's slots."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from zlib import crc32

import bpy
import numpy as np

from ...base.errors import RigError
from .actions import bags_in

OF_BONE = re.compile(r'^pose\.bones\["((?:[^"\\]|\\.)*)"\]')
OBJECT = "OBJECT"


def has_a_choice(action: bpy.types.Action) -> bool:
    """Whether several slots of an Action can animate an object."""
    return len(_slots_of(action)) > 1


def animates_objects(action: bpy.types.Action) -> bool:
    """Whether an Action can animate an object, and not only a material, a scene or the like."""
    if hasattr(action, "slots"):
        return bool(_slots_of(action))
    return action.id_root in ("", OBJECT)


def give_action(armature: bpy.types.Object, action: bpy.types.Action, slot: str = "") -> None:
    """Make an Action the armature's own; its old one stays in the file.

    Args:
        slot: name or identifier of the Action's slot; "": the one that the armature uses, else the
            one that keys most of its bones.
    """
    data = armature.animation_data or armature.animation_data_create()
    if data.action is not None and data.action != action:
        data.action.use_fake_user = True  # so that the next save does not drop it
    _assign(armature, data, action, slot)


@contextmanager
def performing(
    armature: bpy.types.Object, action: bpy.types.Action, slot: str = ""
) -> Iterator[None]:
    """While this lasts, the armature has this Action and no other animation."""
    had_data = armature.animation_data is not None
    data = armature.animation_data or armature.animation_data_create()
    before, own, strips = data.action, getattr(data, "action_slot", None), data.use_nla
    try:
        data.use_nla = False
        _assign(armature, data, action, slot)
        yield
    finally:
        data.action, data.use_nla = before, strips
        if before is not None and hasattr(data, "action_slot"):
            data.action_slot = own  # Blender has chosen one by itself
        if not had_data:
            armature.animation_data_clear()


def span_of(armature: bpy.types.Object) -> tuple[float, float] | None:
    """First and last frame with which the armature's present Action animates it; None without any.

    Raises RigError for an Action that holds nothing for an armature.
    """
    data = armature.animation_data
    action = data.action if data is not None else None
    if action is None:
        return None
    curves = [c for bag in bags_in(action, getattr(data, "action_slot", None)) for c in bag.fcurves]
    ranges = [tuple(curve.range()) for curve in curves if not curve.is_empty]
    if not ranges:
        raise RigError(
            f"The Action {action.name!r} has no keys for {armature.name!r}: choose an Action of "
            "this rig."
        )
    if action.use_frame_range:
        return action.frame_start, action.frame_end
    return min(first for first, _ in ranges), max(last for _, last in ranges)


def digest_of(armature: bpy.types.Object, action: bpy.types.Action | None) -> int:
    """A number that changes with the keys of an Action; None: of all that animates the armature."""
    data = armature.animation_data
    if action is not None:
        return _digest_of_curves(action, 0)
    if data is None:
        return 0
    digest = crc32(repr((data.use_nla, getattr(data, "action_slot_handle", 0))).encode())
    if data.action is not None:
        digest = _digest_of_curves(data.action, digest)
    for track in data.nla_tracks:
        for strip in track.strips:
            played = track.mute, track.is_solo, strip.mute, strip.frame_start, strip.frame_end
            digest = crc32(repr(played).encode(), digest)
            if strip.action is not None:
                digest = _digest_of_curves(strip.action, digest)
    return digest


def _digest_of_curves(action: bpy.types.Action, digest: int) -> int:
    span = action.name_full, action.use_frame_range, action.frame_start, action.frame_end
    digest = crc32(repr(span).encode(), digest)
    for curve in _all_curves(action):
        digest = crc32(repr((curve.data_path, curve.array_index, curve.mute)).encode(), digest)
        for part in ("co", "handle_left", "handle_right"):
            numbers = np.empty(2 * len(curve.keyframe_points), np.float32)
            curve.keyframe_points.foreach_get(part, numbers)
            digest = crc32(numbers, digest)
    return digest


def _all_curves(action: bpy.types.Action) -> list[bpy.types.FCurve]:
    if not hasattr(action, "layers"):
        return list(action.fcurves)
    bags = [bag for layer in action.layers for strip in layer.strips for bag in strip.channelbags]
    return [curve for bag in bags for curve in bag.fcurves]


def bones_keyed(armature: bpy.types.Object, action: bpy.types.Action, slot: object) -> int:
    """How many bones of the armature an Action keys, with one of its slots."""
    paths = {curve.data_path for bag in bags_in(action, slot) for curve in bag.fcurves}
    names = {found[1] for path in paths if (found := OF_BONE.match(path))}
    return sum(bpy.utils.unescape_identifier(name) in armature.pose.bones for name in names)


def _slots_of(action: bpy.types.Action) -> list:
    return [s for s in getattr(action, "slots", ()) if s.target_id_type in (OBJECT, "UNSPECIFIED")]


def _assign(
    armature: bpy.types.Object, data: bpy.types.AnimData, action: bpy.types.Action, slot: str
) -> None:
    """Set an Action with its slot. Raises RigError for a slot that it does not have."""
    used = getattr(data, "action_slot", None) if data.action == action else None
    if data.action != action:
        data.action = action
    if not hasattr(action, "slots"):
        return
    slots = _slots_of(action)
    if slot:
        named = [own for own in slots if slot in (own.identifier, own.name_display)]
        if not named:
            known = ", ".join(repr(own.name_display) for own in slots) or "none"
            raise RigError(f"The Action {action.name!r} has no slot {slot!r}; it has {known}.")
        data.action_slot = named[0]
    elif used is None and slots:
        # Blender's own choice, by the armature's name, wins where it keys as many bones.
        first = [data.action_slot] if data.action_slot is not None else []
        data.action_slot = max([*first, *slots], key=lambda s: bones_keyed(armature, action, s))
