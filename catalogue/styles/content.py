"""The content of a style: curves over the stride for each channel, and offsets to the gait.

A style is plain data:

    {"version": 1, "name": "proud", "sentence": "Chest out, ...",
     "speed": 1.2, "offsets": {"step_height": 0.02}, "gait": {"top": 0.98},
     "curves": {"back_lean": [-0.1], ...}}

`speed` is the walking speed for which the curves are drawn [m/s]. A curve is a closed Catmull-Rom
curve over the stride through any number of evenly spaced knots; one knot is a constant. The first
knot stands at the footstrike of its side, so that this leg swings in the second half of the stride.
Trunk channels run over the left foot's stride, limb channels over that of their own side; ".L" or
".R" after the name gives one side a curve of its own. `foot_height` runs over the swing, both ends
included, in multiples of the step height. Angles are in radians.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ...base.checks import check_number
from ...base.errors import InvalidInput
from ...base.files import check_format

FORMAT_VERSION = 1
SIDES = (".L", ".R")
TRUNK_CHANNELS = (
    "pelvis_tilt", "pelvis_lean", "pelvis_turn",  # to the right, forwards, to the left
    "waist_tilt", "waist_lean", "waist_turn",
    "back_tilt", "back_lean", "back_turn",
    "neck_tilt", "neck_lean", "neck_turn",
)  # fmt: skip
LIMB_CHANNELS = (
    "shoulder_spread", "shoulder_swing", "shoulder_twist",  # outwards, forwards, inwards
    "elbow_bend", "stance_knee", "foot_pitch", "foot_turn",  # bend, bend, toes down, toes out
    "toe_bend",  # toes up against the foot
)  # fmt: skip
FOOT_HEIGHT = "foot_height"
CHANNELS = (*TRUNK_CHANNELS, *LIMB_CHANNELS, FOOT_HEIGHT)
# Offsets are added to an adult's gait; step_period is a factor. A period, height or width that the
# cue gives is not changed. Neutral value, unit and range of each.
OFFSETS: Mapping[str, tuple[float, str, float, float]] = {
    "step_period": (1.0, "", 0.5, 2.0),
    "step_height": (0.0, "m", -0.3, 0.5),
    "step_width": (0.0, "m", -0.3, 0.5),
    "torso_lean": (0.0, "rad", -0.6, 0.6),
    "knee_twist": (0.0, "rad", -0.6, 0.6),
}
# Numbers of a walk that rolls, for a style that gives its own; others have natural's. Unit and
# range of each.
GAIT: Mapping[str, tuple[str, float, float]] = {
    "top": ("of the straight leg", 0.8, 1.0),  # the hips at their highest
    # How far the hips sink between, of what the arc of a straight leg falls over half a step.
    "drop": ("", 0.0, 1.5),
    "lowest": ("of a step", -0.2, 0.5),  # when the hips are lowest
    "double_support": ("of a step", 0.05, 0.45),  # how long the trailing foot pushes off
    # The pressure as the trailing foot leaves, from the ankle (0) to the heel (1).
    "behind_ankle": ("", -1.0, 1.0),
    "on_ball": ("of a step", 0.5, 0.9),  # when the pressure has come to the ball
    # How much further ahead it is planned while the swing leg slows down.
    "braked_by": ("of the leg", 0.0, 0.2),
    "reach": ("of the straight leg", 0.9, 1.0),  # of the leg that lands
    "swing_delay": ("", 0.0, 2.5),  # how much later than a cubic the swing foot comes ahead
}
_OFFSET_RANGES = {name: (unit, low, high) for name, (_, unit, low, high) in OFFSETS.items()}
LARGEST_ANGLE, LARGEST_HEIGHT, MOST_KNOTS = 3.15, 10.0, 240
LONGEST_NAME = 60

Style = dict[str, Any]


def check_name(name: Any) -> str:
    """Return the name if it is valid for a file and in a list with commas; else InvalidInput."""
    if not isinstance(name, str) or not re.fullmatch(r"\w[\w \-]*", name):
        raise InvalidInput(
            f"A style's name must be letters, digits, spaces, - or _, got {name!r}."
        )  # fmt: skip
    if len(name) > LONGEST_NAME:
        raise InvalidInput(f"A style's name must have up to {LONGEST_NAME} letters, got {name!r}.")
    return name


def check_style(data: Any) -> Style:
    """The style in canonical form: floats, and knots as tuples; raises InvalidInput otherwise."""
    if not isinstance(data, Mapping):
        raise InvalidInput(f"This is not a style: got {data!r}.")
    missing = [key for key in ("version", "name", "curves") if key not in data]
    if missing:
        raise InvalidInput(f"This is not a style: {missing[0]!r} is missing.")
    what = f"the style {check_name(data['name'])!r}"
    if not isinstance(data["version"], int):
        raise InvalidInput(f"The format of {what} must be a whole number, got {data['version']!r}.")
    check_format("style", data["version"], FORMAT_VERSION)
    sentence, speed = data.get("sentence", ""), data.get("speed", 1.0)
    if not isinstance(sentence, str):
        raise InvalidInput(f"The sentence of {what} must be text, got {sentence!r}.")
    check_number(f"the speed of {what}", speed, "m/s", 0.1, 10.0)
    return {
        "version": FORMAT_VERSION,
        "name": data["name"],
        "sentence": sentence,
        "speed": float(speed),
        "offsets": _check_numbers(what, "offset", data.get("offsets", {}), _OFFSET_RANGES),
        "gait": _check_numbers(what, "gait number", data.get("gait", {}), GAIT),
        "curves": _check_curves(what, data["curves"]),
    }


def _check_numbers(
    what: str, kind: str, numbers: Any, ranges: Mapping[str, tuple[str, float, float]]
) -> dict[str, float]:
    if not isinstance(numbers, Mapping):
        raise InvalidInput(f"The {kind}s of {what} must be numbers by name, got {numbers!r}.")
    for name, value in numbers.items():
        if name not in ranges:
            raise InvalidInput(f"Unknown {kind} {name!r} in {what}; allowed: {', '.join(ranges)}.")
        unit, low, high = ranges[name]
        check_number(f"the {name} of {what}", value, unit, low, high)
    return {name: float(value) for name, value in numbers.items()}


def _check_curves(what: str, curves: Any) -> dict[str, tuple[float, ...]]:
    if not isinstance(curves, Mapping):
        raise InvalidInput(f"The curves of {what} must be knots by channel, got {curves!r}.")
    for channel, knots in curves.items():
        if not _is_channel(channel):
            raise InvalidInput(
                f"Unknown channel {channel!r} in {what}; allowed: {', '.join(CHANNELS)}, "
                f"and a limb's or {FOOT_HEIGHT} with .L or .R."
            )
        if not isinstance(knots, (list, tuple)) or not 1 <= len(knots) <= MOST_KNOTS:
            raise InvalidInput(
                f"The curve {channel!r} of {what} must be 1 to {MOST_KNOTS} knots, got {knots!r}."
            )
        low, high, unit = -LARGEST_ANGLE, LARGEST_ANGLE, "rad"
        if channel.startswith(FOOT_HEIGHT):
            low, high, unit = -LARGEST_HEIGHT, LARGEST_HEIGHT, "step heights"
        for knot in knots:
            check_number(f"a knot of {channel!r} in {what}", knot, unit, low, high)
    return {channel: tuple(map(float, knots)) for channel, knots in curves.items()}


def _is_channel(name: Any) -> bool:
    if not isinstance(name, str):
        return False
    base = name[:-2] if name.endswith(SIDES) else name
    return base in (CHANNELS if base == name else (*LIMB_CHANNELS, FOOT_HEIGHT))
