"""F-curves in one piece: a new Action in any Blender from 4.2 on, written with foreach_set."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import bpy
import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
LINEAR = 1  # Keyframe.interpolation, as foreach_set wants it


@dataclass(frozen=True, eq=False)
class Curve:
    """Values (frames,) or (1,) of one channel.

    Attributes:
        path: the data path on the object; index: which component of a vector.
        group: the heading under which Blender lists it.
    """

    path: str
    index: int
    values: Array
    group: str


def new_action(
    thing: bpy.types.ID, name: str, frames: Array, curves: Iterable[Curve]
) -> bpy.types.Action:
    """Give an object a new Action with these curves at these frames; its old one is kept.

    A curve with one value gets one key, on the first frame.
    """
    data = thing.animation_data or thing.animation_data_create()
    if data.action is not None:
        data.action.use_fake_user = True  # or it would be gone after the next save
    action = bpy.data.actions.new(name)
    bag, slot = _bag_of_curves(action, thing)
    groups = {}
    for curve in curves:
        fcurve = bag.fcurves.new(curve.path, index=curve.index)
        if curve.group not in groups:
            groups[curve.group] = bag.groups.new(curve.group)
        fcurve.group = groups[curve.group]
        _write_keys(fcurve, frames[: len(curve.values)], curve.values)
    data.action = action
    if slot is not None:
        data.action_slot = slot
    return action


def _bag_of_curves(action: bpy.types.Action, thing: bpy.types.ID):
    """What holds curves and groups, and the slot: Blender 4.4 and later have one for each user."""
    if not hasattr(action, "slots"):
        action.id_root = "OBJECT"
        return action, None
    slot = action.slots.new(id_type="OBJECT", name=thing.name)
    strip = action.layers.new("Layer").strips.new(type="KEYFRAME")
    return strip.channelbag(slot, ensure=True), slot


def _write_keys(fcurve: bpy.types.FCurve, frames: Array, values: Array) -> None:
    points = fcurve.keyframe_points
    points.add(len(values))
    points.foreach_set("co", np.column_stack([frames, values]).ravel())
    points.foreach_set("interpolation", np.full(len(values), LINEAR, dtype=np.int32))
    fcurve.update()


def animated_paths(thing: bpy.types.ID) -> set[str]:
    """Data paths that the object's present Action animates."""
    data = thing.animation_data
    if data is None or data.action is None:
        return set()
    action = data.action
    if not hasattr(action, "slots"):
        return {curve.data_path for curve in action.fcurves}
    bags = [
        strip.channelbag(data.action_slot)
        for layer in action.layers
        for strip in layer.strips
        if data.action_slot is not None
    ]
    return {curve.data_path for bag in bags if bag is not None for curve in bag.fcurves}
