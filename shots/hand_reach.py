"""Where the hands must be for a task, and how a body bends for it (Section 5.4): used by skills,
and by checks before anything is simulated.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from ..base.rotations import matrices_from_quaternions
from ..bodies.character import Character
from ..bodies.reach_posture import Outline, ReachPosture
from .grasp import Grasp, corners_of
from .prop import Prop

Array = NDArray[np.float64]
ARMS = {"L": (".L",), "R": (".R",), "both": (".L", ".R")}  # sides that a hand's name stands for
ACROSS = 0.5  # of the way from the middle to a shoulder: where a one-handed target is
DISTANCES = np.linspace(0.15, 1.3, 47)  # of the arm: the distances that are tried
USUAL_DISTANCE = 0.75  # of the arm
ROOM_FOR_BODY = 0.05  # of the leg: between the body and what it carries
CARRIED_AT = 0.95  # of the upper arm: height of carried things below the shoulders
BELLY_AT = 0.5  # of the way from the shoulders to the hips: height of the belly
CARRIED_WITHIN = 0.88  # of the arm: largest distance of carried things
PEAK = 1.05  # of a weight at rest: load on the arms that hold it


def place_reached(prop: Prop, position: Array, orientation: Array) -> Array:
    """The point (3,) of a prop that is reached for [m]: the middle of its handles, or its own.

    Args:
        position, orientation: the present pose of the prop.
    """
    if not prop.handles:
        return position
    turn = matrices_from_quaternions(orientation)
    handles = [position + turn @ np.array(handle) for handle in prop.handles.values()]
    middle: Array = np.array(handles).mean(axis=0)
    return middle


def place_on(prop: Prop, position: Array, orientation: Array) -> Array:
    """The middle (3,) of a prop's top, on which things can be put [m]; arguments as above."""
    top = float(corners_at(prop, position, orientation)[:, 2].max())
    return np.array([*position[:2], top])


def corners_at(prop: Prop, position: Array, orientation: Array) -> Array:
    """Corners (n, 3) of a prop, or of a box around it, in the world [m]; arguments as above."""
    corners: Array = corners_of(prop) @ matrices_from_quaternions(orientation).T + position
    return corners


def posture_to_touch(outline: Outline, height: float, distances: Array) -> ReachPosture:
    """The posture for a target at a height above the ground, at one of the distances [m]."""
    height += fingers_below(outline, height)
    inwards = (1.0 - ACROSS) * outline.shoulder_width / 2
    return outline.reach_posture(height, inwards, distances, USUAL_DISTANCE * outline.arm)


def fingers_below(outline: Outline, height: float) -> float:
    """How far below the palm the fingers touch [m]: near the ground the fingertips come first."""
    return min(max(outline.fingers - height, 0.0), outline.fingers)


def distance_to_hands(outline: Outline, grasp: Grasp) -> float:
    """Distance [m] from the center of mass to the hands in a grasp, with the body clear of it."""
    return grasp.front + outline.half_depth + ROOM_FOR_BODY * outline.leg


def carried_at(outline: Outline, grasp: Grasp, lean: float = 0.0) -> tuple[float, float]:
    """Place of carrying palms: how far ahead of the shoulders, and below them [m].

    Args:
        lean: backward lean of the trunk, which puts the belly ahead of the shoulders [rad].
    """
    belly = BELLY_AT * outline.hips_to_shoulders * math.sin(lean)
    ahead = distance_to_hands(outline, grasp) + belly
    aside = grasp.half_width - outline.shoulder_width / 2
    within = CARRIED_WITHIN * outline.arm
    down = CARRIED_AT * outline.upper_arm
    return ahead, min(down, math.sqrt(max(within**2 - ahead**2 - aside**2, 0.0)))


def heaviest_load(character: Character, grasp: Grasp, gravity: float) -> float:
    """The mass that both arms can hold where they carry [kg], from the joints' torque limits.

    The trunk is upright, and the elbows hang beside it.

    Args:
        gravity: [m/s2].
    """
    outline = Outline(character)
    ahead, down = carried_at(outline, grasp)
    elbow = _elbow_ahead(outline, ahead, down)
    borne = []
    for side in (".L", ".R"):
        upper, lower, hand = (
            character.segment(part + side) for part in ("upper_arm", "lower_arm", "hand")
        )
        own = gravity * (lower.mass + hand.mass)
        at_elbow = lower.joint.torque_limit - own * (ahead - elbow) / 2
        at_shoulder = upper.joint.torque_limit - own * (ahead + elbow) / 2
        at_shoulder -= gravity * upper.mass * elbow / 2
        borne.append(min(at_elbow / (ahead - elbow), at_shoulder / ahead))
    return len(borne) * max(min(borne), 0.0) / (PEAK * gravity)


def _elbow_ahead(outline: Outline, ahead: float, down: float) -> float:
    """How far ahead of the shoulder the elbow hangs, for a palm at a place [m]."""
    upper, lower = outline.upper_arm, outline.arm - outline.upper_arm
    away = min(math.hypot(ahead, down), outline.arm)
    cosine = (upper**2 + away**2 - lower**2) / (2.0 * upper * away)
    bend = math.acos(min(max(cosine, -1.0), 1.0))
    return upper * math.cos(math.atan2(down, ahead) + bend)
