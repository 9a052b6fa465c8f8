"""From a gait to a style: closed curves over the stride for each channel, and gait offsets."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from ..bodies.character import Character
from ..catalogue.styles.content import (
    FOOT_HEIGHT,
    FORMAT_VERSION,
    GAIT,
    OFFSETS,
    Style,
    check_style,
)
from .gait_numbers import gait_numbers
from .style_angles import knee_turn, limb_angles, outward, trunk_angles
from .style_curves import fit_closed, fit_step
from .usual_gait import ADULT_LEG, STEP_HEIGHT, STEP_WIDTH, swing_share, usual_period
from .walking_cycle import Gait, phases
from .walking_motion import SIDES, Z, to_heading

Array = NDArray[np.float64]
KNOTS = 20  # over a stride: push-off takes less than a tenth of it
HEIGHT_KNOTS = 9  # over a swing step
ALIKE, ALIKE_HEIGHT = math.radians(4.0), 0.15  # bounds for one curve: [rad], of a step
LOWEST_STEP = 0.02  # [m], of an adult: least peak of the curve, for feet that drag
# The walker trips where people's toes clear the ground by 1 cm, so a tipped foot is lifted.
LIFT_PER_TIP = 0.035  # [m/rad] of an adult
LIFTED = np.array([0.0, 0.5, 1.0, 1.0, 1.0, 1.0, 1.0, 0.5, 0.0])  # over the swing
DEEPEST_KNEE = 1.2  # [rad]: largest bend of a stance knee that carries the walker
SPEED_IN_PLACE = 1.0  # [m/s]: style speed of curves from a gait in place
STANDING = (0.1, 0.3)  # phases of a stride between which a foot is flat on the ground
TURNED = math.radians(5.0)  # smaller angles of the knees in or out count as zero
FIGURES = 4  # decimals of a knot


def fit_style(gait: Gait, character: Character, name: str, sentence: str = "") -> Style:
    """The style that shows this gait on the character's body."""
    size = character.leg_length / ADULT_LEG
    twist = _knee_twist(gait)
    heights = [_swing_height(gait, character, side) for side in SIDES]
    step = max(max(float(height.max()) for height in heights), LOWEST_STEP * size)
    lifted = [{FOOT_HEIGHT: np.clip(height / step, 0.0, None)} for height in heights]
    curves = {
        **{channel: _knots(gait, SIDES[0], angle) for channel, angle in trunk_angles(gait).items()},
        **_by_side([_limb_curves(gait, side, twist) for side in SIDES], ALIKE),
        **_by_side(lifted, ALIKE_HEIGHT),
    }
    speed = SPEED_IN_PLACE if gait.speed is None else gait.speed / math.sqrt(size)
    offsets = {
        "step_period": _step_time(gait) / math.sqrt(size) / usual_period(speed),
        "step_height": step / size - STEP_HEIGHT * ADULT_LEG,
        "step_width": _step_width(gait) / size - STEP_WIDTH * ADULT_LEG,
        "knee_twist": twist,
    }
    return check_style(
        {
            "version": FORMAT_VERSION,
            "name": name,
            "sentence": sentence,
            "speed": round(speed, FIGURES),
            "offsets": _within_range(offsets),
            "gait": {
                name: _within(value, *GAIT[name][1:])
                for name, value in gait_numbers(gait).items()
            },
            "curves": {channel: _rounded(knots) for channel, knots in curves.items()},
        }
    )


def _limb_curves(gait: Gait, side: str, twist: float) -> dict[str, Array]:
    angles = limb_angles(gait, side)
    curves = {channel: _knots(gait, side, angle) for channel, angle in angles.items()}
    curves["foot_turn"] = curves["foot_turn"] - twist
    curves["stance_knee"] = _of_stance(curves["stance_knee"])
    return curves


def _knots(gait: Gait, side: str, angle: Array) -> Array:
    """Knots over the stride of a side, from all its strides at once, without whole turns."""
    frames, at = phases(gait, side)
    knots = fit_closed(at, np.unwrap(angle)[frames], KNOTS)
    turn = 2.0 * math.pi
    return knots - turn * np.round(knots.mean() / turn)


def _of_stance(knots: Array) -> Array:
    """The stance half of a curve, within the knee's bounds; a straight return in the other half."""
    knots = np.clip(knots, 0.0, DEEPEST_KNEE)
    half = len(knots) // 2
    back = np.linspace(knots[half], knots[0], half, endpoint=False)
    return np.concatenate([knots[:half], back])


def _by_side(sides: Sequence[Mapping[str, Array]], alike: float) -> dict[str, Array]:
    """One curve for both sides where they are alike, else one for each side."""
    left, right = sides
    curves = {}
    for channel in left:
        if channel in right and np.abs(left[channel] - right[channel]).max() <= alike:
            curves[channel] = (left[channel] + right[channel]) / 2.0
            continue
        curves[channel + SIDES[0]] = left[channel]
        if channel in right:
            curves[channel + SIDES[1]] = right[channel]
    only_right = {name + SIDES[1]: right[name] for name in right if name not in left}
    return {**curves, **only_right}


def _knee_twist(gait: Gait) -> float:
    """Mean angle [rad] of both knees outwards."""
    frames, _ = phases(gait, SIDES[0])
    turned = float(np.mean([knee_turn(gait, side)[frames].mean() for side in SIDES]))
    return turned if abs(turned) > TURNED else 0.0


def _swing_height(gait: Gait, character: Character, side: str) -> Array:
    """(HEIGHT_KNOTS,) rise [m] of the swing ankle over its height in stance.

    In the convention of `controllers/balance/swing.py`: the height is that of a level foot, and the
    walker adds what a foot with its heel or toes down needs.
    """
    ankle = gait.motion.ankles[side][:, Z]
    level = float(ankle[_standing(gait, side)].mean())
    sole = character.segment("foot" + side).shape
    assert sole is not None
    heel, ball = (sole.size[0] / 2 + way * sole.center[0] for way in (-1.0, 1.0))
    pitch = limb_angles(gait, side)["foot_pitch"]
    tipped = np.where(pitch > 0.0, ball, heel) * np.sin(np.abs(pitch))
    frames, at = phases(gait, side)
    swings = at >= 0.5
    frames, done = frames[swings], 2.0 * at[swings] - 1.0
    rise = ankle[frames] - level - swing_share(done) * tipped[frames]
    size = character.leg_length / ADULT_LEG
    least = LIFT_PER_TIP * size * float(np.ptp(pitch[frames])) * LIFTED
    return np.maximum(fit_step(done, rise, HEIGHT_KNOTS), least)


def _step_time(gait: Gait) -> float:
    """Mean step time of both sides [s]."""
    times = [
        np.mean([step.end - step.start for step in gait.steps if step.side == side])
        for side in SIDES
    ]
    return float(np.mean(times)) / gait.motion.rate


def _step_width(gait: Gait) -> float:
    """Sideways distance [m] between the ankles in stance, across the path."""
    turn = to_heading(gait.heading)
    width = 0.0
    for side in SIDES:
        frames = _standing(gait, side)
        way = gait.motion.ankles[side][frames] - gait.path[frames]
        width += outward(side) * float((turn[frames] @ way[:, :, None])[:, 1, 0].mean())
    return width


def _standing(gait: Gait, side: str) -> Array:
    """Frames in which a foot is flat on the ground; with few frames, the nearest to that."""
    frames, at = phases(gait, side)
    off = np.abs(at - np.mean(STANDING))
    return frames[off <= max(np.ptp(STANDING) / 2, float(off.min()))]


def _within_range(offsets: Mapping[str, float]) -> dict[str, float]:
    """The offsets that differ from neutral, within a style's bounds."""
    kept = {}
    for name, value in offsets.items():
        neutral, _, low, high = OFFSETS[name]
        value = _within(value, low, high)
        if value != neutral:
            kept[name] = value
    return kept


def _within(value: float, low: float, high: float) -> float:
    return round(min(max(value, low), high), FIGURES)


def _rounded(knots: Array) -> list[float]:
    """The knots, rounded; a single number for a constant curve."""
    values = [round(float(knot), FIGURES) + 0.0 for knot in knots]
    return values[:1] if len(set(values)) == 1 else values
