"""Where a biped's parts stand in the arrays."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..rigs.character import Character
from ..rigs.strength import strengthen

SIDES = (".L", ".R")
LEFT, RIGHT = 0, 1


Record = Any  # one row of a structured array
PAIR = (2,)  # left, right

ANATOMY = np.dtype(
    [
        ("lower_back", "i8"),  # indices of segments
        ("torso", "i8"),
        ("head", "i8"),
        ("upper_arm", "i8", PAIR),
        ("lower_arm", "i8", PAIR),
        ("hand", "i8", PAIR),
        ("upper_leg", "i8", PAIR),
        ("lower_leg", "i8", PAIR),
        ("foot", "i8", PAIR),
        ("toes", "i8", PAIR),
        ("heel", "f8", PAIR),  # from the ankle back to the sole's end [m]
        ("ball", "f8", PAIR),  # from the ankle forward to the foot's end, where the toes begin [m]
        ("half_width", "f8", PAIR),  # of the sole [m]
        ("ankle_height", "f8", PAIR),  # above the sole [m]
        ("ball_height", "f8", PAIR),  # of the toe joint above the sole [m]
        ("upper_leg_length", "f8", PAIR),  # [m]
        ("lower_leg_length", "f8", PAIR),  # [m]
        ("total_mass", "f8"),  # [kg]
        ("leg", "f8"),  # hip to sole [m]
        ("firmness", "f8"),  # stiffness of the joints, of what suits the body's mass and size
    ]
)


def make_anatomy(character: Character) -> NDArray[Any]:
    """(1,) record of a biped's parts, found by their names."""
    anatomy = np.zeros(1, dtype=ANATOMY)
    index = {name: i for i, name in enumerate(character.segment_names)}
    for name in ANATOMY.names or ():
        if name in index:
            anatomy[name] = index[name]
        elif name + ".L" in index:
            anatomy[name] = [index[name + side] for side in SIDES]
    anatomy["total_mass"], anatomy["leg"] = character.mass, character.leg_length
    anatomy["firmness"] = _firmness(character)
    for i, side in enumerate(SIDES):
        _measure_leg(character, side, anatomy[0], i)
    return anatomy


def _firmness(character: Character) -> float:
    """How stiff a body holds its posture, as a share of what suits its mass and size."""
    suited = strengthen(character).segments[1:]
    ratios = [
        own.joint.stiffness / usual.joint.stiffness
        for own, usual in zip(character.segments[1:], suited, strict=True)
    ]
    return float(np.median(ratios))


def _measure_leg(character: Character, side: str, who: Record, i: int) -> None:
    sole = character.segment("foot" + side).shape
    assert sole is not None
    who["heel"][i] = sole.size[0] / 2 - sole.center[0]
    who["ball"][i] = sole.size[0] / 2 + sole.center[0]
    who["half_width"][i] = sole.size[1] / 2
    who["ankle_height"][i] = sole.size[2] / 2 - sole.center[2]
    who["ball_height"][i] = who["ankle_height"][i] + character.segment("toes" + side).offset[2]
    who["upper_leg_length"][i] = -character.segment("lower_leg" + side).offset[2]
    who["lower_leg_length"][i] = -character.segment("foot" + side).offset[2]
