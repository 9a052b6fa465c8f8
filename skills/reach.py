"""Walk to a target and reach it with one hand or both (Coros et al. 2010, Section 5.4)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from ..bodies.reach_posture import Outline, ReachPosture
from ..controllers.gait.footing import outward
from ..controllers.program.anatomy import LEFT, RIGHT
from ..shots.hand_reach import (
    ACROSS,
    ARMS,
    DISTANCES,
    fingers_below,
    place_reached,
    posture_to_touch,
)
from ..simulation.body import Motion
from ..simulation.over_ground import place_of
from ..simulation.records import Rows
from ..simulation.rotation import Array
from .behaviour import Values
from .biped import Biped
from .hands.handling import level_of
from .hands.holding import pace
from .hands.placing import Spot, Walk, ahead_of
from .hands.task import HandBehaviour

SIDES = {"L": (LEFT,), "R": (RIGHT,), "both": (LEFT, RIGHT)}
REACHING_TIME, BENDING_TIME = 0.9, 0.6  # [s] of an adult; and more for each radian of bend
AT_ONCE = 0.12  # of the arm: a nearer target needs no better place to stand
APART = 0.06  # of the arm: distance of the palms from the target where both reach for it
EXACT = 0.08  # of the leg: largest distance of the body from its spot


@dataclass
class Reaching:
    """A reach as it goes on.

    Attributes:
        target: (3,) of the palm, or of the middle between both [m].
        walk: to the spot where the body stands.
    """

    biped: Biped
    target: Array
    sides: tuple[int, ...]
    outline: Outline
    walk: Walk
    is_reaching: bool = False
    must_stay: ClassVar[bool] = False

    def leave(self) -> None:
        """End the task: stand upright, and let the arms follow the style."""
        self.biped.arms.rest(REACHING_TIME * pace(self.biped))


class Reach(HandBehaviour):
    def steer(self, motion: Rows[Motion], values: Values) -> None:
        biped = self.body
        if self.task is None:
            self.task = _plan(biped, motion, values)
        reaching: Reaching = self.task
        if not reaching.walk.is_over:
            reaching.walk.steer(motion)
        elif not reaching.is_reaching:
            reaching.is_reaching = True
            _extend(biped, motion, reaching)
        elif all(biped.arms.has_arrived(side) for side in reaching.sides):
            biped.report_event("reached")


def _plan(biped: Biped, motion: Rows[Motion], values: Values) -> Reaching:
    sides, outline = SIDES[values["hand"]], Outline(biped.character, ARMS[values["hand"]])
    target = _place_of_target(biped, values["target"])
    place = place_of(motion)
    way = target[:2] - place
    facing = float(biped.memory["heading"])
    if np.hypot(*way) > AT_ONCE * outline.arm:
        facing = math.atan2(way[1], way[0])
    posture = _posture(biped, motion, outline, target, DISTANCES * outline.arm)
    spot = target[:2] - posture.distance * ahead_of(facing)
    if len(sides) == 1:
        spot = spot - outward(sides[0]) * ACROSS * outline.shoulder_width / 2 * _left_of(facing)
    walk = Walk(biped, Spot(spot, facing), values["speed"], EXACT)
    return Reaching(biped, target, sides, outline, walk)


def _posture(
    biped: Biped, motion: Rows[Motion], outline: Outline, target: Array, distances: Array
) -> ReachPosture:
    """The posture for a target (3,) in the world, at one of the distances [m]."""
    return posture_to_touch(outline, float(target[2]) - level_of(biped, motion), distances)


def _place_of_target(biped: Biped, target: Any) -> Array:
    if isinstance(target, str):
        return place_reached(*biped.look_at(target))
    return np.array(target, float)


def _left_of(facing: float) -> Array:
    """(2,) unit vector to the left of a heading [rad]."""
    return ahead_of(facing + math.pi / 2)


def _extend(biped: Biped, motion: Rows[Motion], reaching: Reaching) -> None:
    away = float(np.hypot(*(reaching.target[:2] - place_of(motion))))
    posture = _posture(biped, motion, reaching.outline, reaching.target, np.array([away]))
    duration = pace(biped) * (REACHING_TIME + BENDING_TIME * posture.bend)
    extent = fingers_below(reaching.outline, float(reaching.target[2]) - level_of(biped, motion))
    left = _left_of(reaching.walk.spot.facing)
    apart = APART * reaching.outline.arm if len(reaching.sides) > 1 else 0.0
    out = apart * np.append(left, 0.0)
    places = {side: reaching.target + outward(side) * out for side in reaching.sides}
    biped.arms.bring(places, duration, motion, posture=posture, extent=extent)
