"""F-curves for Blender 4.2 and later, written with foreach_set."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import bpy
import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
# Values of Keyframe.interpolation and handle_left_type for foreach_set.
CONSTANT, LINEAR, BEZIER = 0, 1, 2
ALIGNED = 3
THIRD = 1.0 / 3.0  # of a piece: with such handles, time is linear and the piece is a cubic


@dataclass(frozen=True, eq=False)
class Curve:
    """Keys of one channel.

    Attributes:
        path: the data path on the object.
        index: the component of a vector.
        frames, values: (keys,).
        group: the group under which Blender lists the curve.
        slopes: (keys,), change per frame, for Bezier keys; None: linear keys.
        stepped: whether each value holds until the next key.
        cycles: "", "REPEAT" or "REPEAT_OFFSET": the curve before and after its keys.
        otherwise: the value outside of the keys' frames, for an Action with other content; None:
            the values of the first and the last key.
    """

    path: str
    index: int
    frames: Array
    values: Array
    group: str
    slopes: Array | None = None
    stepped: bool = False
    cycles: str = ""
    otherwise: float | None = None


def write_curves(bag, curves: Iterable[Curve], span: tuple[float, float] | None = None) -> None:
    """Write curves into an Action's container of curves.

    Args:
        bag: an Action before Blender 4.4, else a channelbag.
        span: first and last frame of what is replaced in existing curves; None: there are none.
    """
    present = {(c.data_path, c.array_index): c for c in bag.fcurves} if span else {}
    for curve in curves:
        fcurve = present.get((curve.path, curve.index))
        if span and curve.otherwise is not None:
            curve = _between_others(curve, curve.otherwise, fcurve, span)
        if fcurve is None:
            fcurve = bag.fcurves.new(curve.path, index=curve.index)
            fcurve.group = bag.groups.get(curve.group) or bag.groups.new(curve.group)
        elif span:
            _clear(fcurve, *span)
        _add_keys(fcurve, curve)
        if curve.cycles:
            _repeat(fcurve, curve.cycles)


def _between_others(
    curve: Curve, otherwise: float, fcurve: bpy.types.FCurve | None, span: tuple[float, float]
) -> Curve:
    """The curve with one more key before and after, which preserve the existing values there."""
    outside = np.array([span[0] - 1, span[1] + 1])
    has_keys = fcurve is not None and len(fcurve.keyframe_points)
    around = [fcurve.evaluate(frame) if has_keys else otherwise for frame in outside]
    if has_keys:
        _clear(fcurve, *outside)
    return Curve(
        path=curve.path,
        index=curve.index,
        frames=np.concatenate([outside[:1], curve.frames, outside[1:]]),
        values=np.concatenate([around[:1], curve.values, around[1:]]),
        group=curve.group,
        stepped=True,
    )


def _clear(fcurve: bpy.types.FCurve, first: float, last: float) -> None:
    for point in reversed(fcurve.keyframe_points):
        if first <= point.co[0] <= last:
            fcurve.keyframe_points.remove(point, fast=True)


def _add_keys(fcurve: bpy.types.FCurve, curve: Curve) -> None:
    points, count = fcurve.keyframe_points, len(curve.frames)
    others = len(points)
    points.add(count)
    kind = CONSTANT if curve.stepped else LINEAR if curve.slopes is None else BEZIER
    co = np.column_stack([curve.frames, curve.values])
    new = {"co": co, "interpolation": np.full(count, kind)}
    if curve.slopes is not None:
        new |= _handles(co, curve.slopes)
    for name, values in new.items():
        points.foreach_set(name, _after_others(points, name, values, others))
    fcurve.update()


def _after_others(points, name: str, values: Array, others: int) -> Array:
    """The values of all keys, existing ones first, flat as Blender stores them."""
    size = values[0].size
    flat = values.ravel().astype(np.int32 if size == 1 else np.float32)
    if not others:
        return flat
    present = np.empty(others * size + len(flat), dtype=flat.dtype)
    points.foreach_get(name, present)
    present[others * size :] = flat
    return present


def _handles(co: Array, slopes: Array) -> dict[str, Array]:
    """Bezier handles along the slopes, which make each piece the cubic of these slopes."""
    steps = np.diff(co[:, 0]) * THIRD if len(co) > 1 else np.array([THIRD])
    before, after = np.append(steps[:1], steps), np.append(steps, steps[-1:])
    before, after = before[: len(co)], after[: len(co)]
    along = np.column_stack([np.ones(len(co)), slopes])
    kind = np.full(len(co), ALIGNED)
    return {
        "handle_left_type": kind,
        "handle_right_type": kind,
        "handle_left": co - before[:, None] * along,
        "handle_right": co + after[:, None] * along,
    }


def _repeat(fcurve: bpy.types.FCurve, mode: str) -> None:
    present = next((m for m in fcurve.modifiers if m.type == "CYCLES"), None)
    cycles = present or fcurve.modifiers.new("CYCLES")
    cycles.mode_before = cycles.mode_after = mode
