"""Styles as a walker's record holds them, from styles as data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ..catalogue.styles import NATURAL, load_style
from ..catalogue.styles.content import FOOT_HEIGHT, OFFSETS, SIDES
from ..controllers.gait.spline import catmull_rom
from ..controllers.gait.style import periodic_curve
from ..controllers.gait.style_channels import (
    GAIT_NUMBERS,
    HEIGHT_KNOTS,
    KNOTS,
    LIMB_CHANNELS,
    TRUNK_CHANNELS,
)
from ..shots.cue_checks import names_in
from ..simulation.rotation import Array

Arrays = dict[str, Array]
Offsets = dict[str, float]


class Styles:
    """The styles of a shot: its own ones and the shipped ones, each converted once."""

    def __init__(self, own: Mapping[str, Mapping[str, Any]]) -> None:
        self._own = own
        self._ready: dict[str, tuple[Arrays, Offsets]] = {}

    def mixed(self, text: str, amount: float) -> tuple[Arrays, Offsets]:
        """Arrays and offsets for a cue's `style` and `style_blend`.

        Args:
            text: one name or two: "proud", "tired, proud".
            amount: 0 is the first of two styles, or natural where one is given; 1 is the last.
        """
        *before, last = names_in(text)
        arrays, offsets = self._make_ready(last)
        if amount == 1.0:
            return arrays, offsets
        first_arrays, first_offsets = self._make_ready(before[0] if before else NATURAL)
        return blend(first_arrays, arrays, amount), blend(first_offsets, offsets, amount)

    def _make_ready(self, name: str) -> tuple[Arrays, Offsets]:
        if name not in self._ready:
            style = self._own[name] if name in self._own else load_style(name)
            self._ready[name] = style_arrays(style), style_offsets(style)
        return self._ready[name]


def blend(first: Mapping[str, Any], last: Mapping[str, Any], amount: float) -> dict[str, Any]:
    """Between two styles' arrays or offsets, linear in every number."""
    return {name: (1.0 - amount) * first[name] + amount * last[name] for name in first}


def style_offsets(style: Mapping[str, Any]) -> Offsets:
    """A style's offset of each gait parameter; step_period is a factor."""
    neutral = {name: value for name, (value, *_) in OFFSETS.items()}
    return {**neutral, **style["offsets"]}


def style_arrays(style: Mapping[str, Any]) -> Arrays:
    """The fields of `gait.style_channels.Style`; missing ones are those of natural."""
    trunk = np.array([_stride(style, channel) for channel in TRUNK_CHANNELS])
    limb = np.array([[_stride(style, c, side) for c in LIMB_CHANNELS] for side in SIDES])
    return {
        **curve_arrays(trunk, limb),
        "foot_height": np.array([_foot_height(style, side) for side in SIDES]),
        "gait": np.array([_gait_number(style, name) for name in GAIT_NUMBERS]),
        "style_speed": np.array(style["speed"]),
    }


def curve_arrays(trunk: Array, limb: Array) -> Arrays:
    """Knots over the stride, (channels, KNOTS) and (2, channels, KNOTS), as swings about means."""
    trunk_mean, limb_mean = trunk.mean(axis=-1), limb.mean(axis=-1)
    return {
        "trunk": trunk - trunk_mean[..., None],
        "trunk_mean": trunk_mean,
        "limb": limb - limb_mean[..., None],
        "limb_mean": limb_mean,
    }


def _stride(style: Mapping[str, Any], channel: str, side: str = "") -> Array:
    """(KNOTS,) values of a channel over the stride of its side."""
    knots = _knots(style, channel, side)
    if knots is not None:
        return _around(knots)
    natural = load_style(NATURAL)
    curve = _around(natural["curves"][channel])
    # The swing of a style grows with speed up to the style's own: scaled, it equals natural's.
    return curve.mean() + (curve - curve.mean()) * style["speed"] / natural["speed"]


def _gait_number(style: Mapping[str, Any], name: str) -> float:
    own = style.get("gait", {})
    return float(own[name] if name in own else load_style(NATURAL)["gait"][name])


def _around(knots: Array) -> Array:
    knots = np.array(knots, float)
    return np.array([periodic_curve(knots, k / KNOTS)[0] for k in range(KNOTS)])


def _foot_height(style: Mapping[str, Any], side: str) -> Array:
    """(HEIGHT_KNOTS,) of the swing foot over a step."""
    given = _knots(style, FOOT_HEIGHT, side)
    knots = np.array(load_style(NATURAL)["curves"][FOOT_HEIGHT] if given is None else given, float)
    if len(knots) == 1:
        return np.full(HEIGHT_KNOTS, knots[0])
    return np.array([catmull_rom(knots, phase) for phase in np.linspace(0.0, 1.0, HEIGHT_KNOTS)])


def _knots(style: Mapping[str, Any], channel: str, side: str) -> Any:
    """A side's own curve, else that of both sides, else None."""
    curves = style["curves"]
    return curves.get(channel + side, curves.get(channel))
