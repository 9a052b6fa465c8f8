"""Grasping, carrying and putting down props, as parts that follow each other.

Coros et al. 2010, Section 5.4: the hands move to the handles, springs and dampers tie them there,
and body and arms bring the prop to where it is carried.
"""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from ...bodies.lifting_stance import Hold, squat
from ...bodies.reach_posture import UPRIGHT, Outline, ReachPosture
from ...catalogue.hindrances import WAY_BLOCKED
from ...controllers.gait.footing import outward, support_middle
from ...controllers.program.anatomy import LEFT, RIGHT
from ...shots.grasp import Grasp, corners_of
from ...shots.hand_reach import carried_at, corners_at
from ...simulation.body import Motion
from ...simulation.over_ground import place_of
from ...simulation.records import Rows, views_of
from ...simulation.rotation import Array, about_z, matrix_of
from ..biped import Biped
from ..gait_command import stand_still
from .arms import make_grip
from .clearance import over_what_stands, palms_of, support_of
from .holding import CLOSING_TIME, SIDES, pace
from .placing import Spot

# Numbers without a source: tuned by hand, judged by bench tasks_hands.
BRACES_FOR = 0.5  # of a weight, before it is lifted: too small to tip the body
BESIDE = 0.08  # of the arm: how far outside its handle a palm comes first
HANGING_HANDS = 0.6  # of the leg: height of the ground's things that hanging hands do not meet
HANDS_AHEAD, BENT_ARM, ROOM_FOR_HANDS = 0.6, 0.92, 0.15  # of the arm, arm, leg: raised hands
OPENING_TIME, LIFTING_TIME, LOWERING_TIME = 0.8, 1.3, 2.4  # [s] of an adult
SETTLING_TIME = 0.5  # [s]
SWAYS = 0.1  # of the leg: room before the knees for a prop that is lowered
OVER_ITS_PLACE = 0.5  # of the time of putting down, after which the prop is over its place
LIFTED_OFF = 0.4  # of the time of lifting, after which a thing is over what it is carried past
BENDING_TIME = 0.2  # [s] for each radian of bend
LEANS_BACK, HIPS_SHARE = 0.7, 0.5  # [rad] for a load as heavy as the body; of it, the pelvis


class RefusedTask:
    """A cue that the hands cannot carry out; the body stands meanwhile."""

    must_stay = False

    def leave(self) -> None:
        """Does nothing: no task has begun."""


def refuse(biped: Biped, event: str) -> RefusedTask:
    """Leave a cue undone, and give the reason by one of the events HINDRANCES."""
    biped.events.append(event)
    return RefusedTask()


def give_up_way(biped: Biped) -> RefusedTask:
    """Stand where the body is, with what it holds: the way has taken far too long."""
    stand_still(biped)
    return refuse(biped, WAY_BLOCKED)


def level_of(biped: Biped, motion: Rows[Motion]) -> float:
    """Height of the ground under the lower foot [m]."""
    anatomy, state = biped.anatomy, views_of(Motion, motion)
    return float((state.origin[anatomy["foot"], 2] - anatomy["ankle_height"]).min())


def distance_of(biped: Biped, motion: Rows[Motion], place: Array) -> float:
    """Horizontal distance of a place (3,) from the point between the feet [m]."""
    stands = support_middle(motion[0], biped.anatomy)
    return float(np.linalg.norm(place[:2] - stands[:2]))


def points_in_world(biped: Biped, prop: str, points: Array) -> Array:
    """(2, 3) places of points of a prop [m]."""
    _, position, orientation = biped.look_at(prop)
    world: Array = points @ matrix_of(orientation).T + position
    return world


def raise_hands(biped: Biped, motion: Rows[Motion], prop: str, grasp: Grasp) -> None:
    """Bring the palms over what bears a thing, where they would strike its edge."""
    top = support_of(biped, grasp.middle, grasp.facing).top
    if top < level_of(biped, motion) + HANGING_HANDS * biped.leg:
        return
    biped.let_meet(prop, False)
    outline = Outline(biped.character)
    out, ahead = grasp.half_width + BESIDE * outline.arm, HANDS_AHEAD * outline.arm
    aside = out - outline.shoulder_width / 2
    hangs = math.sqrt((BENT_ARM * outline.arm) ** 2 - ahead**2 - min(aside, ahead) ** 2)
    up = top - float(biped.memory["hips"]) + ROOM_FOR_HANDS * biped.leg
    up = max(up, outline.hips_to_shoulders - hangs)
    goals = {side: np.array([ahead, outward(side) * out, up]) for side in SIDES}
    biped.arms.bring(goals, OPENING_TIME * pace(biped), motion, goes_along=True)


def open_hands(
    biped: Biped, motion: Rows[Motion], prop: str, places: Array, posture: ReachPosture,
    facing: float,
) -> None:
    """Bring the palms beside two places (2, 3) of a prop, one outside of each."""
    biped.let_meet(prop, False)
    duration = pace(biped) * (OPENING_TIME + BENDING_TIME * posture.bend)
    out = BESIDE * Outline(biped.character).arm * about_z(facing)[:, 1]
    goals = {side: places[side] + outward(side) * out for side in SIDES}
    biped.arms.bring(goals, duration, motion, posture=posture)


def close_hands(
    biped: Biped, motion: Rows[Motion], prop: str, places: Array, bears: float = BRACES_FOR
) -> None:
    """Bring the palms to the places (2, 3) and prepare balance for a share of the prop's weight."""
    thing, _, _ = biped.look_at(prop)
    weight = thing.mass * float(biped.command["gravity"])
    biped.arms.braced_for = bears * weight / len(SIDES)
    goals = {side: places[side] for side in SIDES}
    biped.arms.bring(goals, CLOSING_TIME * pace(biped), motion)


def take_hold(biped: Biped, motion: Rows[Motion], name: str) -> None:
    """Tie both hands to a prop at their present places: the springs begin unstretched."""
    prop, position, orientation = biped.look_at(name)
    palms = palms_of(biped, motion)
    points = (palms - position) @ matrix_of(orientation)
    lowest = corners_at(prop, position, orientation)[:, 2].min()
    biped.arms.hangs_below = float(palms[:, 2].mean() - lowest)
    gravity = float(biped.command["gravity"])
    for side in SIDES:
        biped.arms.grips[side] = make_grip(
            name, points[side], prop.mass / len(SIDES), biped.character.mass, gravity
        )
    biped.events.append("grasp")


def lift(biped: Biped, motion: Rows[Motion], name: str, grasp: Grasp) -> None:
    """Stand up and bring the held prop to its carrying place before the trunk."""
    outline = Outline(biped.character)
    duration = pace(biped) * LIFTING_TIME
    facing = about_z(float(biped.memory["heading"]))
    hips = np.array([*place_of(motion), level_of(biped, motion) + outline.hip_height])
    lean = _lean_back(biped)
    goals = {side: hips + facing @ _carrying_place(outline, grasp, side, 0.0) for side in SIDES}
    low = float(np.mean([goal[2] for goal in goals.values()])) - biped.arms.hangs_below
    over = over_what_stands(biped, name, low)
    goals = {side: goal + (0.0, 0.0, over) for side, goal in goals.items()}
    posture = replace(UPRIGHT, bend=-lean, hip_bend=-HIPS_SHARE * lean)
    up_first = LIFTED_OFF if over > 0.0 else 1.0
    biped.arms.bring(goals, duration, motion, posture=posture, level_with_it_by=up_first)


def _lean_back(biped: Biped) -> float:
    """Backward lean of the trunk [rad]: a share of the lean that would balance the load."""
    held = sum(biped.look_at(grip.prop)[0].mass for grip in biped.arms.grips.values()) / len(SIDES)
    return LEANS_BACK * held / biped.character.mass


def carry(biped: Biped, motion: Rows[Motion], grasp: Grasp) -> None:
    """Carry the held prop before the trunk."""
    biped.arms.braced_for = 0.0
    outline, lean = Outline(biped.character), _lean_back(biped)
    goals = {side: _carrying_place(outline, grasp, side, lean) for side in SIDES}
    biped.arms.bring(goals, SETTLING_TIME * pace(biped), motion, goes_along=True)


def _carrying_place(outline: Outline, grasp: Grasp, side: int, lean: float) -> Array:
    """(3,) goal of a carrying palm [m], in the frame that moves with the body; the trunk leans."""
    ahead, down = carried_at(outline, grasp, lean)
    return np.array([ahead, outward(side) * grasp.half_width, outline.hips_to_shoulders - down])


def hold_at(
    biped: Biped, motion: Rows[Motion], name: str, rest: Array, facing: float
) -> Hold:
    """The hold of a carried prop when its middle is at a place (3,), for a body that faces it."""
    prop, position, _ = biped.look_at(name)
    palms = palms_of(biped, motion)
    level, support = level_of(biped, motion), support_of(biped, rest, facing)
    height = float(palms[:, 2].mean() + rest[2] - position[2]) - level
    half = float(np.linalg.norm(palms[0] - palms[1])) / 2
    front = front_of(biped, name, float(biped.memory["heading"])) + SWAYS * biped.leg
    return Hold(height, half, front, support.front, support.top - level, prop.mass)


def lower(biped: Biped, motion: Rows[Motion], name: str, rest: Array, spot: Spot) -> None:
    """Squat at a spot and bring what is held down, its middle to a place (3,).

    The prop is over that place early, so that it does not meet the knees on its way down.
    """
    palms = palms_of(biped, motion)
    way = rest - biped.look_at(name)[1]
    away = distance_of(biped, motion, palms.mean(axis=0) + way)
    hold = hold_at(biped, motion, name, rest, spot.facing)
    _, posture = squat(Outline(biped.character), hold, spot.stance, away)
    goals = {side: palms[side] + way for side in SIDES}
    duration = pace(biped) * LOWERING_TIME
    biped.arms.bring(goals, duration, motion, posture=posture, over_it_by=OVER_ITS_PLACE)


def front_of(biped: Biped, name: str, facing: float) -> float:
    """Extent of a prop from its origin towards a body that faces in a direction [rad], [m]."""
    prop, _, orientation = biped.look_at(name)
    turned = corners_of(prop) @ matrix_of(orientation).T
    return float(np.max(-turned @ about_z(facing)[:, 0]))


def part_hands(biped: Biped, motion: Rows[Motion]) -> None:
    """Move the palms apart, off the prop that they have let go."""
    palms, arm = palms_of(biped, motion), Outline(biped.character).arm
    apart = palms[LEFT] - palms[RIGHT]
    apart /= np.linalg.norm(apart)
    goals = {side: palms[side] + outward(side) * BESIDE * arm * apart for side in SIDES}
    biped.arms.bring(goals, CLOSING_TIME * pace(biped), motion)


def raise_body(biped: Biped) -> None:
    """Stand up and let the arms follow the style again."""
    biped.arms.rest(LIFTING_TIME * pace(biped))
