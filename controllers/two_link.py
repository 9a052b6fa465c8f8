"""Two-link inverse kinematics: hip and knee that put an ankle where it is wanted."""

from __future__ import annotations

import math

import numpy as np

from ..simulation.compiled import compiled
from ..simulation.rotation import Array, about_y, cross, product

REACH = 0.985  # of the straight leg: beyond it the knee would lock


@compiled
def reach(
    hip: Array, ankle: Array, upper: float, lower: float, hinge: Array
) -> tuple[Array, float]:
    """Orientation of the upper link and angle of the knee that reach a point.

    The knee bends forward: its angle about the hinge is positive.

    Args:
        hip, ankle: (3,) points of the world [m].
        upper, lower: lengths of the links [m].
        hinge: (3,) unit direction about which the knee should bend, roughly sideways.

    Returns:
        (3, 3) world orientation of the upper link and the knee's angle [rad].
    """
    line = ankle - hip
    distance = math.sqrt((line * line).sum())
    farthest, nearest = REACH * (upper + lower), abs(upper - lower) + 0.1 * min(upper, lower)
    d = min(max(distance, nearest), farthest)
    z = -line / max(distance, 1e-6)
    y = hinge - z * (hinge * z).sum()
    y = y / math.sqrt((y * y).sum())
    straight = np.empty((3, 3))
    straight[:, 0], straight[:, 1], straight[:, 2] = cross(y, z), y, z
    inside = (upper * upper + lower * lower - d * d) / (2.0 * upper * lower)
    knee = math.pi - math.acos(min(max(inside, -1.0), 1.0))
    lead = (upper * upper + d * d - lower * lower) / (2.0 * upper * d)
    lift = math.acos(min(max(lead, -1.0), 1.0))
    return product(straight, about_y(-lift)), knee
