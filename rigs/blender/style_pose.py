"""How a style looks, without a simulation: the default human as its left foot strikes the ground.

For the picture of a style that the artist saved; the numbers are those of its curves.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from ...bodies.character import Character
from ...catalogue.styles.content import Style
from ...catalogue.styles.editing import Knots, all_curves

Array = NDArray[np.float64]
LEAN = {"pelvis": 0.0, "waist": 0.4, "back": 0.8, "neck": 0.5}  # of the torso's lean: posture.py
TRUNK = {"pelvis": "pelvis", "waist": "lower_back", "back": "torso", "neck": "head"}
STEP = 0.6  # [m], of a walk of 1 m/s; steps lengthen with the root of the speed
LONGEST_STEP = 0.75  # [m]
STANCE_WIDTH = 0.05  # [m] of each foot from the middle
LEAST_BEND = 0.08  # [rad] of a knee


def pose_of_style(style: Style) -> tuple[dict[str, Array], Array]:
    """The frames of the default human's segments (3, 3), and its pelvis (3,) [m] over the ground.
    """
    character, curves = Character.humanoid(), all_curves(style)
    axes = {TRUNK[part]: _trunk_frame(curves, style, part) for part in TRUNK}
    for side in (".L", ".R"):
        axes.update(_arm(curves, axes["torso"], side))
    feet = {side: _foot(curves, style, character, side) for side in (".L", ".R")}
    hips = {s: axes["pelvis"] @ np.array(character.segment("upper_leg" + s).offset) for s in feet}
    height = min(_highest(curves, character, s, feet[s][1] - hips[s]) for s in feet)
    pelvis = np.array([0.0, 0.0, height])
    for side, (foot, ankle) in feet.items():
        way = ankle - hips[side] - pelvis
        axes.update(_leg(character, side, way, foot))
        axes["foot" + side] = foot
        axes["toes" + side] = foot @ _about(1, -max(_pitch_of(foot), 0.0))
    return axes, pelvis


def _now(curves: Mapping[str, Knots], channel: str, side: str = "") -> float:
    """A channel's value; the right side is half a stride behind."""
    knots = curves.get(channel + side, curves.get(channel, (0.0,)))
    return knots[len(knots) // 2 if side == ".R" else 0]


def _trunk_frame(curves: Mapping[str, Knots], style: Style, part: str) -> Array:
    lean = LEAN[part] * style["offsets"].get("torso_lean", 0.0)
    turned = _about(2, _now(curves, f"{part}_turn"))
    leant = turned @ _about(1, lean + _now(curves, f"{part}_lean"))
    return leant @ _about(0, _now(curves, f"{part}_tilt"))


def _arm(curves: Mapping[str, Knots], torso: Array, side: str) -> dict[str, Array]:
    out = 1.0 if side == ".L" else -1.0
    swing, spread, twist, bend = (
        _now(curves, name, side)
        for name in ("shoulder_swing", "shoulder_spread", "shoulder_twist", "elbow_bend")
    )
    upper = torso @ _about(1, -swing) @ _about(0, out * spread) @ _about(2, -out * twist)
    lower = upper @ _about(1, -bend)
    return {"upper_arm" + side: upper, "lower_arm" + side: lower, "hand" + side: lower}


def _foot(
    curves: Mapping[str, Knots], style: Style, character: Character, side: str
) -> tuple[Array, Array]:
    """The frame of a foot on the ground (3, 3), and its ankle (3,) [m]: left ahead, right behind.
    """
    out = 1.0 if side == ".L" else -1.0
    step = min(STEP * math.sqrt(style["speed"]), LONGEST_STEP)
    frame = _about(2, out * _now(curves, "foot_turn", side))
    frame = frame @ _about(1, _now(curves, "foot_pitch", side))
    foot, toes = character.segment("foot" + side), character.segment("toes" + side)
    assert foot.shape is not None
    sole = foot.shape.center[2] - 0.5 * foot.shape.size[2]
    heel = np.array([foot.shape.center[0] - 0.5 * foot.shape.size[0], 0.0, sole])
    ball = np.array([toes.offset[0], 0.0, sole])
    rise = -min((frame @ heel)[2], (frame @ ball)[2])
    width = STANCE_WIDTH + 0.5 * style["offsets"].get("step_width", 0.0)
    return frame, np.array([out * 0.5 * step, out * width, rise])


def _highest(curves: Mapping[str, Knots], character: Character, side: str, way: Array) -> float:
    """The pelvis' height [m] at which the knee is bent as the style has it."""
    thigh, shin = _lengths(character, side)
    bend = max(_now(curves, "stance_knee", side), LEAST_BEND)
    reach = math.sqrt(thigh**2 + shin**2 + 2.0 * thigh * shin * math.cos(bend))
    return float(way[2]) + math.sqrt(max(reach**2 - way[0] ** 2 - way[1] ** 2, 0.0))


def _leg(character: Character, side: str, way: Array, foot: Array) -> dict[str, Array]:
    """The frames of thigh and shin that put the ankle there, with the knee over the foot."""
    thigh, shin = _lengths(character, side)
    far = min(float(np.linalg.norm(way)), thigh + shin)
    cosine = (thigh**2 + far**2 - shin**2) / (2.0 * thigh * far)
    along = way / np.linalg.norm(way)
    sideways = np.cross(-along, foot[:, 0])
    sideways /= np.linalg.norm(sideways)
    ahead = np.cross(sideways, -along)
    swing = math.acos(min(max(cosine, -1.0), 1.0))
    knee = thigh * (math.cos(swing) * along + math.sin(swing) * ahead)
    return {
        "upper_leg" + side: _hanging(knee, sideways),
        "lower_leg" + side: _hanging(way - knee, sideways),
    }


def _hanging(way: Array, sideways: Array) -> Array:
    """The frame (3, 3) of a segment that hangs along a way."""
    up = -way / np.linalg.norm(way)
    return np.stack([np.cross(sideways, up), sideways, up], axis=1)


def _lengths(character: Character, side: str) -> tuple[float, float]:
    """Of thigh and shin [m]."""
    return -character.segment("lower_leg" + side).offset[2], -character.segment(
        "foot" + side
    ).offset[2]


def _pitch_of(foot: Array) -> float:
    return math.asin(min(max(-float(foot[2, 0]), -1.0), 1.0))


def _about(axis: int, angle: float) -> Array:
    """A turn (3, 3) about the x, y or z axis."""
    cos, sin = math.cos(angle), math.sin(angle)
    turn = np.eye(3)
    i, j = (axis + 1) % 3, (axis + 2) % 3
    turn[i, i] = turn[j, j] = cos
    turn[i, j], turn[j, i] = -sin, sin
    return turn
