"""From one key pose to the next: a whole body with contacts at any part on the ground.

Joints, pelvis and center of mass follow smooth paths from the start to a key pose; points that bear
stay planted, others are carried. All of these are tasks of the whole-body program that walking uses
as well (`whole_body`), so that hands, knees and feet share the load as balance needs it.
"""

from __future__ import annotations

import math

import numpy as np

from ...simulation.body import HINGE, SPHERICAL, UNIVERSAL, Body, Motion
from ...simulation.compiled import compiled
from ...simulation.dynamics import first_dof, make_dynamics
from ...simulation.rotation import Array, matrix_of, product, rotation_from_to, times, wrapped
from ..balance.compliant_fall import MOST_POSITIONS, follow
from ..balance.posture import hinge_state, roll_state
from ..balance.smooth_way import clipped, smooth, smooth_growth, smooth_rate, turned
from ..program.anatomy import Anatomy
from ..program.contacts import EDGES, make_contacts
from ..program.limits import actuate
from ..program.objectives import (
    Tick,
    add_dof_task,
    add_momentum_task,
    add_rotation_task,
    no_objective,
)
from ..program.range_of_motion import stay_in_range
from ..program.record import Rows
from ..program.touching import solve_among
from .leaning import MOST_BEARING, Progress, carry, offer_touches, spare_limbs, stay_planted
from .records import KeyPose

# Numbers without a source: tuned by hand, judged by bench rising.
CALMING = 3.0  # damping of root and center of mass without a target [1/s]
HARDEST_PULL = 10.0  # bound of the target acceleration of the center of mass [m/s2]
QUICKEST_TURN = 300.0  # the same of a joint [rad/s2]


@compiled
def key_pose_actuators(
    bodies: Rows[Body], anatomies: Rows[Anatomy], motions: Rows[Motion], key_poses: Rows[KeyPose]
) -> Array:
    """The flat actuator vector for the next time step; advances the movement by one."""
    body, anatomy, motion, key = bodies[0], anatomies[0], motions[0], key_poses[0]
    key["elapsed"] += key["dt"]
    duration = key["duration"]
    done = key["elapsed"] / duration
    at = Progress(smooth(done), smooth_rate(done) / duration, smooth_growth(done) / duration**2)
    tick = Tick(no_objective(body), body, anatomy, motion, make_dynamics(body, motion))
    torques = _led(tick, key, at)
    spare_limbs(body, key, torques)
    if key["stiffness_scale"] > 0.0:
        _pull(body, motion, key, at.share, torques)
    return actuate(body, motion, key["dt"], torques)


@compiled
def _led(tick: Tick[Anatomy], key: KeyPose, at: Progress) -> Array:
    """(n, 3) torque rows [N m] for all tasks, with the contacts that can bear load."""
    _follow_joints(tick, key, at)
    stay_in_range(tick)
    _follow_root(tick, key, at)
    _follow_mass(tick, key, at)
    stay_planted(tick, key)
    after = key["shifts"] * key["duration"]
    shifts = key["elapsed"] < after
    if not shifts:
        carry(tick, key, after)
    contacts = make_contacts(MOST_BEARING, np.zeros(EDGES * MOST_BEARING))
    numbers = np.zeros(MOST_BEARING, dtype=np.int64)
    count = offer_touches(tick, key, at.share, shifts, contacts, numbers)
    nothing = np.zeros((tick.body.rows[0], 6))
    return solve_among(tick, contacts, numbers, count, key["forces"], key["gravity"], nothing)


@compiled
def _pull(body: Body, motion: Motion, key: KeyPose, share: float, torques: Array) -> None:
    """Add the joints' own stiffness along their paths to the torques, without contacts."""
    pose = np.empty(MOST_POSITIONS)
    for i in range(1, body.rows[0]):
        kind, at = body.joint_type[i], body.position_index[i]
        if kind == SPHERICAL:
            start, goal = key["start"][at : at + 4], key["goal"][at : at + 4]
            pose[at : at + 4] = turned(start, goal, share)
        elif kind == HINGE or kind == UNIVERSAL:
            for k in range(2 if kind == UNIVERSAL else 1):
                way = wrapped(key["goal"][at + k] - key["start"][at + k])
                pose[at + k] = key["start"][at + k] + share * way
        else:
            continue
        stiffness = key["joint_share"][i] * key["stiffness_scale"] * body.stiffness[i]
        follow(body, motion, i, pose, stiffness, key["dt"], torques[i])


@compiled
def _follow_joints(tick: Tick[Anatomy], key: KeyPose, at: Progress) -> None:
    body, motion = tick.body, tick.motion
    key["off"] = 0.0
    for i in range(1, body.rows[0]):
        kind = body.joint_type[i]
        if kind == SPHERICAL:
            _follow_ball(tick, key, i, at)
        elif kind == HINGE or kind == UNIVERSAL:
            _follow_angle(tick, key, i, 0, hinge_state(body, motion, i), at)
            if kind == UNIVERSAL:
                _follow_angle(tick, key, i, 1, roll_state(body, motion, i), at)


@compiled
def _follow_angle(
    tick: Tick[Anatomy], key: KeyPose, i: int, number: int, state: tuple[float, float], at: Progress
) -> None:
    """Add the task of one of a joint's angles.

    Args:
        state: present angle [rad] and rate [rad/s].
    """
    j, stiffness, (now, pace) = tick.body.position_index[i] + number, key["stiffness"], state
    way = key["goal"][j] - key["start"][j]
    error = wrapped(key["start"][j] + at.share * way - now)
    target = stiffness * error + 2.0 * math.sqrt(stiffness) * (at.rate * way - pace)
    target = clipped(target + at.growth * way, QUICKEST_TURN)
    weight = key["joint_share"][i] * key["joint_weight"]
    add_dof_task(tick, first_dof(tick.body, i) + number, target, weight)
    key["off"] = max(key["off"], abs(error))


@compiled
def _follow_ball(tick: Tick[Anatomy], key: KeyPose, i: int, at: Progress) -> None:
    body, motion = tick.body, tick.motion
    j, parent, stiffness = body.position_index[i], body.parent[i], key["stiffness"]
    above, own = motion.rotation[parent], motion.rotation[i]
    start, goal = key["start"][j : j + 4], key["goal"][j : j + 4]
    wanted = product(above, matrix_of(turned(start, goal, at.share)))
    way = times(above, rotation_from_to(matrix_of(start), matrix_of(goal)))
    error, size = rotation_from_to(own, wanted), 0.0
    for axis in range(3):
        target = 0.0
        for k in range(3):
            slip = at.rate * way[k] - (
                motion.angular_velocity[i, k] - motion.angular_velocity[parent, k]
            )
            pull = stiffness * error[k] + 2.0 * math.sqrt(stiffness) * slip + at.growth * way[k]
            target += own[k, axis] * pull
        target = clipped(target, QUICKEST_TURN)
        weight = key["joint_share"][i] * key["joint_weight"]
        add_dof_task(tick, first_dof(body, i) + axis, target, weight)
        size += error[axis] * error[axis]
    key["off"] = max(key["off"], math.sqrt(size))


@compiled
def _follow_root(tick: Tick[Anatomy], key: KeyPose, at: Progress) -> None:
    """Add the task of the pelvis on its path, or its damping where it is left free."""
    motion = tick.motion
    if key["root_weight"] == 0.0:
        add_rotation_task(tick, 0, -CALMING * motion.angular_velocity[0], key["calm_weight"])
        return
    stiffness = key["stiffness"]
    wanted = matrix_of(turned(key["root_start"], key["root_goal"], at.share))
    way = rotation_from_to(matrix_of(key["root_start"]), matrix_of(key["root_goal"]))
    error = rotation_from_to(motion.rotation[0], wanted)
    target = at.growth * way + stiffness * error + 2.0 * math.sqrt(stiffness) * (
        at.rate * way - motion.angular_velocity[0]
    )
    add_rotation_task(tick, 0, target, key["root_weight"])


@compiled
def _follow_mass(tick: Tick[Anatomy], key: KeyPose, at: Progress) -> None:
    """Add the task of the center of mass on its path, or its damping where it is left free."""
    motion, stiffness, mass = tick.motion, key["stiffness"], tick.body.mass.sum()
    for axis in range(3):
        weight = key["com_weight"] if axis < 2 else key["height_weight"]
        if weight == 0.0:
            target = -CALMING * motion.com_velocity[axis]
            add_momentum_task(tick, 3 + axis, mass * target, key["calm_weight"] / mass**2)
            continue
        way = key["com_goal"][axis] - key["com_start"][axis]
        error = key["com_start"][axis] + at.share * way - motion.com[axis]
        slip = at.rate * way - motion.com_velocity[axis]
        target = at.growth * way + stiffness * error + 2.0 * math.sqrt(stiffness) * slip
        target = clipped(target, HARDEST_PULL)
        add_momentum_task(tick, 3 + axis, mass * target, weight / mass**2)
