"""The walker's command, and the walker's state that is kept between time steps (its memory)."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from .footsteps import FOOTSTEP_COLUMNS, MOST_FOOTSTEPS
from .style import STYLE_FIELDS

LINEAR_DAMPING, ANGULAR_DAMPING = 3.2, 0.0  # [1/s]: an adult steps by its capture point
MOST_EDGES = 32  # two soles, four corners, four edges each

# How strongly each part of the walker acts, from 0 to 1. Benchmarks switch parts off.
PARTS = [
    ("gravity_share", "f8"),  # of gravity's moments that joints outside the stance legs compensate
    ("foresight", "f8"),  # of the planned foothold and timing, against the usual step's
    ("velocity_tuning", "f8"),  # of the feedback of the center of pressure
    ("keeping_speed", "f8"),  # of the distance by which steps fall short to keep the speed
]

COMMAND = np.dtype(
    [
        ("walking", "i8"),  # whether to walk or to stand
        ("speed", "f8"),  # [m/s] along the heading
        ("lateral_speed", "f8"),  # [m/s] to the left
        ("heading", "f8"),  # [rad]
        ("turn_rate", "f8"),  # [rad/s]; NaN turns to the heading
        ("step_period", "f8"),  # [s]; NaN: the period that suits speed and size
        ("period_factor", "f8"),  # of the style
        ("step_height", "f8"),  # [m]
        ("step_width", "f8"),  # [m]
        ("knee_twist", "f8"),  # [rad]
        ("torso_lean", "f8"),  # [rad]
        ("bend", "f8"),  # of the torso forwards [rad], shared by the hips and the spine
        ("hip_bend", "f8"),  # of the pelvis forwards [rad]
        ("crouch", "f8"),  # by which the hips are lowered [m]
        ("hand_weight", "f8", (2,)),  # of a palm's goal; with 0 the arm follows the style
        ("hand_extent", "f8", (2,)),  # of the goal's point from the palm to the fingertips [m]
        ("hand_goal", "f8", (2, 3)),  # target of the palm [m]
        ("hand_pace", "f8", (2, 3)),  # velocity of that target [m/s]
        ("hand_goes_along", "i8", (2,)),  # goal in the heading's frame, from under the shoulders
        ("hand_force", "f8", (2, 3)),  # of a held object on the hand [N]
        ("hand_load", "f8", (2, 3)),  # mean of that force, for balance [N]
        ("may_cross", "i8"),  # whether feet may cross: the legs pass through each other
        ("linear_damping", "f8"),  # of the pressure that decides when a stander steps [1/s]
        ("angular_damping", "f8"),  # the same of the angular momentum [1/s]
        ("footsteps", "f8", (MOST_FOOTSTEPS, len(FOOTSTEP_COLUMNS))),  # footprints, in order
        ("footstep_count", "i8"),
        ("idle", "f8"),  # 0 to 1: how much to shift weight and shuffle the feet
        ("gravity", "f8"),  # [m/s2]
        ("dt", "f8"),  # [s]
        ("liveliness", "f8"),  # least swing of the style's curves about their means, also in place
        ("sees_ground", "i8"),  # whether the following fields are set; else the ground is level
        ("floor", "f8", (2,)),  # height of the ground under each ankle [m]; 0 where it is level
        ("gradient", "f8", (2, 2)),  # of the ground towards x and y under each ankle
        ("landing", "f8"),  # height of the ground where the swing foot comes down [m]
        ("landing_gradient", "f8", (2,)),
        ("summit", "f8"),  # highest ground on the swing foot's path [m]
        ("onto_tread", "f8", (2,)),  # from the planned foothold to one where a sole lies whole [m]
        *PARTS,
        *STYLE_FIELDS,
    ]
)

MEMORY = np.dtype(
    [
        ("mode", "i8"),  # STANDING, STARTING or WALKING
        ("stance", "i8"),  # LEFT or RIGHT
        ("phase", "f8"),  # of the step: 0 at its begin, 1 when the swing foot should be down
        ("period", "f8"),  # of a whole step at its planned pace [s]
        ("elapsed", "f8"),  # since the step began [s]
        ("remaining", "f8"),  # until the swing foot should be down [s]
        ("foothold", "f8", (3,)),  # where the swing ankle should come down [m]
        ("planned", "f8", (2,)),  # the foothold before it was moved onto a tread [m]
        ("heading", "f8"),  # present one, turning towards the command's [rad]
        ("turn_rate", "f8"),  # of that heading [rad/s]
        ("speed", "f8"),  # target of this step, moving towards the command's [m/s]
        ("lateral_speed", "f8"),  # the same to the left [m/s]
        ("correction", "f8", (2,)),  # accumulated speed error of past steps [m/s]
        ("begin", "f8", (2,)),  # center of mass at the step's begin [m]
        ("lift_off", "f8", (3,)),  # swing ankle at the step's begin [m]
        ("pressure", "f8", (2,)),  # target of the center of pressure [m]
        ("pace", "f8"),  # planned remaining time over that which the period leaves
        ("lift_floor", "f8"),  # height of the ground that the swing foot left [m]
        ("lift_heading", "f8"),  # of the swing foot at the step's begin [rad]
        ("swing_last", "f8", (3,)),  # last target of the swing ankle [m]
        ("fresh", "i8"),  # 1 until the swing leg has a last target
        ("hips", "f8"),  # present target height of the hips [m]; 0 before the start
        ("forces", "f8", (MOST_EDGES,)),  # last forces along the edges of the contacts [N]
        ("footstrikes", "i8"),
        ("directed", "i8"),  # whether the step is to a footprint
        ("detour", "f8", (2,)),  # of the swing foot around the other, halfway [m]
        ("next_footstep", "i8"),  # index of the present or next footprint
        ("least_steps", "i8"),  # to take before the walker may stand
        ("stood", "f8"),  # time spent standing [s]
        ("shuffles", "i8"),  # of the feet, since the start
        ("liveliness", "f8"),  # present least swing of the style's curves
        *STYLE_FIELDS,
    ]
)


def make_command() -> NDArray[np.void]:
    command = np.zeros(1, dtype=COMMAND)
    for name in ("turn_rate", "step_period"):
        command[name] = math.nan
    for name in ("period_factor", *(part for part, _ in PARTS)):
        command[name] = 1.0
    command["linear_damping"], command["angular_damping"] = LINEAR_DAMPING, ANGULAR_DAMPING
    return command


def make_memory(heading: float) -> NDArray[np.void]:
    memory = np.zeros(1, dtype=MEMORY)
    memory["heading"] = heading
    memory["fresh"] = 1
    memory["period"] = 1.0
    return memory
