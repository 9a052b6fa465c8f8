"""Taking hold of things, carrying them and putting them down, in parts that follow each other.

Section 5.4: the hands come to the handles, springs and dampers tie them there, and body and arms
bring what they hold to where it is carried.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...bodies.reach_posture import UPRIGHT, Outline, Stoop
from ...catalogue.hindrances import WAY_BLOCKED
from ...controllers.gait.footing import outward, support_middle
from ...controllers.program.anatomy import LEFT, RIGHT
from ...shots.grasp import Grasp, corners_of
from ...shots.hand_reach import carried_at, stoop_to_hold
from ...simulation.rotation import Array, about_z, matrix_of
from ..biped import Biped
from ..gait_command import stand_still
from ..ways.steering import place_of
from .arms import make_grip
from .holding import CLOSING_TIME, SIDES, pace

# Numbers without a source: tuned by hand, judged by bench tasks_hands.
BRACES_FOR = 0.5  # of a weight, before it is lifted: neither it nor the lack of it tips the body
BESIDE = 0.08  # of the arm: how far outside its handle a palm comes first
OPENING_TIME, LIFTING_TIME = 0.9, 2.4  # [s] of an adult
SETTLING_TIME = 0.5  # [s]
SWAYS = 0.05  # of the leg: room for what hangs in the hands as it goes down before the knees
OVER_ITS_PLACE = 0.5  # of the time in which something is put down: when it is over its place
BENDING_TIME = 0.6  # [s] for each radian of bend
LEANS_BACK, HIPS_SHARE = 0.7, 0.5  # [rad] for a load as heavy as the body; of it, the pelvis
# Of the leg; [s]: what is carried over something. Let down faster, it would pull the trunk along.
RAISED, RAISING_TIME, SINKING_TIME = 0.27, 0.8, 1.6


class Refused:
    """A cue that hands cannot do as they are; the body stands meanwhile."""

    must_stay = False

    def leave(self) -> None:
        """There is nothing to end."""


def refuse(biped: Biped, event: str) -> Refused:
    """Leave a cue undone, and say why by one of HINDRANCES."""
    biped.events.append(event)
    return Refused()


def give_up_way(biped: Biped) -> Refused:
    """Stand where it is, with what it holds: the way has taken far too long."""
    stand_still(biped)
    return refuse(biped, WAY_BLOCKED)


def level_of(biped: Biped, motion: NDArray[Any]) -> float:
    """Height of the ground under the lower foot [m]."""
    anatomy = biped.anatomy[0]
    return float((motion[0]["origin"][anatomy["foot"], 2] - anatomy["ankle_height"]).min())


def distance_of(biped: Biped, motion: NDArray[Any], place: Array) -> float:
    """How far a place (3,) is from between the feet, over the ground [m]: balance is kept there."""
    stands = support_middle(motion[0], biped.anatomy[0])
    return float(np.linalg.norm(place[:2] - stands[:2]))


def points_in_world(biped: Biped, prop: str, points: Array) -> Array:
    """(2, 3) of points of a prop [m]."""
    _, position, orientation = biped.look_at(prop)
    world: Array = points @ matrix_of(orientation).T + position
    return world


def open_hands(
    biped: Biped, motion: NDArray[Any], prop: str, places: Array, stoop: Stoop, facing: float
) -> None:
    """Bring the palms beside two places (2, 3) of a prop, one outside of each."""
    biped.let_meet(prop, False)
    duration = pace(biped) * (OPENING_TIME + BENDING_TIME * stoop.bend)
    out = BESIDE * Outline(biped.character).arm * about_z(facing)[:, 1]
    goals = {side: places[side] + outward(side) * out for side in SIDES}
    biped.arms.bring(goals, duration, motion, stoop=stoop)


def close_hands(
    biped: Biped, motion: NDArray[Any], prop: str, places: Array, bears: float = BRACES_FOR
) -> None:
    """Bring the palms from there to the places (2, 3) and brace for a share of its weight."""
    thing, _, _ = biped.look_at(prop)
    weight = thing.mass * float(biped.command["gravity"][0])
    biped.arms.braced_for = bears * weight / len(SIDES)
    goals = {side: places[side] for side in SIDES}
    biped.arms.bring(goals, CLOSING_TIME * pace(biped), motion)


def take_hold(biped: Biped, motion: NDArray[Any], name: str) -> None:
    """Tie both hands to a prop where they are: a spring that begins unstretched does not pull."""
    prop, position, orientation = biped.look_at(name)
    points = (palms_of(biped, motion) - position) @ matrix_of(orientation)
    gravity = float(biped.command["gravity"][0])
    for side in SIDES:
        biped.arms.grips[side] = make_grip(
            name, points[side], prop.mass / len(SIDES), biped.character.mass, gravity
        )
    biped.events.append("grasp")


def lift(biped: Biped, motion: NDArray[Any], grasp: Grasp) -> None:
    """Stand up and bring what is held to where it is before the trunk then."""
    outline = Outline(biped.character)
    duration = pace(biped) * LIFTING_TIME
    facing = about_z(float(biped.memory["heading"][0]))
    hips = np.array([*place_of(motion), level_of(biped, motion) + outline.hip_height])
    lean = _lean_back(biped)
    goals = {side: hips + facing @ _carrying_place(outline, grasp, side, 0.0) for side in SIDES}
    stoop = replace(UPRIGHT, bend=-lean, hip_bend=-HIPS_SHARE * lean)
    biped.arms.bring(goals, duration, motion, stoop=stoop)


def _lean_back(biped: Biped) -> float:
    """How far back the trunk leans [rad]: a share of what would balance what is held."""
    held = sum(biped.look_at(grip.prop)[0].mass for grip in biped.arms.grips.values()) / len(SIDES)
    return LEANS_BACK * held / biped.character.mass


def carry(biped: Biped, motion: NDArray[Any], grasp: Grasp) -> None:
    """Take along what is held, before the trunk."""
    biped.arms.braced_for = 0.0
    outline, lean = Outline(biped.character), _lean_back(biped)
    goals = {side: _carrying_place(outline, grasp, side, lean) for side in SIDES}
    biped.arms.bring(goals, SETTLING_TIME * pace(biped), motion, goes_along=True)


def _carrying_place(outline: Outline, grasp: Grasp, side: int, lean: float) -> Array:
    """(3,) of a palm that carries [m], in the frame of goals that go along; the trunk leans."""
    ahead, down = carried_at(outline, grasp, lean)
    return np.array([ahead, outward(side) * grasp.half_width, outline.hips_to_shoulders - down])


def make_room_for_knees(biped: Biped) -> None:
    """Hold what is carried higher as long as the feet step over something."""
    if biped.arms.grips:
        is_busy = biped.crossing.is_busy
        height, duration = (RAISED * biped.leg, RAISING_TIME) if is_busy else (0.0, SINKING_TIME)
        biped.arms.raise_by(height, duration * pace(biped))


def palms_of(biped: Biped, motion: NDArray[Any]) -> Array:
    """(2, 3) middles of both palms [m]."""
    palms: Array = motion[0]["center"][biped.anatomy["hand"][0]]
    return palms


def lower(biped: Biped, motion: NDArray[Any], name: str, rest: Array) -> None:
    """Stoop and bring what is held down, so that its middle comes to rest at a place (3,).

    It comes over that place early: on its way down it would meet the knees.
    """
    prop, position, _ = biped.look_at(name)
    outline, palms = Outline(biped.character), palms_of(biped, motion)
    way = rest - position
    height = float(palms[:, 2].mean() + way[2]) - level_of(biped, motion)
    away = distance_of(biped, motion, palms.mean(axis=0) + way)
    half = float(np.linalg.norm(palms[0] - palms[1])) / 2
    front = front_of(biped, name, float(biped.memory["heading"][0])) + SWAYS * biped.leg
    stoop = stoop_to_hold(outline, height, half, away, front, prop.mass)
    goals = {side: palms[side] + way for side in SIDES}
    duration = pace(biped) * LIFTING_TIME
    biped.arms.bring(goals, duration, motion, stoop=stoop, over_it_by=OVER_ITS_PLACE)


def front_of(biped: Biped, name: str, facing: float) -> float:
    """How far a prop reaches from its origin towards who faces in a direction [rad], [m]."""
    prop, _, orientation = biped.look_at(name)
    turned = corners_of(prop) @ matrix_of(orientation).T
    return float(np.max(-turned @ about_z(facing)[:, 0]))


def part_hands(biped: Biped, motion: NDArray[Any]) -> None:
    """Bring the palms away from each other, off what they have let go."""
    palms, arm = palms_of(biped, motion), Outline(biped.character).arm
    apart = palms[LEFT] - palms[RIGHT]
    apart /= np.linalg.norm(apart)
    goals = {side: palms[side] + outward(side) * BESIDE * arm * apart for side in SIDES}
    biped.arms.bring(goals, CLOSING_TIME * pace(biped), motion)


def raise_body(biped: Biped) -> None:
    """Stand up and leave the arms to the style."""
    biped.arms.rest(LIFTING_TIME * pace(biped))
