"""A gallop: forces planned over the stride to come, and the program that moves the body by them.

What the feet push is planned a stride ahead for one rigid body (`horizon.py`) and is given to the
whole-body program as it is: the program chooses how trunk and legs move under these forces (the
division of labour of Kim, Di Carlo, Katz, Bledt, Kim 2019, "Highly Dynamic Quadruped Locomotion via
Whole-Body Impulse Control and Model Predictive Control"). Free to choose forces, it pushed the body
off the ground to help swinging legs.
"""

from __future__ import annotations

import math

import numpy as np

from ...simulation.body import Body, Motion
from ...simulation.compiled import compiled
from ...simulation.dynamics import make_dynamics
from ...simulation.rotation import Array, about_y, cross, rotation_from_to
from ..program.contacts import contacts_between, make_contacts
from ..program.objectives import Tick, add_rotation_task, no_objective
from ..program.record import Rows
from ..program.whole_body import LIMIT_WEIGHT, solve_qp
from ..quadruped.felt_ground import bears, feel_ground
from ..quadruped.leg_frames import (
    SPINE_STIFFNESS,
    TAIL_STIFFNESS,
    TAIL_WEIGHT,
    bend_joint,
    squared_frequency,
)
from ..quadruped.leg_shapes import shape_leg
from ..quadruped.paw_steps import plant_paw
from ..quadruped.paws import paw
from ..quadruped.quadruped import actuators_of
from ..quadruped.records import QuadrupedAnatomy, QuadrupedCommand, QuadrupedMemory
from ..quadruped.strides import steer
from ..quadruped.tail import tail_shape
from .back import sheared
from .clock import lift_or_land
from .horizon import plan_forces
from .records import LEGS, GallopMemory
from .states_ahead import mean_rotation, watch_drift, watch_height, whole_inertia
from .swing import swing_gallop_paw

# Numbers without a source, tuned: bench gallop.
PLANS_EVERY = 0.008  # [s]
# Of the leg frames' rotation, of the spine's joints. In flight something must take up what the legs
# swing with: from a trunk held more firmly than the feet, feet hung in the air, and the tail flew.
TURN_WEIGHT, SPINE_WEIGHT = 15.0, 20.0
# By which the leg frames are drawn towards each other [g / leg]. A back that only follows the
# body's rotation hangs through by a radian within seconds; this one flexes by a sixth.
BACK_STIFFNESS = 25.0
MOST_ASIDE = 0.16  # of gravity: acceleration aside in a turn
SLOWEST = 0.36  # [sqrt(g leg)]: a slower body turns no faster
# Of the torques' limits, in units of those of a body that stands. A tail whose torque was cut after
# the program had counted on it spun the light pelvis of a cat by 30 degrees.
LIMIT_FIRMNESS = 300.0
FOLLOWS = 10.0  # rate at which the trunk takes on the body's mean rotation [sqrt(g / leg)]
NECK_STIFFNESS, NECK_WEIGHT = 8.0, 6.0  # [g / leg]
HEAD_LEVELS = 0.3  # of the trunk's pitch, that neck and head each do not share


@compiled
def gallop_actuators(
    bodies: Rows[Body], anatomies: Rows[QuadrupedAnatomy], motions: Rows[Motion],
    commands: Rows[QuadrupedCommand], memories: Rows[QuadrupedMemory], gallops: Rows[GallopMemory],
) -> Array:  # fmt: skip
    """The flat actuator vector of a gallop, within the joints' limits; advances it by one tick."""
    body, anatomy, motion = bodies[0], anatomies[0], motions[0]
    command, memory, gallop = commands[0], memories[0], gallops[0]
    steer(command, memory, _sharpest_turn(anatomy, command, memory))
    memory["phase"] += command["dt"] / command["period"]
    for leg in range(LEGS):
        lift_or_land(motion, anatomy, command, memory, leg)
    feel_ground(motion, anatomy, command, memory)
    watch_height(motion, anatomy, command, gallop)
    watch_drift(motion, anatomy, command, memory, gallop)
    gallop["age"] += command["dt"]
    if gallop["age"] >= PLANS_EVERY:
        plan_forces(body, motion, anatomy, command, memory, gallop)
        gallop["age"] = 0.0
    tick = Tick(no_objective(body), body, anatomy, motion, make_dynamics(body, motion))
    rows = _move_by_plan(tick, command, memory, gallop)
    return actuators_of(body, anatomy, motion, command, memory, rows)


@compiled
def _sharpest_turn(
    anatomy: QuadrupedAnatomy, command: QuadrupedCommand, memory: QuadrupedMemory
) -> float:
    """Rate of a turn [rad/s] that the feet can hold at the present speed."""
    slowest = SLOWEST * math.sqrt(command["gravity"] * anatomy["leg"])
    return MOST_ASIDE * command["gravity"] / max(abs(memory["speed"]), slowest)


@compiled
def _move_by_plan(
    tick: Tick[QuadrupedAnatomy], command: QuadrupedCommand, memory: QuadrupedMemory,
    gallop: GallopMemory,
) -> Array:  # fmt: skip
    """(n, 3) torque rows [N m] for the tasks of trunk and feet under the planned forces."""
    anatomy, motion = tick.anatomy, tick.motion
    outside, moment = np.zeros((tick.body.rows[0], 6)), np.zeros(3)
    for leg in range(LEGS):
        shape_leg(tick, command, memory, leg)
        if memory["swings"][leg] == 1:
            swing_gallop_paw(tick, command, memory, gallop, leg)
            continue
        plant_paw(tick, command, memory, leg)
        if bears(memory, leg):
            place = paw(motion, anatomy, leg) - motion.com
            place[2] -= anatomy["radius"][leg]
            foot, turning = anatomy["foot"][leg], cross(place, gallop["planned"][leg])
            outside[foot, :3], outside[foot, 3:] = turning, gallop["planned"][leg]
            moment += turning
    _hold_gallop_trunk(tick, command, memory, moment)
    contacts = make_contacts(0, np.zeros(0))
    torques: Array = solve_qp(
        tick, contacts_between(contacts, 0, 0), command["gravity"], outside,
        0.0, LIMIT_FIRMNESS * LIMIT_WEIGHT * anatomy["strains"],
    )  # fmt: skip
    return torques


@compiled
def _hold_gallop_trunk(
    tick: Tick[QuadrupedAnatomy], command: QuadrupedCommand, memory: QuadrupedMemory, moment: Array
) -> None:
    """Add the tasks of a trunk that turns as the planned body, of spine, neck, head and tail.

    Args:
        moment: (3,) of the feet's forces about the center of mass [N m].
    """
    anatomy, motion, body = tick.anatomy, tick.motion, tick.body
    unit = squared_frequency(anatomy, command)
    change, spin = np.linalg.solve(whole_inertia(body, motion), moment), mean_rotation(body, motion)
    shear = sheared(motion, anatomy)
    for frame in range(2):
        segment = anatomy["frame"][frame]
        other = motion.rotation[anatomy["frame"][1 - frame]]
        bent = rotation_from_to(motion.rotation[segment], other)
        target = change + BACK_STIFFNESS * unit * (0.5 * bent + shear)
        target += FOLLOWS * math.sqrt(unit) * (spin - motion.angular_velocity[segment])
        add_rotation_task(tick, segment, target, TURN_WEIGHT)
    for i in range(len(anatomy["spine"])):
        bend_joint(tick, anatomy["spine"][i], np.eye(3), SPINE_STIFFNESS * unit, SPINE_WEIGHT)
    axis = motion.rotation[anatomy["frame"][0]][:, 0]
    level = about_y(HEAD_LEVELS * math.asin(min(max(axis[2], -1.0), 1.0)))
    for part in (anatomy["neck"], anatomy["head"]):
        bend_joint(tick, part, level, NECK_STIFFNESS * unit, NECK_WEIGHT)
    for i in range(anatomy["tail_count"]):
        shape = tail_shape(command)
        bend_joint(tick, anatomy["tail"][i], shape, TAIL_STIFFNESS * unit, TAIL_WEIGHT)
