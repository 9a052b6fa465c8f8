"""Where a biped's parts stand in the arrays."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...bodies.character import Character
from ...bodies.strength import strengthen

SIDES = (".L", ".R")
LEFT, RIGHT = 0, 1
LEG_NAMES = ("lower_leg", "foot")  # of what bears a body: the lower segment, and the sole
ARM_NAMES = ("lower_arm", "hand")
FEET_SHIFT_SHARE = 1.3
HANDS_SHIFT_SHARE = 0.8  # hands are far apart: one that bears nothing would be lifted
WITHIN_SHOULDERS = 0.8  # of their breadth: hands so far apart need no reach


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
        ("half_breadth", "f8", PAIR),  # of the leg below the knee, with its foot [m]
        ("ankle_height", "f8", PAIR),  # above the sole [m]
        ("ball_height", "f8", PAIR),  # of the toe joint above the sole [m]
        ("upper_leg_length", "f8", PAIR),  # [m]
        ("lower_leg_length", "f8", PAIR),  # [m]
        ("total_mass", "f8"),  # [kg]
        ("leg", "f8"),  # hip to sole [m]
        ("breadth", "f8"),  # how far apart feet may be before their legs must reach [m]
        ("shift_share", "f8"),  # of the way between the feet that a pressure shifting weight uses
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
    anatomy["shift_share"] = FEET_SHIFT_SHARE
    for i, side in enumerate(SIDES):
        _measure_leg(character, side, anatomy[0], i)
        anatomy["ball_height"][0, i] += character.segment("toes" + side).offset[2]
    return anatomy


def make_hand_anatomy(character: Character) -> NDArray[Any]:
    """(1,) record of a biped of `rigs.hand_standing`: arms for legs, legs for arms."""
    anatomy = make_anatomy(character)
    who, upright = anatomy[0], anatomy[0].copy()
    for arm, leg in (("upper_arm", "upper_leg"), ("lower_arm", "lower_leg"), ("hand", "foot")):
        who[leg], who[arm] = upright[arm], upright[leg]
    who["toes"] = who["foot"]
    for i, side in enumerate(SIDES):
        _measure_leg(character, side, who, i, ARM_NAMES)
    arms = who["upper_leg_length"] + who["lower_leg_length"] + who["ankle_height"]
    left, right = (character.segment("upper_arm" + side).offset[1] for side in SIDES)
    who["leg"], who["breadth"] = arms.mean(), WITHIN_SHOULDERS * (left - right)
    who["shift_share"] = HANDS_SHIFT_SHARE
    return anatomy


def _firmness(character: Character) -> float:
    """How stiff a body holds its posture, as a share of what suits its mass and size."""
    suited = strengthen(character).segments[1:]
    ratios = [
        own.joint.stiffness / usual.joint.stiffness
        for own, usual in zip(character.segments[1:], suited, strict=True)
    ]
    return float(np.median(ratios))


def _measure_leg(
    character: Character, side: str, who: Record, i: int, names: tuple[str, str] = LEG_NAMES
) -> None:
    """Measure what bears a body, legs or arms: their lengths and their soles."""
    lower, end = (character.segment(name + side) for name in names)
    shank, sole = lower.shape, end.shape
    assert shank is not None and sole is not None
    who["heel"][i] = sole.size[0] / 2 - sole.center[0]
    who["ball"][i] = sole.size[0] / 2 + sole.center[0]
    who["half_width"][i] = sole.size[1] / 2
    who["half_breadth"][i] = max(sole.size[1], shank.size[1]) / 2
    who["ankle_height"][i] = who["ball_height"][i] = sole.size[2] / 2 - sole.center[2]
    who["upper_leg_length"][i] = -lower.offset[2]
    who["lower_leg_length"][i] = -end.offset[2]
