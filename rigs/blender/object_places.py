"""The places of objects on a frame, computed from their curves without changing the frame."""

from __future__ import annotations

import json
from collections.abc import Iterator

import bpy
import numpy as np
from mathutils import Euler, Matrix, Quaternion, Vector
from numpy.typing import NDArray

from .actions import bags_in
from .live_state import CHANNELS, MARK

Array = NDArray[np.float64]
# Extrapolation of an NLA strip: whether it holds before its beginning and after its end.
HOLDS_BEFORE, HOLDS_AFTER = ("HOLD",), ("HOLD", "HOLD_FORWARD")


def matrix_at(thing: bpy.types.Object, frame: float) -> Array:
    """An object's world matrix (4, 4) on a frame, from its own and its parents' keys.

    An object moved by a preview counts as where it was before that. An object moved by constraints
    or bones counts as where it is now.
    """
    if not moves_by_itself(thing):
        evaluated = thing.evaluated_get(bpy.context.evaluated_depsgraph_get())
        return np.array(evaluated.matrix_world)
    above = np.eye(4)
    if thing.parent is not None:
        above = matrix_at(thing.parent, frame) @ np.array(thing.matrix_parent_inverse)
    matrix: Array = above @ np.array(_basis(thing, frame))
    return matrix


def above_at(thing: bpy.types.Object, frame: float) -> Array:
    """The matrix (4, 4) to which an object's own channels are relative, on a frame."""
    if thing.parent is None:
        return np.eye(4)
    above: Array = matrix_at(thing.parent, frame) @ np.array(thing.matrix_parent_inverse)
    return above


def moves_by_itself(thing: bpy.types.Object) -> bool:
    """Whether the places of an object and its parents follow from channels alone."""
    hangs_on_bone = thing.parent is not None and thing.parent_type != "OBJECT"
    if hangs_on_bone or any(not constraint.mute for constraint in thing.constraints):
        return False
    return thing.parent is None or moves_by_itself(thing.parent)


def _basis(thing: bpy.types.Object, frame: float) -> Matrix:
    """An object's own transform on a frame, with its deltas."""
    state = {name: list(getattr(thing, name)) for name in CHANNELS}
    if MARK in thing:
        before = json.loads(thing[MARK])
        state |= {name: value for name, value in before.items() if name in state}
    for path, index, value in _keyed(thing, frame):
        if path in state:
            state[path][index] = value
    place = Vector(state["location"]) + thing.delta_location
    scale = [own * delta for own, delta in zip(state["scale"], thing.delta_scale, strict=True)]
    return Matrix.LocRotScale(place, _turn(thing, state), Vector(scale))


def _turn(thing: bpy.types.Object, state: dict[str, list[float]]) -> Quaternion:
    mode = thing.rotation_mode
    if mode == "QUATERNION":
        own = Quaternion(state["rotation_quaternion"]).normalized()
        return thing.delta_rotation_quaternion @ own
    if mode == "AXIS_ANGLE":
        angle, *axis = state["rotation_axis_angle"]
        return Quaternion(axis, angle)
    own = Euler(state["rotation_euler"], mode).to_quaternion()
    return thing.delta_rotation_euler.to_quaternion() @ own


def _keyed(thing: bpy.types.Object, frame: float) -> Iterator[tuple[str, int, float]]:
    """Path, index and value on a frame of each keyed channel, strips before the Action."""
    data = thing.animation_data
    if data is None:
        return
    sources = list(_strips(data, frame)) if data.use_nla else []
    if data.action is not None:
        sources.append((data.action, getattr(data, "action_slot", None), frame))
    for action, slot, at in sources:
        for bag in bags_in(action, slot):
            for curve in bag.fcurves:
                if not curve.mute and not curve.is_empty:
                    yield curve.data_path, curve.array_index, curve.evaluate(at)


def _strips(
    data: bpy.types.AnimData, frame: float
) -> Iterator[tuple[bpy.types.Action, object, float]]:
    """The strips that act on a frame, lower ones first, with the time in their Action."""
    for track in data.nla_tracks:
        for strip in [] if track.mute else track.strips:
            early, late = frame < strip.frame_start, frame > strip.frame_end
            held = strip.extrapolation in (HOLDS_BEFORE if early else HOLDS_AFTER)
            if strip.mute or strip.action is None or ((early or late) and not held):
                continue
            at = min(max(frame, strip.frame_start), strip.frame_end)
            inside = strip.action_frame_start + (at - strip.frame_start) / strip.scale
            yield strip.action, getattr(strip, "action_slot", None), inside
