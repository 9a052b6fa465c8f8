"""Keyed properties of a scene: their values over time, and their paths in a list."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence

import bpy
import numpy as np

from .actions import bags_of, curves_of, into_active_action
from .fcurves import Curve

Key = tuple[float, float]
EVER = (-math.inf, math.inf)  # frames


def keyed_values(thing: bpy.types.ID, path: str, frames: Sequence[float]) -> list[float] | None:
    """Values of a property at some frames; None where no curve of the Action keys it.

    Curves are read without changing the frame, so nothing in the scene moves.
    """
    data = thing.animation_data
    if data is None or data.action is None:
        return None
    for curve in curves_of(thing, data.action):
        if curve.data_path == path and not curve.mute and not curve.is_empty:
            return [curve.evaluate(frame) for frame in frames]
    return None


def write_keys(thing: bpy.types.ID, name: str, channels: Mapping[str, Sequence[Key]]) -> None:
    """Key properties by path, with linear keys (frame, value).

    Their former curves are replaced; all else stays. `name` is that of a new Action, if needed.
    """
    for remove, curves in _curve_lists(thing):
        for curve in [curve for curve in curves if curve.data_path in channels]:
            remove(curve)
    written = [
        Curve(path, 0, *np.array(keys, float).T, group=name) for path, keys in channels.items()
    ]
    into_active_action(thing, name, written, EVER)


def without_needless(keys: Sequence[Key], tolerance: float) -> list[Key]:
    """The fewest of these keys between which linear interpolation passes all others.

    Greedy from the left: a key is left out while all keys since the last kept one are within the
    tolerance.
    """
    if not keys:
        return []
    kept, last = [keys[0]], 0
    for end in range(2, len(keys)):
        if not _is_straight(keys[last : end + 1], tolerance):
            last = end - 1
            kept.append(keys[last])
    return [*kept, keys[-1]] if len(keys) > 1 else kept


def _is_straight(keys: Sequence[Key], tolerance: float) -> bool:
    (t0, v0), (t1, v1) = keys[0], keys[-1]
    slope = (v1 - v0) / (t1 - t0)
    return all(abs(v0 + slope * (t - t0) - v) <= tolerance for t, v in keys)


def rename_paths(thing: bpy.types.ID, old: str, new: str) -> None:
    """Move curves and drivers of properties below the path `old` to `new`."""
    for curve in _all_curves(thing):
        if curve.data_path.startswith(old):
            curve.data_path = new + curve.data_path[len(old) :]


def remove_from_list(thing: bpy.types.ID, path: str, index: int) -> None:
    """After an item of a list was removed, renumber curves and drivers of the items behind it."""
    pattern = re.compile(re.escape(path) + r"\[(\d+)\]")
    for remove, curves in _curve_lists(thing):
        for curve in list(curves):
            found = pattern.match(curve.data_path)
            if found is None:
                continue
            place = int(found[1])
            if place == index:
                remove(curve)
            elif place > index:
                curve.data_path = f"{path}[{place - 1}]{curve.data_path[found.end() :]}"


def exchange_in_list(thing: bpy.types.ID, path: str, one: int, other: int) -> None:
    """After two items of a list changed places, exchange their curves and drivers."""
    changed = {f"{path}[{one}]": f"{path}[{other}]", f"{path}[{other}]": f"{path}[{one}]"}
    for curve in _all_curves(thing):
        for old, new in changed.items():
            if curve.data_path.startswith(old):
                curve.data_path = new + curve.data_path[len(old) :]
                break


def _all_curves(thing: bpy.types.ID) -> list[bpy.types.FCurve]:
    return [curve for _, curves in _curve_lists(thing) for curve in curves]


def _curve_lists(
    thing: bpy.types.ID,
) -> list[tuple[Callable[[bpy.types.FCurve], None], Sequence[bpy.types.FCurve]]]:
    """The lists of curves that animate an object, each with the function that removes a curve."""
    data = thing.animation_data
    if data is None:
        return []
    lists = [(data.drivers.remove, data.drivers)]
    if data.action is not None:
        bags = bags_of(thing, data.action)
        lists += [(bag.fcurves.remove, bag.fcurves) for bag in bags]
    return lists
