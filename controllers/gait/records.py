"""The walker's command, and the walker's state that is kept between time steps (its memory)."""

from __future__ import annotations

import math
from typing import Annotated, TypedDict

import numpy as np

from ..program.record import PAIR, Integers, Reals, Rows, dtype_of
from .style_channels import Style

LINEAR_DAMPING, ANGULAR_DAMPING = 3.2, 0.0  # [1/s]: an adult steps by its capture point
MOST_FOOTSTEPS = 128  # that the record holds
# The last three describe a step over an obstacle; NaN without an obstacle.
FOOTSTEP_COLUMNS = (
    "side", "east", "north", "heading", "duration", "height", "top", "risen_by", "sinks_from",
)  # fmt: skip
CHANCES = 2**31  # states of the walk's random numbers
MOST_EDGES = 32  # two soles, four corners, four edges each


class Shares(TypedDict):
    """How strongly each part of the walker acts, from 0 to 1. Benchmarks switch parts off."""

    gravity_share: float  # of gravity's moments that joints outside the stance legs compensate
    foresight: float  # of the planned foothold and timing, against the usual step's
    velocity_tuning: float  # of the feedback of the center of pressure
    keeping_speed: float  # of the distance by which steps fall short to keep the speed


class _Command(TypedDict):
    walking: int  # whether to walk or to stand
    speed: float  # [m/s] along the heading
    lateral_speed: float  # [m/s] to the left
    heading: float  # [rad]
    turn_rate: float  # [rad/s]; NaN turns to the heading
    step_period: float  # [s]; NaN: the period that suits speed and size
    period_factor: float  # of the style
    step_height: float  # [m]
    step_width: float  # [m]
    knee_twist: float  # [rad]
    torso_lean: float  # [rad]
    bend: float  # of the torso forwards [rad], shared by the hips and the spine
    hip_bend: float  # of the pelvis forwards [rad]
    crouch: float  # by which the hips are lowered [m]
    hand_weight: Annotated[Reals, PAIR]  # of a palm's goal; with 0 the arm follows the style
    hand_extent: Annotated[Reals, PAIR]  # of the goal's point from the palm to the fingertips [m]
    hand_goal: Annotated[Reals, (2, 3)]  # target of the palm [m]
    hand_pace: Annotated[Reals, (2, 3)]  # velocity of that target [m/s]
    hand_goes_along: Annotated[Integers, PAIR]  # goal in the heading's frame, under the shoulders
    hand_force: Annotated[Reals, (2, 3)]  # of a held object on the hand [N]
    hand_load: Annotated[Reals, (2, 3)]  # mean of that force, for balance [N]
    may_cross: int  # whether feet may cross: the legs pass through each other
    linear_damping: float  # of the pressure that decides when a stander steps [1/s]
    angular_damping: float  # the same of the angular momentum [1/s]
    footsteps: Annotated[Reals, (MOST_FOOTSTEPS, len(FOOTSTEP_COLUMNS))]  # footprints, in order
    footstep_count: int
    idle: float  # 0 to 1: how much to shift weight and shuffle the feet
    variation: float  # 0 to 1: how much steps differ from each other
    gravity: float  # [m/s2]
    dt: float  # [s]
    least_swing: float  # least swing of the style's curves about their means, also in place
    sees_ground: int  # whether the following fields are set; else the ground is level
    floor: Annotated[Reals, PAIR]  # height of the ground under each ankle [m]; 0 where it is level
    gradient: Annotated[Reals, (2, 2)]  # of the ground towards x and y under each ankle
    landing: float  # height of the ground where the swing foot comes down [m]
    landing_gradient: Annotated[Reals, PAIR]
    summit: float  # highest ground on the swing foot's path [m]
    summit_at: Annotated[Reals, PAIR]  # the middle of that ground [m]
    onto_tread: Annotated[Reals, PAIR]  # from the planned foothold to where a sole lies whole [m]
    off_feet: Annotated[Reals, PAIR]  # from there to where it keeps off others' feet [m]
    usual_onto_tread: Annotated[Reals, PAIR]  # the same from the foothold of a steady walk [m]
    edge_ahead: float  # height of the highest edge of the ground within the next steps [m]


class GaitCommand(_Command, Shares, Style):
    """What a walker is to do, where it is, and the style in which it walks."""


COMMAND = dtype_of(GaitCommand)


class _Memory(TypedDict):
    mode: int  # STANDING, STARTING or WALKING
    stance: int  # LEFT or RIGHT
    phase: float  # of the step: 0 at its begin, 1 when the swing foot should be down
    period: float  # of a whole step at its planned pace [s]
    elapsed: float  # since the step began [s]
    remaining: float  # until the swing foot should be down [s]
    foothold: Annotated[Reals, (3,)]  # where the swing ankle should come down [m]
    planned: Annotated[Reals, PAIR]  # the foothold before it was moved onto a tread [m]
    usual: Annotated[Reals, PAIR]  # the foothold of a steady walk [m]
    heading: float  # present one, turning towards the command's [rad]
    turn_rate: float  # of that heading [rad/s]
    speed: float  # target of this step, moving towards the command's [m/s]
    lateral_speed: float  # the same to the left [m/s]
    correction: Annotated[Reals, PAIR]  # accumulated speed error of past steps [m/s]
    begin: Annotated[Reals, PAIR]  # center of mass at the step's begin [m]
    lift_off: Annotated[Reals, (3,)]  # swing ankle as it left the ground [m]
    pressure: Annotated[Reals, PAIR]  # target of the center of pressure [m]
    pace: float  # planned remaining time over that which the period leaves
    lift_floor: float  # height of the ground that the swing foot left [m]
    lift_heading: float  # of the swing foot at the step's begin [rad]
    swing_last: Annotated[Reals, (3,)]  # last target of the swing ankle [m]
    fresh: int  # 1 until the swing leg has a last target
    hips: float  # present target height of the hips [m]; 0 before the start
    forces: Annotated[Reals, (MOST_EDGES,)]  # last forces along the edges of the contacts [N]
    footstrikes: int
    directed: int  # whether the step is to a footprint
    detour: Annotated[Reals, PAIR]  # of the swing foot around the other, halfway [m]
    next_footstep: int  # index of the present or next footprint
    least_steps: int  # to take before the walker may stand
    stood: float  # time spent standing [s]
    shuffles: int  # of the feet, since the start
    least_swing: float  # present least swing of the style's curves
    chance: int  # state of the walk's random numbers
    varied: Annotated[Reals, (3,)]  # of this step: shares of period and length, width [of the leg]
    sets_off: int  # whether this is the first step of a walk from standing
    rolling: float  # share to which the walk rolls: 0 on bent legs, 1 as people walk
    even: float  # share to which it may roll before stairs ahead
    upright: float  # share to which a stander straightens its legs
    airborne: int  # whether the swing foot has left the ground
    holds: float  # phase up to which the trailing foot may push off a stair
    toe_off: float  # phase at which it left
    lift_pitch: float  # of the swing foot against the ground then [rad]
    lift_velocity: Annotated[Reals, (3,)]  # of its ankle then [m/s]
    heel_gate: float  # share of the style's rise of the stance heel that balance allows
    lowers: float  # 1 while the step leads down a stair: the stance foot stays flat, to push on
    strayed: float  # of the leg: how far the pressure that balance seeks is beyond the sole


class GaitMemory(_Memory, Style):
    """State that a walker keeps between time steps, with its present style."""


MEMORY = dtype_of(GaitMemory)


def make_command(**shares: float) -> Rows[GaitCommand]:
    """(1,) record of a command to stand; `shares`: those of `Shares` that are not 1."""
    commands = np.zeros(1, dtype=COMMAND)
    for name, share in (dict.fromkeys(Shares.__annotations__, 1.0) | shares).items():
        commands[name] = share
    command: GaitCommand = commands[0]
    command["turn_rate"] = command["step_period"] = math.nan
    command["period_factor"] = 1.0
    command["linear_damping"], command["angular_damping"] = LINEAR_DAMPING, ANGULAR_DAMPING
    return commands


def make_memory(heading: float, seed: int = 0) -> Rows[GaitMemory]:
    """(1,) record of a body that faces `heading`, before its first step.

    Args:
        seed: of the differences between its steps, 0 or more.
    """
    memories = np.zeros(1, dtype=MEMORY)
    memory: GaitMemory = memories[0]
    memory["heading"] = heading
    memory["chance"] = seed % CHANCES
    memory["fresh"] = 1
    memory["period"] = 1.0
    memory["heel_gate"] = memory["upright"] = memory["even"] = 1.0
    return memories
