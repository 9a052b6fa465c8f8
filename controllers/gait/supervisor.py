"""When a stander must step: Wu and Zordan 2010, Section 4.1.

The criterion is the center of pressure that would damp the body's linear and angular momentum: as
long as it lies in the support polygon, pushing there brings the body to rest; outside the polygon a
foot would tip.
"""

from __future__ import annotations

import math

import numpy as np

from ...simulation.body import Body, Motion
from ...simulation.compiled import compiled
from ...simulation.dynamics import angular_momentum
from ...simulation.rotation import Array
from ..program.anatomy import Anatomy
from .footing import ground_under, sole_middle
from .records import GaitCommand
from .sole import CORNERS, set_corners


@compiled
def stopping_pressure(body: Body, motion: Motion, anatomy: Anatomy, command: GaitCommand) -> Array:
    """(2,) center of pressure [m] that damps both momenta, equations (5) and (6).

    Vertical motion is neglected. The dampings d_l and d_h [1/s] set the rates; sqrt(g / height) and
    0 give the capture point.
    """
    ground = min(ground_under(motion, anatomy, 0), ground_under(motion, anatomy, 1))
    weight = anatomy["total_mass"] * command["gravity"]
    moment = angular_momentum(body, motion)
    lever = command["linear_damping"] * anatomy["total_mass"] * (motion.com[2] - ground) / weight
    turning = command["angular_damping"] / weight
    place = np.empty(2)
    place[0] = motion.com[0] + lever * motion.com_velocity[0] + turning * moment[1]
    place[1] = motion.com[1] + lever * motion.com_velocity[1] - turning * moment[0]
    return place


@compiled
def is_under_feet(motion: Motion, anatomy: Anatomy, place: Array) -> bool:
    """Whether a place (2,) [m] lies in the support polygon, the convex hull of both soles.

    Seen from a point outside, a convex hull spans less than half a turn.
    """
    angles, corners = np.empty(2 * CORNERS), np.empty((CORNERS, 3))
    for side in range(2):
        set_corners(anatomy, motion, side, corners)
        for i in range(CORNERS):
            east = corners[i, 0] + motion.com[0] - place[0]
            north = corners[i, 1] + motion.com[1] - place[1]
            angles[side * CORNERS + i] = math.atan2(north, east)
    angles.sort()
    widest = angles[0] + 2.0 * math.pi - angles[-1]
    for i in range(1, len(angles)):
        widest = max(widest, angles[i] - angles[i - 1])
    return widest < math.pi


@compiled
def nearest_foot(motion: Motion, anatomy: Anatomy, place: Array) -> int:
    """The side of the foot closest to a place (2,), to which that foot steps (Section 4.2)."""
    away = np.empty(2)
    for side in range(2):
        sole = sole_middle(motion, anatomy, side)
        away[side] = math.sqrt((sole[0] - place[0]) ** 2 + (sole[1] - place[1]) ** 2)
    return 0 if away[0] <= away[1] else 1
