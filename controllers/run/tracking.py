"""Tracking of planned poses, Kwon and Hodgins 2010, Section 5.3.

The paper's feed-forward torques give the joints the planned accelerations plus a e + b de/dt of the
error e while the root moves freely (equation 11); a low-gain servo adds to them (12). Here the
whole-body program that moves walkers finds these torques, with feet on the ground kept still. It
can also hold the root to its plan, which the paper's torques do not.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...bodies.strength import ADULT_LEG, ADULT_MASS, EARTH_GRAVITY
from ...simulation.body import Body, Motion
from ...simulation.compiled import compiled
from ...simulation.dynamics import ROOT_SIZE, first_dof, make_dynamics, point_velocity
from ...simulation.rotation import Array, product, rotation_from_to
from ..balance.posture import turn_towards
from ..balance.stance import SLIP_DAMPING, SOLE_WEIGHT
from ..gait.footing import load_on
from ..gait.sole import CORNERS, set_corners
from ..program.anatomy import Anatomy
from ..program.contacts import EDGES, contacts_between, make_contacts
from ..program.limits import actuate
from ..program.objectives import (
    Tick,
    add_dof_task,
    add_momentum_task,
    add_point_task,
    add_rotation_task,
    no_objective,
)
from ..program.record import Rows
from ..program.whole_body import solve_qp

# Numbers without a source: tuned by hand, judged by bench running_tracking.
ERROR_GAIN, RATE_GAIN = 200.0, 30.0  # a [1/s2], b [1/s] of equation 11
SERVO, SERVO_DAMPING = 100.0, 10.0  # k_p [N m/rad], k_d [N m s/rad] of equation 12, of an adult
ADULT = ADULT_MASS * EARTH_GRAVITY * ADULT_LEG  # weight times leg length [N m]
MOST_DAMPED = 0.2  # largest share of a rate that the servo damps in a time step
BEARS = 0.03  # of body weight
HARDEST = 4.0  # of body weight: force limit of a sole's corner
ROOT_TURN, ROOT_MOVE = 100.0, 100.0  # weights of the root's plan
MOVE_GAIN, MOVE_DAMPING = 60.0, 15.0  # of the center of mass towards its plan [1/s2], [1/s]


class TrackedPose(NamedTuple):
    """A pose to track, and how it moves.

    Attributes:
        turns: (n, 3, 3) rotation of each segment in its parent, the root's in the world.
        rates, changes: rates [rad/s] and accelerations [rad/s2] of the degrees of freedom.
        way: (2, 3) center of mass [m] and its velocity [m/s].
    """

    turns: Array
    rates: Array
    changes: Array
    way: Array


@compiled
def track_actuators(
    bodies: Rows[Body], anatomies: Rows[Anatomy], motions: Rows[Motion], planned: TrackedPose,
    holds_root: bool, gravity: float, dt: float,
) -> Array:  # fmt: skip
    """The flat actuator vector that tracks a planned pose.

    Args:
        holds_root: whether the root is held to its plan too.
        gravity: [m/s2]; dt: time step [s].
    """
    body, anatomy, motion = bodies[0], anatomies[0], motions[0]
    tick = Tick(no_objective(body), body, anatomy, motion, make_dynamics(body, motion))
    adult = anatomy["total_mass"] * gravity * anatomy["leg"] / ADULT
    servo = _follow_joints(tick, planned, adult, dt)
    if holds_root:
        upright = turn_towards(motion, 0, planned.turns[0], ERROR_GAIN)
        add_rotation_task(tick, 0, upright, ROOT_TURN)
        mass, way = anatomy["total_mass"], planned.way
        for axis in range(3):
            push = MOVE_GAIN * (way[0, axis] - motion.com[axis])
            push += MOVE_DAMPING * (way[1, axis] - motion.com_velocity[axis])
            add_momentum_task(tick, 3 + axis, mass * push, ROOT_MOVE / mass**2)
    torques = _bear(tick, gravity)
    torques += servo
    return actuate(body, motion, dt, torques)


@compiled
def _follow_joints(tick: Tick[Anatomy], planned: TrackedPose, adult: float, dt: float) -> Array:
    """Add the tasks of all joints by equation 11; return the servo's torques (n, 3) [N m].

    A light segment's servo damps no more than is stable in a time step, which is three times the
    paper's.

    Args:
        adult: the body's weight times its leg's length, as a share of an adult's.
    """
    body, motion, dynamics = tick.body, tick.motion, tick.dynamics
    servo = np.zeros((body.rows[0], 3))
    for i in range(1, body.rows[0]):
        parent, first = body.parent[i], first_dof(body, i)
        last = len(dynamics.motion_subspace) if i + 1 == body.rows[0] else first_dof(body, i + 1)
        desired = product(motion.rotation[parent], planned.turns[i])
        error = rotation_from_to(motion.rotation[i], desired)
        borne = MOST_DAMPED * body.subtree_inertia[i].min() / (SERVO_DAMPING * dt)
        strength = min(adult, borne)
        for j in range(first, last):
            axis = dynamics.motion_subspace[j, :3]
            off = (axis * error).sum()
            slip = planned.rates[j - ROOT_SIZE]
            slip -= (axis * (motion.angular_velocity[i] - motion.angular_velocity[parent])).sum()
            target = ERROR_GAIN * off + RATE_GAIN * slip + planned.changes[j - ROOT_SIZE]
            add_dof_task(tick, j, target, 1.0)
            servo[i] += strength * (SERVO * off + SERVO_DAMPING * slip) * axis
    return servo


@compiled
def _bear(tick: Tick[Anatomy], gravity: float) -> Array:
    """(n, 3) torque rows [N m] for the objective, with loaded feet kept still."""
    anatomy, motion = tick.anatomy, tick.motion
    contacts = make_contacts(2 * CORNERS, np.zeros(2 * CORNERS * EDGES))
    weight, count = anatomy["total_mass"] * gravity, 0
    contacts.force_limit[:] = HARDEST * weight
    for side in range(2):
        if load_on(anatomy, motion, side) < BEARS * weight:
            continue
        foot = anatomy["foot"][side]
        set_corners(anatomy, motion, side, contacts.points[count : count + CORNERS])
        contacts.segments[count : count + CORNERS] = foot
        count += CORNERS
        ball = motion.origin[anatomy["toes"][side]]
        slip = point_velocity(tick.dynamics.twists[foot], ball - motion.com)
        add_point_task(tick, foot, ball, -SLIP_DAMPING * slip, SOLE_WEIGHT)
    bearing, nothing = contacts_between(contacts, 0, count), np.zeros((tick.body.rows[0], 6))
    torques: Array = solve_qp(tick, bearing, gravity, nothing)
    return torques
