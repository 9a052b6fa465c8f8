"""A leg in the sagittal plane: its sole, and its inverse kinematics.

Points are (forwards, upwards) [m]; angles are pitches [rad], positive from upwards to forwards.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from .body import Body

Point = tuple[float, float]
NEARLY_STRAIGHT, FOLDED = 0.9999, 0.05  # from hip to ankle, of a leg's length


@dataclass(frozen=True)
class SagittalLeg:
    """A leg's bones in the frames of their segments.

    Attributes:
        knee, ankle: from hip to knee and from knee to ankle.
        heel, toe: ends of the sole, from the ankle.
    """

    knee: Point
    ankle: Point
    heel: Point
    toe: Point

    def bend(self, ankle: Point) -> tuple[float, float]:
        """Pitches [rad] of thigh and shin for the ankle at, or towards, a place from the hip."""
        thigh, shin = math.hypot(*self.knee), math.hypot(*self.ankle)
        whole = thigh + shin
        reach = min(max(math.hypot(*ankle), FOLDED * whole), NEARLY_STRAIGHT * whole)
        at_hip = (thigh**2 + reach**2 - shin**2) / (2 * thigh * reach)
        at_knee = (thigh**2 + shin**2 - reach**2) / (2 * thigh * shin)
        ahead = math.acos(min(max(at_hip, -1.0), 1.0))
        flexion = math.pi - math.acos(min(max(at_knee, -1.0), 1.0))
        above = hanging(ankle) - ahead
        return above - hanging(self.knee), above + flexion - hanging(self.ankle)


def sagittal_leg(character: Body, side: str) -> SagittalLeg:
    """A biped's leg, or a planar body's."""
    lower, foot = (character.segment(part + side) for part in ("lower_leg", "foot"))
    heel, toe = _sole(character, side)
    return SagittalLeg(
        knee=(lower.offset[0], lower.offset[2]),
        ankle=(foot.offset[0], foot.offset[2]),
        heel=heel,
        toe=toe,
    )


def _sole(character: Body, side: str) -> tuple[Point, Point]:
    """Ends of the sole from the ankle; balls touch the ground under their middles."""
    foot = character.segment("foot" + side)
    assert foot.shape is not None
    (length, _, thickness), (x, _, z) = foot.shape.size, foot.shape.center
    if foot.shape.kind == "balls":
        length -= thickness
    heel, front, sole = x - length / 2, x + length / 2, z - thickness / 2
    if "toes" + side in character.segment_names:
        toes = character.segment("toes" + side)
        assert toes.shape is not None
        front = toes.offset[0] + toes.shape.center[0] + toes.shape.size[0] / 2
    return (heel, sole), (front, sole)


def hanging(point: Point) -> float:
    """The pitch that turns straight down to the direction of a point."""
    return math.atan2(-point[0], -point[1])


def turned(point: Point, pitch: float) -> Point:
    """A point turned about the origin."""
    x, z = point
    c, s = math.cos(pitch), math.sin(pitch)
    return (c * x + s * z, c * z - s * x)


def plus(one: Point, other: Point) -> Point:
    return (one[0] + other[0], one[1] + other[1])


def minus(one: Point, other: Point) -> Point:
    return (one[0] - other[0], one[1] - other[1])
