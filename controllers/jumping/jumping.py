"""A body that crouches, takes off, flies and lands, or climbs: one whole-body program with other
targets.

The center of mass follows a planned way, along which it is accelerated to the velocity of a
ballistic flight and brought to rest again; the program finds the torques and the forces under the
soles that do so (as in Wu, Zordan 2010, Section 3). In flight nothing bears, and the feet are
placed against the center of mass. A body that climbs has one foot in the air at a time.
"""

from __future__ import annotations

import math

import numpy as np

from ...simulation.body import Body, Motion
from ...simulation.compiled import compiled
from ...simulation.dynamics import angular_momentum, make_dynamics, point_velocity
from ...simulation.rotation import Array, about_y, about_z, product
from ..balance.posture import (
    ArmPose,
    LegPose,
    critically_damped,
    ease_leg,
    follow_hinge,
    swing_arm,
    turn_towards,
)
from ..gait.footing import leg_parts
from ..gait.sole import CORNERS, INSET, set_corners
from ..program.anatomy import Anatomy
from ..program.contacts import Contacts, contacts_between, make_contacts
from ..program.limits import actuate
from ..program.objectives import (
    Tick,
    add_momentum_task,
    add_point_task,
    add_rotation_task,
    no_objective,
)
from ..program.range_of_motion import stay_in_range
from ..program.record import Rows
from ..program.whole_body import LIMIT_WEIGHT, solve_qp
from .records import SOLES, JumpCommand

# Stiffness [g / leg] and weight of each; damping is critical.
TRUNK_STIFFNESS, PELVIS_WEIGHT, TRUNK_WEIGHT = 19.0, 3.0, 1.0
MASS_STIFFNESS = 19.0
FOOT_STIFFNESS, FOOT_WEIGHT = 95.0, 5.0
SOLE_WEIGHT, SLIP_DAMPING = 300.0, 20.0  # [1/s]
ARM_STIFFNESS, ARM_WEIGHT = 38.0, 0.2
# Of the angular momentum: rate at which it follows [1/s], weight over the inertia.
SPIN_DAMPING, SPIN_WEIGHT = 15.0, 6.0
# Of a torque beyond its limit [1/(weight x leg)^2]: in flight the trunk, which balances the arms,
# would be thrown around by a torque that they do not have.
LIMIT_WEIGHT_IN_AIR = 1.2e7
HARDEST_PUSH = 3.0  # of body weight: force along an edge of a contact
TOUCHES = 0.02  # [m] off the ground at which a contact's force limit is halved
LEAST_SHARE = 0.01  # of that limit
KNEE, TOE_STIFFNESS = 0.3, 38.0  # [rad], [g / leg]
RAISED = 0.1  # [rad] of pitch from which on the toes bear


@compiled
def jump_actuators(
    bodies: Rows[Body], anatomies: Rows[Anatomy], motions: Rows[Motion], commands: Rows[JumpCommand]
) -> Array:
    """The flat actuator vector for the next time step."""
    body, anatomy, motion, jump = bodies[0], anatomies[0], motions[0], commands[0]
    tick = Tick(no_objective(body), body, anatomy, motion, make_dynamics(body, motion))
    unit = jump["gravity"] / anatomy["leg"]
    _hold_trunk(tick, jump, unit)
    for side in range(2):
        pose = ArmPose(jump["swing"], 0.15, 0.0, jump["elbow"], jump["swing_rate"], 0.0)
        swing_arm(tick, side, pose, critically_damped(ARM_STIFFNESS * unit, ARM_WEIGHT))
        ease_leg(tick, side, LegPose(KNEE, 0.0, jump["straight"], TOE_STIFFNESS), unit)
    stay_in_range(tick)
    contacts, count = make_contacts(SOLES, jump["forces"]), 0
    flies = not (jump["bears"][0] or jump["bears"][1])
    for side in range(2):
        if jump["bears"][side]:
            _plant(tick, jump, side, unit)
            corners = contacts_between(contacts, count, count + CORNERS)
            _offer(tick, jump, side, corners)
            count += CORNERS
        else:
            _carry(tick, jump, side, unit, jump["gravity"] if flies else 0.0)
    if not flies:
        _lead_mass(tick, jump, unit)
    bearing = contacts_between(contacts, 0, count)
    most = LIMIT_WEIGHT_IN_AIR / (anatomy["total_mass"] * jump["gravity"] * anatomy["leg"]) ** 2
    torques = solve_qp(
        tick, bearing, jump["gravity"], np.zeros((body.rows[0], 6)),
        limit_weight=most if flies else LIMIT_WEIGHT,
    )  # fmt: skip
    return actuate(body, motion, jump["dt"], torques)


@compiled
def _hold_trunk(tick: Tick[Anatomy], jump: JumpCommand, unit: float) -> None:
    anatomy, motion, facing = tick.anatomy, tick.motion, about_z(jump["facing"])
    stiffness = TRUNK_STIFFNESS * unit
    turning = 2.0 * math.sqrt(stiffness) * jump["turning"]
    parts = (0, anatomy["lower_back"], anatomy["torso"], anatomy["head"])
    for i in range(4):
        share = 0.0 if i == 3 else 1.0
        target = turn_towards(
            motion, parts[i], product(facing, about_y(share * jump["lean"])), stiffness
        )
        target[2] += turning
        add_rotation_task(tick, parts[i], target, PELVIS_WEIGHT if i == 0 else TRUNK_WEIGHT)


@compiled
def _lead_mass(tick: Tick[Anatomy], jump: JumpCommand, unit: float) -> None:
    motion, mass = tick.motion, tick.body.mass.sum()
    stiffness = MASS_STIFFNESS * unit
    damping = 2.0 * math.sqrt(stiffness)
    weight = jump["mass_weight"]
    for k in range(3):
        error = jump["com"][k] - motion.com[k]
        slip = jump["com_velocity"][k] - motion.com_velocity[k]
        target = jump["com_acceleration"][k] + stiffness * error + damping * slip
        add_momentum_task(tick, 3 + k, mass * target, weight / mass**2)
    inertia = mass * (0.3 * tick.anatomy["leg"]) ** 2
    spin = angular_momentum(tick.body, motion)
    for k in range(3):
        target = SPIN_DAMPING * (jump["spin"][k] - spin[k])
        add_momentum_task(tick, k, target, jump["holds_spin"] * SPIN_WEIGHT / inertia**2)


@compiled
def _plant(tick: Tick[Anatomy], jump: JumpCommand, side: int, unit: float) -> None:
    """Keep a foot's ball in place, and its sole level or at the pitch of a push-off."""
    anatomy, motion = tick.anatomy, tick.motion
    foot = anatomy["foot"][side]
    stiffness = FOOT_STIFFNESS * unit
    frame = motion.rotation[foot]
    heading = math.atan2(frame[1, 0], frame[0, 0])
    flat = product(about_z(heading), about_y(jump["foot_pitch"][side]))
    target = turn_towards(motion, foot, flat, stiffness)
    add_rotation_task(tick, foot, target, jump["holds_pitch"] * SOLE_WEIGHT)
    ball = motion.origin[anatomy["toes"][side]].copy()
    slip = point_velocity(tick.dynamics.twists[foot], ball - motion.com)
    target = -SLIP_DAMPING * slip
    if jump["load"][side] < 1.0:  # else the other leg would lift it off again
        lift = ball[2] - anatomy["ball_height"][side] - jump["floor"][side]
        target[2] -= stiffness * max(lift, 0.0)
    add_point_task(tick, foot, ball, target, SOLE_WEIGHT)


@compiled
def _carry(
    tick: Tick[Anatomy], jump: JumpCommand, side: int, unit: float, falls: float
) -> None:
    """Bring a foot in the air to its place against the center of mass.

    The knee has a task of its own, since a straight leg cannot be shortened by moving its end.

    Args:
        falls: acceleration of the center of mass downwards that the foot shares [m/s2].
    """
    anatomy, motion = tick.anatomy, tick.motion
    thigh, shin, foot, _ = leg_parts(anatomy, side)
    reach = 0.0
    stiffness = FOOT_STIFFNESS * unit
    flat = product(about_z(jump["facing"]), about_y(jump["foot_pitch"][side]))
    add_rotation_task(tick, foot, turn_towards(motion, foot, flat, stiffness), FOOT_WEIGHT)
    ankle = motion.origin[foot].copy()
    velocity = point_velocity(tick.dynamics.twists[foot], ankle - motion.com)
    damping = 2.0 * math.sqrt(stiffness)
    target = np.zeros(3)
    for k in range(3):
        error = motion.com[k] + jump["feet"][side, k] - ankle[k]
        slip = motion.com_velocity[k] + jump["feet_velocity"][side, k] - velocity[k]
        target[k] = stiffness * error + damping * slip
        reach += (motion.com[k] + jump["feet"][side, k] - motion.origin[thigh, k]) ** 2
    bend = _knee_bend(anatomy, side, math.sqrt(reach))
    follow_hinge(tick, shin, bend, 0.0, critically_damped(stiffness, FOOT_WEIGHT))
    target[2] -= falls
    add_point_task(tick, foot, ankle, target, FOOT_WEIGHT)


@compiled
def _knee_bend(anatomy: Anatomy, side: int, reach: float) -> float:
    """The angle [rad] of a knee whose ankle is at a distance from the hip [m]."""
    upper, lower = anatomy["upper_leg_length"][side], anatomy["lower_leg_length"][side]
    cosine = (upper**2 + lower**2 - reach**2) / (2.0 * upper * lower)
    return math.pi - math.acos(min(max(cosine, -1.0), 1.0))


@compiled
def _offer(tick: Tick[Anatomy], jump: JumpCommand, side: int, corners: Contacts) -> None:
    """Fill in the corners of a sole, or those of the toes under a raised heel."""
    anatomy, motion = tick.anatomy, tick.motion
    foot, toes = anatomy["foot"][side], anatomy["toes"][side]
    corners.segments[:] = foot
    set_corners(anatomy, motion, side, corners.points)
    reach = jump["on_toes"][side]
    if reach > 0.0 or -motion.rotation[foot][2, 0] > RAISED:
        frame, joint = motion.rotation[toes], motion.origin[toes] - motion.com
        for corner in range(CORNERS // 2):
            beside = (anatomy["half_width"][side] - INSET) * (1.0 if corner == 0 else -1.0)
            corners.segments[corner] = toes
            corners.points[corner] = joint + max(reach, INSET) * frame[:, 0] + beside * frame[:, 1]
            corners.points[corner] -= anatomy["ball_height"][side] * frame[:, 2]
    hardest = jump["load"][side] * HARDEST_PUSH * anatomy["total_mass"] * jump["gravity"]
    for corner in range(CORNERS):
        height = corners.points[corner, 2] + motion.com[2] - jump["floor"][side]
        share = min(max(1.5 - height / TOUCHES, LEAST_SHARE), 1.0)
        if reach > 0.0 and corner >= CORNERS // 2:
            share = 0.1 * LEAST_SHARE  # a heel that bears does not rise
        corners.force_limit[corner] = hardest * share
