"""A biped's anatomy: indices of its segments in the arrays, and its measures."""

from __future__ import annotations

from typing import Annotated, TypedDict

import numpy as np

from ...bodies.character import Character
from ...bodies.strength import strengthen
from ...simulation.records import copy_of
from .record import PAIR, Integers, Reals, Rows, dtype_of

SIDES = (".L", ".R")
LEFT, RIGHT = 0, 1
LEG_NAMES = ("lower_leg", "foot")  # of a limb that bears the body: its lower segment and its sole
ARM_NAMES = ("lower_arm", "hand")
# Of the way between the feet, or hands: range of a pressure that shifts the weight. Less than 1 for
# hands: they are far apart, and an unloaded hand would lift.
FEET_SHIFT_SHARE, HANDS_SHIFT_SHARE = 1.3, 0.8
WITHIN_SHOULDERS = 0.8  # of their breadth: distance of hands that need no sideways reach


class Anatomy(TypedDict):
    """A biped's segments, as indices in the arrays, and its measures."""

    lower_back: int  # indices of segments
    torso: int
    head: int
    upper_arm: Annotated[Integers, PAIR]
    lower_arm: Annotated[Integers, PAIR]
    hand: Annotated[Integers, PAIR]
    upper_leg: Annotated[Integers, PAIR]
    lower_leg: Annotated[Integers, PAIR]
    foot: Annotated[Integers, PAIR]
    toes: Annotated[Integers, PAIR]
    heel: Annotated[Reals, PAIR]  # from the ankle back to the sole's end [m]
    ball: Annotated[Reals, PAIR]  # from the ankle forward to the foot's end, where toes begin [m]
    half_width: Annotated[Reals, PAIR]  # of the sole [m]
    half_breadth: Annotated[Reals, PAIR]  # of the leg below the knee, with its foot [m]
    ankle_height: Annotated[Reals, PAIR]  # above the sole [m]
    ball_height: Annotated[Reals, PAIR]  # of the toe joint above the sole [m]
    upper_leg_length: Annotated[Reals, PAIR]  # [m]
    lower_leg_length: Annotated[Reals, PAIR]  # [m]
    total_mass: float  # [kg]
    leg: float  # hip to sole [m]
    breadth: float  # largest distance of feet that needs no sideways reach [m]
    shift_share: float  # of the way between the feet: range of a weight-shifting pressure
    stiffness_scale: float  # of the joints, as a share of that which suits the body's mass and size


ANATOMY = dtype_of(Anatomy)


def make_anatomy(character: Character) -> Rows[Anatomy]:
    """(1,) record of a biped's parts, found by their names."""
    anatomies = np.zeros(1, dtype=ANATOMY)
    index = {name: i for i, name in enumerate(character.segment_names)}
    for name in ANATOMY.names or ():
        if name in index:
            anatomies[name] = index[name]
        elif name + ".L" in index:
            anatomies[name] = [index[name + side] for side in SIDES]
    anatomy: Anatomy = anatomies[0]
    anatomy["total_mass"], anatomy["leg"] = character.mass, character.leg_length
    anatomy["stiffness_scale"] = _stiffness_scale(character)
    anatomy["shift_share"] = FEET_SHIFT_SHARE
    for i, side in enumerate(SIDES):
        _measure_leg(character, side, anatomy, i)
        anatomy["ball_height"][i] += character.segment("toes" + side).offset[2]
    return anatomies


def make_hand_anatomy(character: Character) -> Rows[Anatomy]:
    """(1,) record of a biped of `rigs.hand_standing`: arms for legs, legs for arms."""
    anatomies = make_anatomy(character)
    own, upright = anatomies[0], copy_of(anatomies)[0]
    own["upper_leg"][:], own["upper_arm"][:] = upright["upper_arm"], upright["upper_leg"]
    own["lower_leg"][:], own["lower_arm"][:] = upright["lower_arm"], upright["lower_leg"]
    own["foot"][:], own["hand"][:] = upright["hand"], upright["foot"]
    own["toes"][:] = own["foot"]
    for i, side in enumerate(SIDES):
        _measure_leg(character, side, own, i, ARM_NAMES)
    arms = own["upper_leg_length"] + own["lower_leg_length"] + own["ankle_height"]
    left, right = (character.segment("upper_arm" + side).offset[1] for side in SIDES)
    own["leg"], own["breadth"] = arms.mean(), WITHIN_SHOULDERS * (left - right)
    own["shift_share"] = HANDS_SHIFT_SHARE
    return anatomies


def _stiffness_scale(character: Character) -> float:
    """Stiffness of a body's posture, as a share of that which suits its mass and size."""
    suited = strengthen(character).segments[1:]
    ratios = [
        own.joint.stiffness / usual.joint.stiffness
        for own, usual in zip(character.segments[1:], suited, strict=True)
    ]
    return float(np.median(ratios))


def _measure_leg(
    character: Character, side: str, anatomy: Anatomy, i: int, names: tuple[str, str] = LEG_NAMES
) -> None:
    """Measure a limb that bears the body, a leg or an arm: its lengths and its sole."""
    lower, end = (character.segment(name + side) for name in names)
    shank, sole = lower.shape, end.shape
    assert shank is not None and sole is not None
    anatomy["heel"][i] = sole.size[0] / 2 - sole.center[0]
    anatomy["ball"][i] = sole.size[0] / 2 + sole.center[0]
    anatomy["half_width"][i] = sole.size[1] / 2
    anatomy["half_breadth"][i] = max(sole.size[1], shank.size[1]) / 2
    anatomy["ankle_height"][i] = anatomy["ball_height"][i] = sole.size[2] / 2 - sole.center[2]
    anatomy["upper_leg_length"][i] = -lower.offset[2]
    anatomy["lower_leg_length"][i] = -end.offset[2]
