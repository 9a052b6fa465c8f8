"""What stands around a thing that hands lift or carry, and how high it must be held over that."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from ...shots.hand_reach import corners_at
from ...simulation.body import Motion
from ...simulation.records import Rows, views_of
from ...simulation.rotation import Array
from ..biped import Biped
from ..ways.obstacles import Line, span_across
from .holding import carried_prop, pace

# Numbers without a source: tuned by hand, judged by bench tasks_hands.
LANE = 0.35  # of the leg: half the breadth of a body that stands before a thing
ROOM_BELOW, ROOM_BEFORE = 0.1, 0.15  # of the leg: between a carried thing and what it passes
MOST_RAISED = 0.3  # of the leg, over where a thing is carried
# Raise of a load over an obstacle, of the leg; [s]. A faster descent would pull the trunk along.
RAISED, RAISING_TIME, SINKING_TIME = 0.27, 0.8, 1.6


def palms_of(biped: Biped, motion: Rows[Motion]) -> Array:
    """(2, 3) middles of both palms [m]."""
    palms: Array = views_of(Motion, motion).center[biped.anatomy["hand"]]
    return palms


class Support(NamedTuple):
    """What never moves and bears a thing.

    Attributes:
        front: how far it extends from under the thing towards a body [m].
        top: its height in the world [m].
    """

    front: float = -math.inf
    top: float = -math.inf


def support_of(biped: Biped, middle: Array, facing: float) -> Support:
    """What is below a place (3,), for a body that faces in a direction [rad]."""
    line, half = Line(middle[:2], facing), LANE * biped.leg
    found = Support()
    for obstacle in biped.obstacles:
        span = span_across(obstacle, line, half)
        if obstacle.high < middle[2] and span and span[0] < 0.0 < span[1]:
            found = max(found, Support(-span[0], obstacle.high))
    return found


def keep_clear(biped: Biped, is_stepping_over: bool = False) -> None:
    """Raise the carried prop over what it would meet, and over the knees of a body that steps."""
    name = carried_prop(biped)
    if name is None or not biped.arms.carries:
        return
    carried = float(biped.memory["hips"]) + biped.arms.carried_at - biped.arms.hangs_below
    height = over_what_stands(biped, name, carried)
    if is_stepping_over:
        height = max(height, RAISED * biped.leg)
    if height > 0.0 and abs(height - biped.arms.raised) < 0.5 * ROOM_BELOW * biped.leg:
        return  # a new goal at every look would keep it from arriving
    rises = height > biped.arms.raised
    biped.arms.raise_by(height, (RAISING_TIME if rises else SINKING_TIME) * pace(biped))


def over_what_stands(biped: Biped, name: str, lowest: float) -> float:
    """How much higher a prop must be, to pass over what never moves below and just before it [m].

    Args:
        lowest: height of its lowest point where it is carried [m].
    """
    corners = _corners(biped, name)
    middle = corners.mean(axis=0)
    line = Line(middle[:2], float(biped.memory["heading"]))
    away = corners[:, :2] - middle[:2]
    depth, half = float(np.max(away @ line.ahead)), float(np.max(away @ line.left))
    highest = -math.inf
    for obstacle in biped.obstacles:
        span = span_across(obstacle, line, half)
        is_near = span and span[0] < depth + ROOM_BEFORE * biped.leg and span[1] > -depth
        if is_near and obstacle.high < lowest + MOST_RAISED * biped.leg:
            highest = max(highest, obstacle.high)
    return max(highest + ROOM_BELOW * biped.leg - lowest, 0.0)


def _corners(biped: Biped, name: str) -> Array:
    """(n, 3) corners of a prop, or of a box around it [m]."""
    return corners_at(*biped.look_at(name))
