"""A body follows a clip by the whole-body program, with contacts at any part on the ground.

Joints, pelvis and center of mass follow the clip; points that bear may push, and planted ones are
kept from sliding. What must give way where these contradict each other is decided by the weights:
the center of mass and the pelvis's turn weigh more than a joint, so that the body balances as in
da Silva, Abe and Popovic 2008. Parts may follow the clip less stiffly, down to limp: `yielding`.
"""

from __future__ import annotations

import math

import numpy as np

from ...simulation.body import HINGE, SPHERICAL, UNIVERSAL, Body, Motion, to_actuators
from ...simulation.compiled import compiled
from ...simulation.dynamics import (
    ROOT_SIZE,
    Indices,
    count_dofs,
    first_dof,
    make_dynamics,
    point_velocity,
)
from ...simulation.rotation import (
    Array,
    matrix_of,
    product,
    rotation_from_to,
    times,
    wrapped,
)
from ..balance.posture import hinge_state, roll_state
from ..balance.smooth_way import clipped
from ..program.contacts import EDGES, Contacts, make_contacts
from ..program.limits import add_ligaments
from ..program.objectives import (
    Tick,
    add_dof_task,
    add_momentum_task,
    add_point_axis_task,
    add_rotation_task,
    no_objective,
)
from ..program.range_of_motion import stay_in_range
from ..program.record import Rows
from ..program.touching import solve_among
from .leading import lead_foot
from .records import AIRBORNE, OFF, PLANTED, ClipFrame, Performing
from .yielding import between_segments, resistance, weaken

# Numbers without a source: tuned: bench performing.
HOLDS = 2  # time steps between two solutions: half of the physics' rate is as good
JOINT_STIFFNESS, JOINT_WEIGHT = 600.0, 1.0  # [1/s2], critically damped
ROOT_STIFFNESS, ROOT_WEIGHT = 300.0, 10.0
MASS_STIFFNESS, MASS_DAMPING, MASS_WEIGHT = 60.0, 12.0, 10.0  # [1/s2], [1/s]
FOOT_STIFFNESS, FOOT_WEIGHT = 300.0, 0.5  # of a swinging foot over the ground [1/s2]
STEPS_FURTHER, HARDEST_SWING = 1.0, 100.0  # of the capture point's way; bound [m/s2]
QUICKEST_TURN, HARDEST_PULL = 1000.0, 30.0  # bounds of target accelerations [rad/s2], [m/s2]
PLANTED_DAMPING, PLANTED_WEIGHT = 30.0, 2.0  # [1/s]
# Heights over the ground below which a point may bear [m]: where it does in the clip, and
# elsewhere.
TOUCHES_BELOW, MEETS_BELOW = 0.015, 0.004
LIFTS_SOON = 0.02  # [s] in which a rising point leaves the ground
MOST_BEARING = 40  # points that bear at the same time


@compiled
def follow_clip(
    bodies: Rows[Body], weak_bodies: Rows[Body], motions: Rows[Motion],
    performings: Rows[Performing], frames: Rows[ClipFrame],
) -> Array:  # fmt: skip
    """The flat actuator vector for the next time step; advances the clip by one.

    Args:
        weak_bodies: a copy of the body, to be given the torque limits of parts that yield.
    """
    body, weak, motion, state = bodies[0], weak_bodies[0], motions[0], performings[0]
    if state["waits"] > 0:
        state["waits"] -= 1
        return state["torques"][: count_dofs(body) - ROOT_SIZE].copy()
    frame = frames[min(state["frame"], len(frames) - 1)]
    weaken(body, weak, frame["strength"])
    tick = Tick(no_objective(body), weak, None, motion, make_dynamics(body, motion))
    resisting = resistance(body, motion, HOLDS * state["dt"], frame["strength"])
    torques = _led(tick, state, frame, between_segments(body, resisting))
    flat = to_actuators(weak, motion, torques) + to_actuators(body, motion, resisting)
    add_ligaments(body, motion, HOLDS * state["dt"], flat)
    state["torques"][: len(flat)] = flat
    state["frame"] += 1
    state["waits"] = HOLDS - 1
    return flat


@compiled
def _led(tick: Tick[None], state: Performing, frame: ClipFrame, outside: Array) -> Array:
    """(n, 3) torque rows [N m] for all tasks, with the contacts that can bear load.

    Args:
        outside: (n, 6) wrenches on the segments besides those of contacts and muscles.
    """
    _follow_joints(tick, state, frame)
    stay_in_range(tick)
    _follow_root(tick, state, frame)
    _follow_mass(tick, state, frame)
    _step_for_balance(tick, state, frame)
    contacts = make_contacts(MOST_BEARING, np.zeros(EDGES * MOST_BEARING))
    numbers = np.zeros(MOST_BEARING, dtype=np.int64)
    count = _offer_contacts(tick, state, frame, contacts, numbers)
    return solve_among(tick, contacts, numbers, count, state["forces"], state["gravity"], outside)


@compiled
def _follow_joints(tick: Tick[None], state: Performing, frame: ClipFrame) -> None:
    body, motion = tick.body, tick.motion
    for i in range(1, body.rows[0]):
        kind = body.joint_type[i]
        if kind == SPHERICAL:
            _follow_ball(tick, i, state, frame)
        elif kind == HINGE or kind == UNIVERSAL:
            _follow_angle(tick, i, 0, hinge_state(body, motion, i), state, frame)
            if kind == UNIVERSAL:
                _follow_angle(tick, i, 1, roll_state(body, motion, i), state, frame)


@compiled
def _follow_angle(
    tick: Tick[None], i: int, number: int, now: tuple[float, float],
    state: Performing, frame: ClipFrame,
) -> None:  # fmt: skip
    """Add the task of one of a joint's angles.

    Args:
        now: present angle [rad] and rate [rad/s].
    """
    position, rate = tick.body.position_index[i] + number, tick.body.velocity_index[i] + number
    stiffness = frame["stiffness"][i] * JOINT_STIFFNESS
    error = wrapped(frame["joints"][position] + state["joint_offset"][rate] - now[0])
    slip = frame["rates"][rate] - now[1]
    target = stiffness * error + 2.0 * math.sqrt(stiffness) * slip
    dof = first_dof(tick.body, i) + number
    weight = frame["joint_weight"][i] * frame["strength"][i] * JOINT_WEIGHT
    add_dof_task(tick, dof, clipped(target, QUICKEST_TURN), weight)


@compiled
def _follow_ball(tick: Tick[None], i: int, state: Performing, frame: ClipFrame) -> None:
    body, motion = tick.body, tick.motion
    position, rate, parent = body.position_index[i], body.velocity_index[i], body.parent[i]
    own = motion.rotation[i]
    wanted = product(
        motion.rotation[parent], matrix_of(frame["joints"][position : position + 4])
    )
    pace = times(wanted, frame["rates"][rate : rate + 3])
    error = rotation_from_to(own, wanted)
    offset = times(wanted, state["joint_offset"][rate : rate + 3])
    stiffness = frame["stiffness"][i] * JOINT_STIFFNESS
    weight = frame["joint_weight"][i] * frame["strength"][i] * JOINT_WEIGHT
    damping = 2.0 * math.sqrt(stiffness)
    for axis in range(3):
        target = 0.0
        for k in range(3):
            turning = motion.angular_velocity[i, k] - motion.angular_velocity[parent, k]
            pull = stiffness * (error[k] + offset[k]) + damping * (pace[k] - turning)
            target += own[k, axis] * pull
        add_dof_task(tick, first_dof(body, i) + axis, clipped(target, QUICKEST_TURN), weight)


@compiled
def _follow_root(tick: Tick[None], state: Performing, frame: ClipFrame) -> None:
    motion, target = tick.motion, np.empty(3)
    error = rotation_from_to(motion.rotation[0], matrix_of(frame["root"]))
    damping = 2.0 * math.sqrt(ROOT_STIFFNESS)
    for k in range(3):
        slip = frame["root_rate"][k] - motion.angular_velocity[0, k]
        pull = ROOT_STIFFNESS * (error[k] + state["turn"][k]) + damping * slip
        target[k] = clipped(pull, QUICKEST_TURN)
    add_rotation_task(tick, 0, target, frame["bearing_strength"] * ROOT_WEIGHT)


@compiled
def _follow_mass(tick: Tick[None], state: Performing, frame: ClipFrame) -> None:
    motion, mass = tick.motion, tick.body.mass.sum()
    weight = frame["bearing_strength"] * MASS_WEIGHT / mass**2
    for k in range(3):
        error = frame["com"][k] - motion.com[k]
        slip = frame["com_velocity"][k] - motion.com_velocity[k]
        pull = clipped(MASS_STIFFNESS * error + MASS_DAMPING * slip, HARDEST_PULL)
        target = frame["com_acceleration"][k] + state["push"][k] + pull
        add_momentum_task(tick, 3 + k, mass * target, weight)


@compiled
def _step_for_balance(tick: Tick[None], state: Performing, frame: ClipFrame) -> None:
    """Carry swinging feet to where the clip's would be under the body, and further the way it goes
    beyond the clip: by its speed over that of an inverted pendulum's fall (capture point).
    """
    motion, direction = tick.motion, np.zeros(3)
    pace = math.sqrt(max(motion.com[2] - state["ground"], 0.0) / state["gravity"])
    damping = 2.0 * math.sqrt(FOOT_STIFFNESS)
    for side in range(state["feet_count"]):
        if frame["swings"][side] == 0:
            continue
        if frame["leads"][side] == 1:
            lead_foot(tick, side, state, frame)
            continue
        foot = state["feet"][side]
        weight = frame["chain_strength"][foot] * FOOT_WEIGHT
        place = motion.origin[foot].copy()
        velocity = point_velocity(tick.dynamics.twists[foot], place - motion.com)
        for k in range(2):
            ahead = motion.com[k] - frame["com"][k] + state["foothold"][k]
            ahead += STEPS_FURTHER * pace * (motion.com_velocity[k] - frame["com_velocity"][k])
            error = frame["feet"][side, k] + ahead - place[k]
            slip = frame["feet_velocity"][side, k] - velocity[k]
            target = clipped(FOOT_STIFFNESS * error + damping * slip, HARDEST_SWING)
            direction[:] = 0.0
            direction[k] = 1.0
            add_point_axis_task(tick, foot, place, direction, target, weight)


@compiled
def _offer_contacts(
    tick: Tick[None], state: Performing, frame: ClipFrame, contacts: Contacts, numbers: Indices
) -> int:
    """Fill in the present contacts and keep planted ones from sliding; return their number.

    Args:
        numbers: (MOST_BEARING,) to be filled in with the number of each contact among all touches.
    """
    motion, count = tick.motion, 0
    for j in range(state["touches"]):
        if count == MOST_BEARING:
            break
        if frame["support"][j] == AIRBORNE:
            continue
        segment = state["touch_segment"][j]
        place = motion.origin[segment] + times(motion.rotation[segment], state["touch_point"][j])
        place[2] -= state["touch_radius"][j]
        bears = frame["support"][j] != OFF
        lifts = point_velocity(tick.dynamics.twists[segment], place - motion.com)[2]
        height = place[2] - state["touch_ground"][j] + LIFTS_SOON * max(lifts, 0.0)
        if height > (TOUCHES_BELOW if bears else MEETS_BELOW):
            continue
        if frame["support"][j] == PLANTED:
            weight = frame["chain_strength"][segment] * PLANTED_WEIGHT
            _stay(tick, segment, place, weight)
        contacts.points[count] = place - motion.com
        contacts.segments[count], numbers[count] = segment, j
        contacts.force_limit[count] = state["touch_limit"][j]
        count += 1
    return count


@compiled
def _stay(tick: Tick[None], segment: int, place: Array, weight: float) -> None:
    """Add the tasks that keep a point of a segment from sliding."""
    slip = point_velocity(tick.dynamics.twists[segment], place - tick.motion.com)
    direction = np.zeros(3)
    for axis in range(2):
        direction[:] = 0.0
        direction[axis] = 1.0
        add_point_axis_task(
            tick, segment, place, direction, -PLANTED_DAMPING * slip[axis], weight
        )
