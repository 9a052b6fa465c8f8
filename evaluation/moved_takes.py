"""A take of one performer, at another place and with another heading: no simulation of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ..base.rotations import (
    matrices_from_quaternions,
    multiply_quaternions,
    turns_about_vertical,
)
from ..shots.shot import Shot
from ..shots.take import Take

Array = NDArray[np.float64]


def moved_shot(shot: Shot, position: Sequence[float], heading: float) -> Shot:
    """The shot of one performer at the origin that faces +x, with the performer elsewhere."""
    x, y = position[0], position[1]
    return replace(
        shot, performers=[replace(shot.performers[0], position=(x, y), heading=heading)]
    )


def moved_take(take: Take, position: Sequence[float], heading: float) -> Take:
    """What a performer at the origin that faces +x did, as one elsewhere would on level ground."""
    turn = turns_about_vertical(heading)
    axes, place = matrices_from_quaternions(turn), np.array([position[0], position[1], 0.0])

    def put(points: Array) -> Array:
        placed: Array = points @ axes.T + place
        return placed

    one = take.performances[0]
    moved = replace(
        one,
        segment_positions=put(one.segment_positions),
        segment_orientations=multiply_quaternions(turn, one.segment_orientations),
        joint_positions=put(one.joint_positions),
        root_position=put(one.root_position),
        root_orientation=multiply_quaternions(turn, one.root_orientation),
    )
    return replace(take, performances=[moved])
