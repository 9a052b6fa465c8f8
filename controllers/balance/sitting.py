"""Between sitting and standing: tasks for hips, trunk, arms and feet, and the seat's contacts.

Jones 2011, Chapter 4: a lean of the trunk brings the center of mass over the feet, then the legs
lift the body and the trunk straightens up. The thesis tracks poses and adds virtual forces on the
active center of mass; here both are tasks of the whole-body program that walking uses, and the seat
adds contacts to it.
"""

from __future__ import annotations

import math
from typing import Annotated, TypedDict

import numpy as np
from numpy.typing import NDArray

from ...simulation.body import Body, Motion
from ...simulation.compiled import compiled
from ...simulation.dynamics import make_dynamics, point_velocity
from ...simulation.rotation import Array, about_z, rotation_from_to
from ..gait.footing import leg_parts
from ..gait.records import GaitCommand, GaitMemory
from ..gait.sole import CORNERS
from ..gait.style import follow_style, trunk_frame
from ..gait.style_channels import BACK, NECK, PELVIS, WAIST
from ..program.anatomy import Anatomy
from ..program.contacts import EDGES, Contacts, contacts_between, make_contacts
from ..program.limits import actuate
from ..program.objectives import (
    Tick,
    add_momentum_task,
    add_point_axis_task,
    add_point_task,
    add_rotation_task,
    no_objective,
)
from ..program.record import PAIR, Integers, Reals, Rows, dtype_of
from ..program.whole_body import solve_qp
from .posture import (
    ARM_STIFFNESS,
    ARM_WEIGHT,
    LEG_DAMPING,
    LEG_WEIGHT,
    TOE_STIFFNESS,
    TOE_WEIGHT,
    ArmPose,
    Gains,
    critically_damped,
    follow_ball,
    follow_hinge,
    squared_frequency,
    style_of_arm,
    swing_arm,
)
from .stance import HARDEST_PUSH, offer_sole, plant_foot

LEANS = (0.5, 0.8, 1.0, 0.4)  # of the torso's lean: pelvis, lower back, torso, head
ARM_SWING, ARM_BEND = 0.15, 1.05  # [rad] of arms whose hands lie on the thighs
HIPS_STIFFNESS, TRUNK_STIFFNESS, FOOT_STIFFNESS = 14.0, 14.0, 40.0  # [g / leg]; damping critical
BALANCE_STIFFNESS = 5.0  # [g / leg]
TRUNK_WEIGHT, FOOT_WEIGHT, BALANCE_WEIGHT = 5.0, 300.0, 100.0
GAP = 0.02  # [m] over the seat at which the force limit of its contacts is halved
LEAST_SHARE = 0.01
CHEEKS = 2
CONTACTS = 2 * CORNERS + CHEEKS

PLACE, RATE, PULL = 0, 1, 2  # rows of a trajectory point: position, velocity, acceleration
WAY = (3, 3)


class SitTargets(TypedDict):
    """Targets of a performer on or over a seat."""

    hips: Annotated[Reals, WAY]  # [m], [m/s], [m/s2]
    hips_weight: Annotated[Reals, (3,)]  # of their three axes in the world
    balance: Annotated[Reals, WAY]  # of the center of mass, over the ground
    balance_weight: float
    lean: Annotated[Reals, (3,)]  # of the torso: angle, rate, acceleration [rad]
    ease: float  # of the arms: 1 as in sitting, 0 as the style has them
    lifted: Annotated[Integers, PAIR]  # whether a foot is moved to another place
    ankle: Annotated[Reals, (2, *WAY)]  # of a lifted foot
    seat_share: float  # of the seat's force limit
    seat_height: float  # [m]
    sitting_height: float  # from the seat to the hips [m]
    forces: Annotated[Reals, (EDGES * CONTACTS,)]  # last forces along the edges of the contacts [N]


SITTING = dtype_of(SitTargets)


def make_sitting() -> NDArray[np.void]:
    return np.zeros(1, dtype=SITTING)


@compiled
def sit_actuators(
    bodies: Rows[Body], anatomies: Rows[Anatomy], motions: Rows[Motion],
    commands: Rows[GaitCommand], memories: Rows[GaitMemory], sittings: Rows[SitTargets],
) -> Array:  # fmt: skip
    """The flat actuator vector of a performer that sits, sits down or rises, within joint limits.

    The walker's command and memory supply the present style.
    """
    body, anatomy, motion = bodies[0], anatomies[0], motions[0]
    command, memory, sitting = commands[0], memories[0], sittings[0]
    follow_style(command, memory)
    tick = Tick(no_objective(body), body, anatomy, motion, make_dynamics(body, motion))
    unit = squared_frequency(anatomy, command)
    _hold_trunk(tick, memory, sitting, unit)
    _carry_hips(tick, sitting, unit)
    _keep_balance(tick, sitting, unit)
    contacts = make_contacts(CONTACTS, sitting["forces"])
    contacts.force_limit[:] = LEAST_SHARE
    for side in range(2):
        _hold_arm(tick, memory, sitting, side, unit)
        _ease_leg(tick, side, unit)
        corners = contacts_between(contacts, CORNERS * side, CORNERS * (side + 1))
        if sitting["lifted"][side] == 1:
            corners.segments[:] = anatomy["foot"][side]
            _move_foot(tick, memory, sitting, side, unit)
        else:
            plant_foot(tick, command, memory, side)
            offer_sole(tick, command, side, corners)
    seat = contacts_between(contacts, 2 * CORNERS, CONTACTS)
    _offer_seat(tick, command, sitting, seat)
    torques = solve_qp(tick, contacts, command["gravity"], np.zeros((body.rows[0], 6)))
    return actuate(body, motion, command["dt"], torques)


@compiled
def _offer_seat(
    tick: Tick[Anatomy], command: GaitCommand, sitting: SitTargets, seat: Contacts
) -> None:
    """Fill in the lowest points of the buttocks and their force limits [N]."""
    anatomy, motion, points = tick.anatomy, tick.motion, seat.points
    hardest = HARDEST_PUSH * anatomy["total_mass"] * command["gravity"]
    for side in range(CHEEKS):
        points[side] = motion.origin[anatomy["upper_leg"][side]] - motion.com
        points[side, 2] -= sitting["sitting_height"]
        gap = points[side, 2] + motion.com[2] - sitting["seat_height"]
        near = min(max(1.5 - gap / GAP, LEAST_SHARE), 1.0)
        seat.force_limit[side] = hardest * max(sitting["seat_share"] * near, 1e-3 * LEAST_SHARE)


@compiled
def _carry_hips(tick: Tick[Anatomy], sitting: SitTargets, unit: float) -> None:
    """Add the task of the hips' trajectory: on the seat, which then holds them, or above it."""
    stiffness, way = HIPS_STIFFNESS * unit, sitting["hips"]
    hips = middle_of_hips(tick.anatomy, tick.motion)
    velocity = point_velocity(tick.dynamics.twists[0], hips - tick.motion.com)
    for axis in range(3):
        target = way[PULL, axis] + stiffness * (way[PLACE, axis] - hips[axis])
        target += 2.0 * math.sqrt(stiffness) * (way[RATE, axis] - velocity[axis])
        direction = np.zeros(3)
        direction[axis] = 1.0
        weight = sitting["hips_weight"][axis]
        add_point_axis_task(tick, 0, hips, direction, target, weight)


@compiled
def middle_of_hips(anatomy: Anatomy, motion: Motion) -> Array:
    """(3,) middle of the hip joints [m]; many rigs have their pelvis' origin elsewhere."""
    thighs = anatomy["upper_leg"]
    return 0.5 * (motion.origin[thighs[0]] + motion.origin[thighs[1]])


@compiled
def _keep_balance(tick: Tick[Anatomy], sitting: SitTargets, unit: float) -> None:
    """Add the task of the acceleration that the virtual force on the center of mass would give."""
    mass, motion = tick.anatomy["total_mass"], tick.motion
    stiffness, way = BALANCE_STIFFNESS * unit, sitting["balance"]
    if sitting["balance_weight"] == 0.0:
        return
    for axis in range(2):
        target = way[PULL, axis] + stiffness * (way[PLACE, axis] - motion.com[axis])
        target += 2.0 * math.sqrt(stiffness) * (way[RATE, axis] - motion.com_velocity[axis])
        weight = sitting["balance_weight"] / mass**2
        add_momentum_task(tick, 3 + axis, mass * target, weight)


@compiled
def _hold_trunk(tick: Tick[Anatomy], memory: GaitMemory, sitting: SitTargets, unit: float) -> None:
    anatomy, motion, stiffness = tick.anatomy, tick.motion, TRUNK_STIFFNESS * unit
    parts = (0, anatomy["lower_back"], anatomy["torso"], anatomy["head"])
    channels = (PELVIS, WAIST, BACK, NECK)
    lean, rate, pull = sitting["lean"]
    left = about_z(memory["heading"])[:, 1]
    for i in range(4):
        part = parts[i]
        wanted = trunk_frame(memory, channels[i], LEANS[i] * lean)
        error = rotation_from_to(motion.rotation[part], wanted)
        target = stiffness * error - 2.0 * math.sqrt(stiffness) * motion.angular_velocity[part]
        target += LEANS[i] * (pull + 2.0 * math.sqrt(stiffness) * rate) * left
        add_rotation_task(tick, part, target, TRUNK_WEIGHT)


@compiled
def _hold_arm(
    tick: Tick[Anatomy], memory: GaitMemory, sitting: SitTargets, side: int, unit: float
) -> None:
    """Add an arm's tasks: hands on the thighs, forward in a lean; the style's arm in standing."""
    ease, style, (lean, rate, _) = sitting["ease"], style_of_arm(memory, side), sitting["lean"]
    swing = style.swing + ease * (ARM_SWING + lean - style.swing)
    bend = style.bend + ease * (ARM_BEND - style.bend)
    pose = ArmPose(swing, style.spread, style.twist, bend, ease * rate, 0.0)
    swing_arm(tick, side, pose, critically_damped(ARM_STIFFNESS * unit, ARM_WEIGHT))


@compiled
def _ease_leg(tick: Tick[Anatomy], side: int, unit: float) -> None:
    """Low-weight tasks of a leg: damped joints, straight toes."""
    thigh, shin, foot, toes = leg_parts(tick.anatomy, side)
    calm = Gains(0.0, LEG_DAMPING * math.sqrt(unit), LEG_WEIGHT)
    follow_ball(tick, thigh, tick.motion.rotation[0], np.zeros(3), calm)
    follow_hinge(tick, shin, 0.0, 0.0, calm)
    follow_hinge(tick, foot, 0.0, 0.0, calm)
    follow_hinge(tick, toes, 0.0, 0.0, critically_damped(TOE_STIFFNESS * unit, TOE_WEIGHT))


@compiled
def _move_foot(
    tick: Tick[Anatomy], memory: GaitMemory, sitting: SitTargets, side: int, unit: float
) -> None:
    """Add the tasks of a foot in the air: level, along its trajectory."""
    foot, motion, way = tick.anatomy["foot"][side], tick.motion, sitting["ankle"][side]
    stiffness, ankle = FOOT_STIFFNESS * unit, motion.origin[foot]
    damping = 2.0 * math.sqrt(stiffness)
    velocity = point_velocity(tick.dynamics.twists[foot], ankle - motion.com)
    target = np.zeros(3)
    for axis in range(3):
        target[axis] = way[PULL, axis] + stiffness * (way[PLACE, axis] - ankle[axis])
        target[axis] += damping * (way[RATE, axis] - velocity[axis])
    add_point_task(tick, foot, ankle.copy(), target, FOOT_WEIGHT)
    level = rotation_from_to(motion.rotation[foot], about_z(memory["heading"]))
    turn = stiffness * level - damping * motion.angular_velocity[foot]
    add_rotation_task(tick, foot, turn, FOOT_WEIGHT)
