"""Standing and stepping on the hands: the walker's controller with an anatomy of hands as feet.

Wu and Zordan 2010, Section 6, let the same controller step in a handstand. Only the posture
differs: trunk and legs point up, the head faces the ground between the hands, the arms bear the
body.
"""

from __future__ import annotations

import math

import numpy as np

from ...simulation.body import Body, Motion
from ...simulation.compiled import compiled
from ...simulation.dynamics import first_dof, make_dynamics
from ...simulation.rotation import Array, about_x, about_y, about_z, product
from ..gait.footing import outward
from ..gait.gait import advance
from ..gait.records import GaitCommand, GaitMemory
from ..program.anatomy import Anatomy
from ..program.limits import actuate
from ..program.objectives import Tick, add_dof_task, add_rotation_task, no_objective
from ..program.record import Rows
from .posture import (
    STRAIGHT,
    Gains,
    critically_damped,
    follow_ball,
    follow_hinge,
    keep_bent,
    roll_state,
    turn_towards,
)
from .walker import step_and_balance

ELBOW_BEND = 0.4  # [rad]
GAZE = 0.4  # of the neck, to see the ground [rad]
LEG_SPREAD, KNEE_BEND, POINTED_FOOT = 0.12, 0.1, 0.6  # [rad]
# Stiffness [g / leg] and weight of each; damping is critical.
BODY_STIFFNESS, TORSO_WEIGHT, TRUNK_WEIGHT, LEG_WEIGHT = 4.75, 3.0, 1.0, 0.2
ELBOW_STIFFNESS, ARM_DAMPING, ARM_WEIGHT = 1.5, 2.1, 0.005
ELBOW_BEND_STIFFNESS = 19.0  # of an elbow that gets straight


@compiled
def handstand_actuators(
    bodies: Rows[Body], anatomies: Rows[Anatomy], motions: Rows[Motion],
    commands: Rows[GaitCommand], memories: Rows[GaitMemory],
) -> Array:  # fmt: skip
    """The flat actuator vector of a performer in a handstand, within the joints' limits."""
    body, anatomy, motion = bodies[0], anatomies[0], motions[0]
    command, memory = commands[0], memories[0]
    advance(body, motion, anatomy, command, memory)
    tick = Tick(no_objective(body), body, anatomy, motion, make_dynamics(body, motion))
    _hold_upside_down(tick, command, memory)
    torques = step_and_balance(tick, command, memory, np.zeros(2))
    return actuate(body, motion, command["dt"], torques)


@compiled
def _hold_upside_down(tick: Tick[Anatomy], command: GaitCommand, memory: GaitMemory) -> None:
    anatomy, motion = tick.anatomy, tick.motion
    unit = command["gravity"] / anatomy["leg"]
    inverted = product(about_z(memory["heading"]), about_y(math.pi))
    parts = (0, anatomy["lower_back"], anatomy["torso"], anatomy["head"])
    for i in range(len(parts)):
        frame = product(inverted, about_y(-GAZE)) if parts[i] == anatomy["head"] else inverted
        turn = turn_towards(motion, parts[i], frame, BODY_STIFFNESS * unit)
        weight = TORSO_WEIGHT if parts[i] == anatomy["torso"] else TRUNK_WEIGHT
        add_rotation_task(tick, parts[i], turn, weight)
    for side in range(2):
        _hold_leg(tick, inverted, side, unit)
        _ease_arm(tick, side, unit)


@compiled
def _hold_leg(tick: Tick[Anatomy], inverted: Array, side: int, unit: float) -> None:
    """Ask a leg, which is an arm in this anatomy, to point up."""
    body, anatomy, motion = tick.body, tick.anatomy, tick.motion
    thigh, shin, foot = (
        anatomy["upper_arm"][side],
        anatomy["lower_arm"][side],
        anatomy["hand"][side],
    )
    gains = critically_damped(BODY_STIFFNESS * unit, LEG_WEIGHT)
    up = product(inverted, about_x(outward(side) * LEG_SPREAD))
    add_rotation_task(tick, thigh, turn_towards(motion, thigh, up, gains.stiffness), LEG_WEIGHT)
    follow_hinge(tick, shin, KNEE_BEND, 0.0, gains)
    follow_hinge(tick, foot, POINTED_FOOT, 0.0, gains)
    for toes in range(foot + 1, body.rows[0]):
        if body.parent[toes] == foot:
            follow_hinge(tick, toes, 0.0, 0.0, gains)
    _, rolling = roll_state(body, motion, foot)
    add_dof_task(tick, first_dof(body, foot) + 1, -gains.damping * rolling, LEG_WEIGHT)


@compiled
def _ease_arm(tick: Tick[Anatomy], side: int, unit: float) -> None:
    """Low-weight tasks for an arm's remaining degrees of freedom: a bent elbow, damped joints."""
    anatomy = tick.anatomy
    upper, lower, hand = (
        anatomy["upper_leg"][side],
        anatomy["lower_leg"][side],
        anatomy["foot"][side],
    )
    calm = Gains(0.0, ARM_DAMPING * math.sqrt(unit), ARM_WEIGHT)
    elbow = critically_damped(ELBOW_STIFFNESS * unit, ARM_WEIGHT)
    follow_ball(tick, upper, tick.motion.rotation[upper], np.zeros(3), calm)
    follow_hinge(tick, lower, -ELBOW_BEND, 0.0, elbow)
    follow_hinge(tick, hand, 0.0, 0.0, calm)
    keep_bent(tick, lower, -STRAIGHT, ELBOW_BEND_STIFFNESS * unit)
