"""A style's curves as F-curves of an empty, for editing in Blender's graph editor."""

from __future__ import annotations

import math

import bpy
import numpy as np
from numpy.typing import NDArray

from ...base.errors import InvalidInput
from ...catalogue.styles.content import FOOT_HEIGHT
from .actions import curves_of, new_action
from .fcurves import Curve

Array = NDArray[np.float64]
Knots = tuple[float, ...]
FIRST, LENGTH = 1, 24  # frames: of the footstrike, and of a stride (for foot height, of a swing)
SAMPLES = 48  # knots of a curve that is read back
FLAT = 1e-6  # [rad]: a curve that changes less is constant


def show_curves(scene: bpy.types.Scene, name: str, curves: dict[str, Knots]) -> bpy.types.Object:
    """Make and select an empty whose Action has one F-curve in degrees for each channel."""
    shown = bpy.data.objects.new(f"Style {name}", None)
    scene.collection.objects.link(shown)
    for channel, knots in curves.items():
        shown[channel] = _in_degrees(channel) * knots[0]
    new_action(shown, shown.name, [_curve(channel, knots) for channel, knots in curves.items()])
    shown.select_set(True)
    return shown


def read_curves(shown: bpy.types.Object, channels: list[str]) -> dict[str, Knots]:
    """The curves of the empty's Action. Raises InvalidInput where one is missing."""
    data = shown.animation_data
    present = {
        curve.data_path: curve
        for curve in (curves_of(shown, data.action) if data and data.action else [])
    }
    read = {}
    for channel in channels:
        curve = present.get(_path(channel))
        if curve is None or curve.is_empty:
            raise InvalidInput(
                f"The F-curve of {channel} is gone from {shown.name!r}: press Edit as F-Curves."
            )
        read[channel] = _knots(channel, curve)
    return read


def remove_curves(shown: bpy.types.Object) -> None:
    """Remove an empty that was made by `show_curves`, and its Action."""
    action = shown.animation_data.action if shown.animation_data else None
    bpy.data.objects.remove(shown)
    if action is not None and not action.users:
        bpy.data.actions.remove(action)


def _path(channel: str) -> str:
    return f'["{channel}"]'


def _in_degrees(channel: str) -> float:
    """Factor to degrees; foot heights stay in step heights."""
    return 1.0 if _is_height(channel) else math.degrees(1.0)


def _is_height(channel: str) -> bool:
    return channel.startswith(FOOT_HEIGHT)


def _curve(channel: str, knots: Knots) -> Curve:
    """Bezier keys that represent the Catmull-Rom curve through the knots."""
    values = _in_degrees(channel) * np.array(knots)
    if _is_height(channel):
        values = np.resize(values, max(len(values), 2))
        slopes = np.gradient(values)
    else:
        slopes = (np.roll(values, -1) - np.roll(values, 1)) / 2
        values, slopes = np.append(values, values[0]), np.append(slopes, slopes[0])
    spacing = LENGTH / (len(values) - 1)
    return Curve(
        path=_path(channel),
        index=0,
        frames=FIRST + spacing * np.arange(len(values)),
        values=values,
        group=FOOT_HEIGHT if _is_height(channel) else channel.partition("_")[0],
        slopes=slopes / spacing,
        cycles="" if _is_height(channel) else "REPEAT",
    )


def _knots(channel: str, curve: bpy.types.FCurve) -> Knots:
    count = SAMPLES + _is_height(channel)  # the ends of a swing's curve differ, so both are knots
    values = [curve.evaluate(FIRST + LENGTH * k / SAMPLES) for k in range(count)]
    knots = tuple(value / _in_degrees(channel) for value in values)
    return knots[:1] if max(knots) - min(knots) < FLAT else knots
