"""How a galloping body's back is bent between the two pairs of legs."""

from __future__ import annotations

import math

import numpy as np

from ...simulation.body import Motion
from ...simulation.compiled import compiled
from ...simulation.rotation import Array, cross, times
from ..quadruped.records import BACK, FRONT, QuadrupedAnatomy


@compiled
def sheared(motion: Motion, anatomy: QuadrupedAnatomy) -> Array:
    """(3,) rotation [rad] from the way that both leg frames point to that from hips to shoulders.

    A back can bend like an S, with level frames at different heights.
    """
    hips, shoulders = _middle(motion, anatomy, BACK), _middle(motion, anatomy, FRONT)
    way = shoulders - hips
    length = math.sqrt((way * way).sum())
    rises = (anatomy["frame_height"][FRONT] - anatomy["frame_height"][BACK]) / length
    stands = np.array((math.sqrt(max(1.0 - rises * rises, 0.0)), 0.0, rises))
    points = times(motion.rotation[anatomy["frame"][FRONT]], stands)
    points += times(motion.rotation[anatomy["frame"][BACK]], stands)
    turn: Array = cross(points / math.sqrt((points * points).sum()), way / length)
    return turn


@compiled
def _middle(motion: Motion, anatomy: QuadrupedAnatomy, frame: int) -> Array:
    """(3,) between the hips of a leg frame [m]."""
    left, right = anatomy["upper_leg"][2 * frame], anatomy["upper_leg"][2 * frame + 1]
    middle: Array = 0.5 * (motion.origin[left] + motion.origin[right])
    return middle
