"""Where a biped's parts stand in the arrays."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..rigs.character import Character
from ..simulation.rotation import Array

SIDES = (".L", ".R")
LEFT, RIGHT = 0, 1


class Anatomy(NamedTuple):
    """Segment indices; pairs are (left, right). Lengths in meters.

    Attributes:
        heel, ball: distance of the sole's ends behind and ahead of the ankle, for each side.
        half_width: of the sole; ankle_height, ball_height: ankle and toe joint to sole.
        upper_leg_length, lower_leg_length: for each side.
        total_mass: [kg]; leg: hip to sole.
    """

    lower_back: int
    torso: int
    head: int
    upper_arm: NDArray[np.int64]
    lower_arm: NDArray[np.int64]
    upper_leg: NDArray[np.int64]
    lower_leg: NDArray[np.int64]
    foot: NDArray[np.int64]
    toes: NDArray[np.int64]
    heel: Array
    ball: Array
    half_width: Array
    ankle_height: Array
    ball_height: Array
    upper_leg_length: Array
    lower_leg_length: Array
    total_mass: float
    leg: float


def make_anatomy(character: Character) -> Anatomy:
    """Find a biped's parts by their names."""
    index = {name: i for i, name in enumerate(character.segment_names)}

    def pair(name: str) -> NDArray[np.int64]:
        return np.array([index[name + side] for side in SIDES])

    feet = [character.segment("foot" + side) for side in SIDES]
    soles = [foot.shape for foot in feet if foot.shape]
    return Anatomy(
        lower_back=index["lower_back"],
        torso=index["torso"],
        head=index["head"],
        upper_arm=pair("upper_arm"),
        lower_arm=pair("lower_arm"),
        upper_leg=pair("upper_leg"),
        lower_leg=pair("lower_leg"),
        foot=pair("foot"),
        toes=pair("toes"),
        heel=np.array([s.size[0] / 2 - s.center[0] for s in soles]),
        ball=np.array([s.size[0] / 2 + s.center[0] for s in soles]),
        half_width=np.array([s.size[1] / 2 for s in soles]),
        ankle_height=np.array([s.size[2] / 2 - s.center[2] for s in soles]),
        ball_height=np.array(
            [
                s.size[2] / 2 - s.center[2] + character.segment("toes" + side).offset[2]
                for s, side in zip(soles, SIDES, strict=True)
            ]
        ),
        upper_leg_length=np.array([-character.segment("lower_leg" + s).offset[2] for s in SIDES]),
        lower_leg_length=np.array([-character.segment("foot" + s).offset[2] for s in SIDES]),
        total_mass=character.mass,
        leg=character.leg_length,
    )
