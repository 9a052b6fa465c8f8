"""Directions and orientations of lying, kneeling and leaning bodies."""

from __future__ import annotations

import math

import numpy as np

from ...simulation.rotation import Array, quaternion_of

UP = np.array([0.0, 0.0, 1.0])


def level_frame(heading: float) -> tuple[Array, Array]:
    """(3,) horizontal directions: ahead, and to the left."""
    ahead = np.array([math.cos(heading), math.sin(heading), 0.0])
    return ahead, np.array([-ahead[1], ahead[0], 0.0])


def pitched(ahead: Array, angle: float) -> Array:
    """(4,) orientation that faces ahead and leans forwards by an angle [rad]."""
    c, s = math.cos(angle / 2), math.sin(angle / 2)
    half = math.atan2(ahead[1], ahead[0]) / 2
    a, d = math.cos(half), math.sin(half)
    return np.array([a * c, -d * s, a * s, d * c])


def rolled(ahead: Array, angle: float, up: Array = UP) -> Array:
    """(4,) orientation of a lying body, its head ahead: 0 is prone, pi/2 right side down.

    `ahead` and `up` are along the ground and off it.
    """
    left = np.cross(up, ahead)
    front = -math.cos(angle) * up + math.sin(angle) * left
    q: Array = quaternion_of(np.column_stack([front, np.cross(ahead, front), ahead]))
    return q
