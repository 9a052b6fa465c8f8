"""A style prepared for editing: every channel has a curve, and sliders that reshape it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from . import NATURAL, load_style
from .content import (
    CHANNELS,
    FOOT_HEIGHT,
    LARGEST_ANGLE,
    LARGEST_HEIGHT,
    SIDES,
    TRUNK_CHANNELS,
)

Knots = tuple[float, ...]


def all_curves(style: Mapping[str, Any]) -> dict[str, Knots]:
    """The curve of every channel; natural's curve where the style has none.

    A channel with a curve of its own on one side is listed twice: ".L" and ".R".
    """
    curves: dict[str, Knots] = {}
    for channel in CHANNELS:
        names = [channel + side for side in SIDES]
        if channel in TRUNK_CHANNELS or not any(name in style["curves"] for name in names):
            names = [channel]
        for name in names:
            own = style["curves"].get(name, style["curves"].get(channel))
            curves[name] = _naturals(style, channel) if own is None else tuple(own)
    return curves


def _naturals(style: Mapping[str, Any], channel: str) -> Knots:
    """Natural's curve of a channel, scaled by the style's speed over natural's."""
    natural = load_style(NATURAL)
    knots: Knots = natural["curves"][channel]
    if channel == FOOT_HEIGHT:
        return knots
    return reshaped(channel, knots, mean_of(knots), style["speed"] / natural["speed"])


def mean_of(knots: Sequence[float]) -> float:
    return sum(knots) / len(knots)


def reshaped(channel: str, knots: Sequence[float], mean: float, swing: float) -> Knots:
    """A curve with another mean, and its deviation from the mean multiplied.

    The swing foot's height begins and ends on the ground, so its mean is not shifted.
    """
    if channel.startswith(FOOT_HEIGHT):
        return tuple(_within(LARGEST_HEIGHT, swing * knot) for knot in knots)
    before = mean_of(knots)
    return tuple(_within(LARGEST_ANGLE, mean + swing * (knot - before)) for knot in knots)


def _within(largest: float, value: float) -> float:
    return min(max(value, -largest), largest)
