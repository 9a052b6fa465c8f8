"""Target places of a routine's steps, and the conditions that end its stages."""

from __future__ import annotations

import math

import numpy as np

from ...bodies.quadruped import DOG_HEIGHT, LEGS
from ...controllers.quadruped.felt_ground import UNLOADED_FOR
from ...controllers.quadruped.paws import paw
from ...controllers.quadruped.records import BACK, FRONT
from ...simulation.body import Motion
from ...simulation.rotation import Array
from .quadruped import Quadruped
from .routine import Place

# Numbers without a source: tuned by hand, judged by bench quadruped_postures.
TALL = 0.85  # of the standing heights
CALM_SPEED = 0.15  # of sqrt(g leg): a body that is slower is at rest
FURTHEST_AHEAD = 0.5  # of a leg, of its hip: further ahead a low body's shins lie on the ground


def behind_front(behind: float, wider: float, leg: int) -> Place:
    """A back foot's place behind the middle of the front feet, wider than its hip [m of a dog].

    The place is at most `FURTHEST_AHEAD` of its hip: that matters in a body with a long trunk.
    """

    def place(quadruped: Quadruped, motion: Motion) -> Array:
        anatomy = quadruped.anatomy
        front = 0.5 * (paw(motion, anatomy, 0) + paw(motion, anatomy, 1))
        hips = motion.origin[anatomy["frame"][BACK]]
        heading = float(quadruped.memory["heading"])
        way = (front - hips)[:2] @ (math.cos(heading), math.sin(heading))
        way *= DOG_HEIGHT / quadruped.leg
        back = max(behind, way - FURTHEST_AHEAD * DOG_HEIGHT)
        return _beside(quadruped, motion, leg, front, -back, wider)

    return place


def ahead_of_hip(ahead: float, wider: float, leg: int) -> Place:
    """A foot's place ahead of its hip or shoulder, and wider [m of a dog]."""

    def place(quadruped: Quadruped, motion: Motion) -> Array:
        anatomy = quadruped.anatomy
        frame = leg // 2
        hips = [motion.origin[anatomy["upper_leg"][i]] for i in (2 * frame, 2 * frame + 1)]
        return _beside(quadruped, motion, leg, 0.5 * (hips[0] + hips[1]), ahead, wider)

    return place


def as_standing(leg: int) -> Place:
    """Place of a front foot in standing, with the back feet where they are."""

    def place(quadruped: Quadruped, motion: Motion) -> Array:
        anatomy = quadruped.anatomy
        back = 0.5 * (paw(motion, anatomy, 2) + paw(motion, anatomy, 3))
        origins = quadruped.character.standing_origins()
        trunk = origins["upper_leg.FL"][0] - origins["upper_leg.BL"][0]
        ahead = trunk + float(anatomy["neutral"][leg, 0] - anatomy["neutral"][2, 0])
        return _beside(quadruped, motion, leg, back, ahead * DOG_HEIGHT / quadruped.leg, 0.0)

    return place


def _beside(
    quadruped: Quadruped, motion: Motion, leg: int, middle: Array, ahead: float, wider: float
) -> Array:
    """(2,) from a middle between two legs, ahead along the heading, out to a leg's side."""
    size = quadruped.leg / DOG_HEIGHT
    heading = float(quadruped.memory["heading"])
    side = 1.0 if leg % 2 == 0 else -1.0
    width = abs(half_width(quadruped, leg)) + wider * size
    c, s = math.cos(heading), math.sin(heading)
    x = ahead * size
    return np.array([middle[0] + c * x - s * side * width, middle[1] + s * x + c * side * width])


def half_width(quadruped: Quadruped, leg: int) -> float:
    """Distance of a leg's hip to the left of the middle [m]."""
    return quadruped.character.segment(f"upper_leg.{LEGS[leg]}").offset[1]


def is_settled(quadruped: Quadruped, motion: Motion) -> bool:
    """Whether the body stands on all four feet, at rest."""
    memory = quadruped.memory
    return not memory["steps"] and memory["swings"].sum() == 0 and is_calm(quadruped, motion)


def is_tall(quadruped: Quadruped, motion: Motion) -> bool:
    """Whether hips and shoulders are about as high over their feet as in standing."""
    anatomy = quadruped.anatomy
    for frame in (FRONT, BACK):
        legs = (2 * frame, 2 * frame + 1)
        heights = [
            motion.origin[anatomy["upper_leg"][i], 2] - paw(motion, anatomy, i)[2] for i in legs
        ]
        if sum(heights) / len(heights) < TALL * float(anatomy["frame_height"][frame]):
            return False
    return True


def stands_on_all(quadruped: Quadruped, motion: Motion) -> bool:
    """Whether all four feet bear a load, at rest."""
    return not quadruped.memory["unloaded"].any() and is_calm(quadruped, motion)


def is_calm(quadruped: Quadruped, motion: Motion) -> bool:
    """Whether the center of mass hardly moves."""
    speed = float(np.linalg.norm(motion.com_velocity))
    return speed * quadruped.time_scale / quadruped.leg < CALM_SPEED


def has_landed(quadruped: Quadruped, motion: Motion) -> bool:
    """Whether all feet are on the ground."""
    memory = quadruped.memory
    return bool(memory["swings"].sum() == 0 and (memory["unloaded"] < UNLOADED_FOR).all())
