"""A firm place for a foot: its planned place, moved off an edge on which it would perch."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Protocol

import numpy as np

from ...controllers.quadruped.paws import paw
from ...controllers.quadruped.records import QuadrupedAnatomy
from ...simulation.body import Motion
from ...simulation.rotation import Array

EYES = 0.5  # of the leg over the highest foot: what is higher is no ground to step on
ROOM = 0.07  # of the leg: radius around a foot's middle within which the ground must be even
UNEVEN_SHARE = 0.06  # of the leg: most that it may rise or fall within that
DROPS = 0.1  # of the leg: a place so far below the lowest foot is beyond an edge
# Of the leg: how far a place may be moved, nearest first.
MOVED_BY = (0.0, 0.05, 0.1, 0.15, 0.2, 0.25)
DIRECTIONS = np.array([[math.cos(k * math.pi / 4), math.sin(k * math.pi / 4)] for k in range(8)])
AROUND = np.vstack([np.zeros((1, 2)), ROOM * DIRECTIONS])


class Standing(Protocol):
    """A body on four feet, and the height of the ground under places (n, 2) [m]: a `Quadruped`."""

    anatomy: QuadrupedAnatomy
    heights: Callable[[Array, float], Array] | None

    @property
    def leg(self) -> float: ...


def firm_place(body: Standing, motion: Motion, place: Array) -> Array:
    """(3,) the firm place next to one (2,), and the height of the ground there [m]; NaN: unseen."""
    if body.heights is None:
        return np.array([*place, math.nan])
    leg, feet = body.leg, [paw(motion, body.anatomy, i)[2] for i in range(4)]
    top = max(feet) + EYES * leg
    for lowest in (min(feet) - DROPS * leg, -math.inf):  # not down from where all four stand
        for way in MOVED_BY:
            for direction in DIRECTIONS:
                middle = place + way * leg * direction
                heights = body.heights(middle + AROUND * leg, top)
                if np.ptp(heights) < UNEVEN_SHARE * leg and heights[0] > lowest:
                    return np.array([*middle, heights[0]])
    return np.array([*place, math.nan])
