"""Inverse kinematics of a leg of three links in its plane: two links, applied twice.

Jones 2011, Section 3.1, Figure 3.2: the distance from the knee to the foot is held, so that the
lower two links act as one, and hip and knee place the foot.
"""

from __future__ import annotations

import math
from typing import NamedTuple


class Leg(NamedTuple):
    """Lengths [m] of a leg that hangs down from its hip."""

    upper: float
    lower: float
    foot: float

    def longest(self, ankle: float) -> float:
        """Distance from hip to foot with a straight knee [m]; ankle: pitch of the ankle [rad]."""
        return self.upper + _reach(self, ankle)[0]


def foot_of(leg: Leg, hip: float, knee: float, ankle: float) -> tuple[float, float]:
    """Place of the foot from the hip, ahead and up [m], for joint pitches [rad] about y."""
    x = z = pitch = 0.0
    for length, angle in zip(leg, (hip, knee, ankle), strict=True):
        pitch += angle
        x -= length * math.sin(pitch)
        z -= length * math.cos(pitch)
    return x, z


def bend_to(leg: Leg, x: float, z: float, ankle: float, side: float) -> tuple[float, float]:
    """Pitches of hip and knee [rad] that put the foot at a place, or as near as its reach allows.

    Args:
        x, z: of the foot from the hip, ahead and up [m].
        ankle: pitch of the ankle [rad], which determines the distance from knee to foot.
        side: sign of the knee's pitch: 1 where the shank bends backwards.
    """
    rest, lag = _reach(leg, ankle)
    away = math.hypot(x, z)
    away = min(max(away, abs(leg.upper - rest) + 1e-9), leg.upper + rest - 1e-9)
    inner = (leg.upper**2 + rest**2 - away**2) / (2.0 * leg.upper * rest)
    bend = side * (math.pi - math.acos(min(max(inner, -1.0), 1.0)))  # of the lower two links as one
    ahead = math.atan2(rest * math.sin(bend), leg.upper + rest * math.cos(bend))
    return math.atan2(-x, -z) - ahead, bend - lag


def _reach(leg: Leg, ankle: float) -> tuple[float, float]:
    """Distance from knee to foot [m], and pitch of that line against the lower leg [rad]."""
    x, z = leg.foot * math.sin(ankle), leg.lower + leg.foot * math.cos(ankle)
    return math.hypot(x, z), math.atan2(x, z)
