"""Generalized biped walking: the walker's torques as a sum of small laws.

Coros, Beaudoin, van de Panne 2010, Sections 3 and 4: PD tracking, foot placement by an inverted
pendulum, gravity compensation, velocity tuning, and the stance hip that keeps the pelvis upright.
"""

from __future__ import annotations

import math

import numpy as np

from ..simulation.body import Body, Motion, to_actuators
from ..simulation.compiled import compiled
from ..simulation.rotation import (
    Array,
    about_y,
    about_z,
    cross,
    heading_of,
    product,
    rotation_from_to,
    times,
)
from .anatomy import Record
from .gait import (
    STARTING,
    WALKING,
    advance,
    ahead,
    aside,
    ground_under,
    outward,
    sole_middle,
    support_middle,
    swing_heading,
)
from .pendulum import (
    fall,
    outward_offset,
    shortening,
    steady_velocity,
    stopping_distance,
    sway,
    sway_velocity,
)
from .spline import catmull_rom
from .tracking import implicit_factor, track_hinge, track_orientation
from .two_link import reach
from .virtual_force import compensate_gravity, push_center_of_mass

VELOCITY_GAIN = 100.0 / 70.4  # kv per mass [1/s], Section 6
LATERAL_STIFFNESS, LATERAL_DAMPING = 20.0, 9.0  # per mass [1/s2], [1/s]
STANDING_STIFFNESS, STANDING_DAMPING = 25.0, 8.0  # per mass [1/s2], [1/s]
LARGEST_PUSH = 0.2  # of body weight: virtual force
PUSH_FROM = 0.5  # phase from which the stance ankle pushes off
PUSH_PACE = 0.5  # speed of the full push-off, as a Froude number's root
PUSH_OFF = 0.8  # of the moment that lifts the heel
SOLE_SHARE = 0.7  # of the sole that the center of pressure may use
STANCE_KNEE = 0.2  # [rad]
STANCE_STRENGTH = 2.0  # gains of a loaded knee, times those of a swinging one
STRIKE_LOSS = 1.6  # alpha is larger than the lossless pendulum's: footstrikes cost speed
STEADINESS, SMALL_CHANGE = 0.5, 0.1  # share of a small change that is left out; of the leg
LONGEST_STEP = 0.6  # of the leg, Section 3.2
LEAN_SHARE = (0.4, 0.4, 0.2)  # of the torso's lean: waist, back, neck
ARM_SWING, LARGEST_ARM_SWING = 0.45, 0.6  # [rad s/m], [rad]
ELBOW = -0.35  # [rad]
LIFT_BY, LAND_FROM = 0.05, 0.95  # phases between which the swing foot travels
SWING_HEIGHT = np.array([0.0, 0.75, 1.0, 0.6, 0.2, 0.0])  # y(phase) of the ankle, of step height


@compiled
def walk_actuators(
    bodies: Array, anatomies: Array, motions: Array, commands: Array, memories: Array
) -> Array:
    """The flat actuator vector of `walk_torques`, within the joints' limits."""
    rows = walk_torques(bodies, anatomies, motions, commands, memories)
    return to_actuators(bodies[0], motions[0], rows)


@compiled
def walk_torques(
    bodies: Array, anatomies: Array, motions: Array, commands: Array, memories: Array
) -> Array:
    """(n, 3) torque rows of a walker or stander; advances its memory by one tick."""
    body, who, motion = bodies[0], anatomies[0], motions[0]
    command, memory = commands[0], memories[0]
    advance(motion, who, command, memory)
    torques = np.zeros((len(body.mass), 3))
    _track_upper_body(body, who, motion, command, memory, torques)
    supported = np.ones(len(body.mass))
    if memory["mode"] == WALKING:
        _swing_leg(body, who, motion, command, memory, torques)
        _brace_leg(body, who, motion, command, memory, memory["stance"], torques)
        _unmark_leg(who, supported, memory["stance"])
    else:
        for side in range(2):
            _brace_leg(body, who, motion, command, memory, side, torques)
            _unmark_leg(who, supported, side)
    torques += compensate_gravity(body, motion, command["gravity"], supported)
    _hold_pelvis(body, who, motion, command, memory, torques)
    torques += _tune_velocity(body, who, motion, command, memory)
    for side in range(2):
        _keep_sole_flat(who, motion, command, side, torques)
    return torques


@compiled
def _unmark_leg(who: Record, supported: Array, side: int) -> None:
    supported[who["upper_leg"][side]] = 0.0
    supported[who["lower_leg"][side]] = 0.0
    supported[who["foot"][side]] = 0.0
    supported[who["toes"][side]] = 0.0


@compiled
def _phase(command: Record, memory: Record) -> float:
    return min(memory["time"] / command["step_period"], 1.0)


@compiled
def _track_upper_body(
    body: Body, who: Record, motion: Motion, command: Record, memory: Record, torques: Array
) -> None:
    """Trunk and head upright in the character's frame; arms swing against the legs."""
    dt, still = command["dt"], np.zeros(3)
    facing = about_z(memory["heading"])
    lean = 0.0
    trunk = (who["lower_back"], who["torso"], who["head"])
    for i in range(3):
        lean += LEAN_SHARE[i] * command["torso_lean"]
        desired = product(facing, about_y(lean if i < 2 else 0.5 * lean))
        torques[trunk[i]] += track_orientation(
            body, motion, trunk[i], desired, still, still, 1.0, dt
        )
    torques[who["torso"]] += torques[who["head"]]
    torques[who["lower_back"]] += torques[who["torso"]]
    swing, swing_rate = _arm_swing(command, memory)
    for side in range(2):
        arm, forearm = who["upper_arm"][side], who["lower_arm"][side]
        rest = motion.rotation[who["torso"]]
        shoulder = product(rest, about_y(outward(side) * swing))
        spin = outward(side) * swing_rate * rest[:, 1] + motion.spin[who["torso"]]
        torques[arm] += track_orientation(body, motion, arm, shoulder, spin, still, 1.0, dt)
        track_hinge(body, motion, forearm, ELBOW, 0.0, 1.0, dt, torques)


@compiled
def _arm_swing(command: Record, memory: Record) -> tuple[float, float]:
    """Angle [rad] and rate [rad/s] of the left arm; the right one has the opposite."""
    if memory["mode"] != WALKING:
        return 0.0, 0.0
    size = min(max(ARM_SWING * memory["speed"], -LARGEST_ARM_SWING), LARGEST_ARM_SWING)
    size *= outward(memory["stance"])
    angle = math.pi * _phase(command, memory)
    return size * math.cos(angle), -size * math.sin(angle) * math.pi / command["step_period"]


@compiled
def _foothold(who: Record, motion: Motion, command: Record, memory: Record) -> Array:
    """(3,) where the swing ankle should come down (Section 3.2).

    The stepping point is that of the state which the linear pendulum over the stance foot will
    have reached when the step ends, so that the swing foot heads for it from the start.
    """
    stance = memory["stance"]
    swing, heading, gravity = 1 - stance, memory["heading"], command["gravity"]
    support = sole_middle(motion, who, stance)
    height = max(motion.com[2] - ground_under(motion, who, stance), 0.3 * who["leg"])
    rate, period = math.sqrt(gravity / height), command["step_period"]
    remaining = max(period - memory["time"], 0.0)
    com, velocity = fall(motion.com - support, motion.com_velocity, rate, remaining)
    alpha = STRIKE_LOSS * shortening(period, rate)
    forward = stopping_distance(ahead(velocity, heading), height, gravity)
    forward -= alpha * (memory["speed"] + memory["correction"])
    forward = _steady_step(who, command, memory, forward)
    sideways = stopping_distance(aside(velocity, heading), height, gravity)
    sideways += outward(swing) * outward_offset(command["step_width"], period, rate)
    longest = LONGEST_STEP * who["leg"]
    forward = min(max(forward, -longest), longest)
    sideways = min(max(sideways, -longest), longest)
    forward -= 0.5 * (who["ball"][swing] - who["heel"][swing])
    point = support + com + times(about_z(heading), np.array([forward, sideways, 0.0]))
    point[2] = ground_under(motion, who, stance) + who["ankle_height"][swing]
    return point


@compiled
def _steady_step(who: Record, command: Record, memory: Record, forward: float) -> float:
    """Damp small differences from the usual step, so that long and short ones do not alternate."""
    memory["planned"] = forward
    if memory["footstrikes"] < 3:
        return forward
    unusual = forward - memory["usual"]
    small = SMALL_CHANGE * who["leg"]
    return forward - STEADINESS * min(max(unusual, -small), small)


@compiled
def _swing_target(who: Record, motion: Motion, command: Record, memory: Record) -> Array:
    """(3,) where the swing ankle should be now: at rest over the ground at both ends."""
    phase = _phase(command, memory)
    done = min(max((phase - LIFT_BY) / (LAND_FROM - LIFT_BY), 0.0), 1.0)
    share = done * done * (3.0 - 2.0 * done)
    target = _foothold(who, motion, command, memory)
    for axis in range(2):
        target[axis] = (1.0 - share) * memory["lift_off"][axis] + share * target[axis]
    target[2] += command["step_height"] * catmull_rom(SWING_HEIGHT, phase)
    return target


@compiled
def _swing_leg(
    body: Body, who: Record, motion: Motion, command: Record, memory: Record, torques: Array
) -> None:
    """Hip and knee follow the inverse kinematics of the swing ankle; the foot stays level."""
    side, dt, still = 1 - memory["stance"], command["dt"], np.zeros(3)
    thigh, shin, foot, toes = _leg(who, side)
    facing = about_z(swing_heading(command, memory))
    desired, knee = reach(
        motion.origin[thigh],
        _swing_target(who, motion, command, memory),
        who["upper_leg_length"][side],
        who["lower_leg_length"][side],
        facing[:, 1].copy(),
    )
    spin, knee_rate = _swing_rates(memory, desired, knee, dt)
    torques[thigh] += track_orientation(body, motion, thigh, desired, spin, still, 1.0, dt)
    track_hinge(body, motion, shin, knee, knee_rate, 1.0, dt, torques)
    torques[foot] += track_orientation(body, motion, foot, facing, still, still, 1.0, dt)
    track_hinge(body, motion, toes, 0.0, 0.0, 1.0, dt, torques)


@compiled
def _leg(who: Record, side: int) -> tuple[int, int, int, int]:
    return who["upper_leg"][side], who["lower_leg"][side], who["foot"][side], who["toes"][side]


@compiled
def _swing_rates(memory: Record, desired: Array, knee: float, dt: float) -> tuple[Array, float]:
    """Angular velocity of the thigh's target and of the knee's, by difference to the last ones."""
    spin, knee_rate = np.zeros(3), 0.0
    if not memory["fresh"]:
        spin = rotation_from_to(memory["swing_thigh"], desired) / dt
        knee_rate = (knee - memory["swing_knee"]) / dt
    memory["fresh"] = 0
    memory["swing_knee"] = knee
    for row in range(3):
        for column in range(3):
            memory["swing_thigh"][row, column] = desired[row, column]
    return spin, knee_rate


@compiled
def _brace_leg(
    body: Body,
    who: Record,
    motion: Motion,
    command: Record,
    memory: Record,
    side: int,
    torques: Array,
) -> None:
    """A leg that carries: knee almost straight, foot and toes compliant."""
    dt, still = command["dt"], np.zeros(3)
    _, shin, foot, toes = _leg(who, side)
    level = about_z(heading_of(motion.rotation[foot]))
    torques[foot] += track_orientation(body, motion, foot, level, still, still, 1.0, dt)
    torques[foot] += _push_off(who, motion, command, memory, side)
    track_hinge(body, motion, shin, STANCE_KNEE, 0.0, STANCE_STRENGTH, dt, torques)
    track_hinge(body, motion, toes, 0.0, 0.0, 1.0, dt, torques)


@compiled
def _push_off(who: Record, motion: Motion, command: Record, memory: Record, side: int) -> Array:
    """(3,) torque row that raises the heel before the other foot comes down."""
    if memory["mode"] != WALKING:
        return np.zeros(3)
    late = min(max((_phase(command, memory) - PUSH_FROM) / (1.0 - PUSH_FROM), 0.0), 1.0)
    pace = min(max(memory["speed"], 0.0) / math.sqrt(command["gravity"] * who["leg"]), PUSH_PACE)
    size = PUSH_OFF * late * pace / PUSH_PACE * who["ball"][side] * _load(who, motion, side)
    return size * motion.rotation[who["foot"][side]][:, 1]


@compiled
def _load(who: Record, motion: Motion, side: int) -> float:
    return motion.load[who["foot"][side]] + motion.load[who["toes"][side]]


@compiled
def _load_share(who: Record, motion: Motion, memory: Record, side: int) -> float:
    """How much of the body this leg answers for: all in stance, by nearness when standing.

    Where the feet are, not what they bear: an unloaded leg would else never take its share.
    """
    if memory["mode"] == WALKING:
        return 1.0 if side == memory["stance"] else 0.0
    heading = memory["heading"]
    own = outward(side) * aside(sole_middle(motion, who, side) - motion.com, heading)
    other = -outward(side) * aside(sole_middle(motion, who, 1 - side) - motion.com, heading)
    spread = max(own + other, 0.02 * who["leg"])
    return min(max(other / spread, 0.0), 1.0)


@compiled
def _hold_pelvis(
    body: Body, who: Record, motion: Motion, command: Record, memory: Record, torques: Array
) -> None:
    """Stance hips give the pelvis the net torque that keeps it upright and facing (Section 3.1)."""
    kp, kd, dt = body.stiffness[0], body.damping[0], command["dt"]
    error = rotation_from_to(motion.rotation[0], about_z(memory["heading"]))
    factor = implicit_factor(kp, kd, body.inertia[0].mean(), dt)
    wanted = (kp * error - kd * motion.spin[0]) / factor
    size = math.sqrt((wanted * wanted).sum())
    wanted *= min(1.0, body.torque_limit[0] / max(size, 1e-9))
    others = (
        torques[who["lower_back"]] + torques[who["upper_leg"][0]] + torques[who["upper_leg"][1]]
    )
    for side in range(2):
        share = _load_share(who, motion, memory, side)
        balance = _hip_balance(body, who, motion, command["gravity"], side)
        torques[who["upper_leg"][side]] -= share * (wanted + others + balance)


@compiled
def _hip_balance(body: Body, who: Record, motion: Motion, gravity: float, side: int) -> Array:
    """(3,) torque that keeps the pelvis from tipping off a stance hip under what it carries.

    The leg pushes along the line from its sole to the center of mass; trunk and other leg, whose
    own moments their joints hold, load the pelvis at those joints.
    """
    other = who["upper_leg"][1 - side]
    leg = body.mass[other] + body.mass[who["lower_leg"][1 - side]]
    leg += body.mass[who["foot"][1 - side]] + body.mass[who["toes"][1 - side]]
    trunk = who["total_mass"] - body.mass[0] - 2.0 * leg
    hip = motion.origin[who["upper_leg"][side]]
    moment = body.mass[0] * (motion.center[0] - hip) + leg * (motion.origin[other] - hip)
    moment += trunk * (motion.origin[who["lower_back"]] - hip)
    line = motion.com - sole_middle(motion, who, side)
    return cross(moment, gravity / max(line[2], 0.3 * who["leg"]) * line)


@compiled
def _tune_velocity(
    body: Body, who: Record, motion: Motion, command: Record, memory: Record
) -> Array:
    """(n, 3) torque rows of the virtual force on the center of mass (Sections 3.3 and 4)."""
    heading, mode = memory["heading"], memory["mode"]
    if mode == WALKING:
        forward, sideways = _walking_force(who, motion, command, memory)
    else:
        forward, sideways = _standing_force(who, motion, memory)
    limit = LARGEST_PUSH * who["total_mass"] * command["gravity"]
    forward = min(max(forward, -limit), limit)
    sideways = min(max(sideways, -limit), limit)
    along = times(about_z(heading), np.array([forward, 0.0, 0.0]))
    across = times(about_z(heading), np.array([0.0, sideways, 0.0]))
    torques = np.zeros((len(body.mass), 3))
    for side in range(2):
        share = _load_share(who, motion, memory, side)
        if share > 0.0 and mode == WALKING:
            torques += share * push_center_of_mass(
                body, motion, along + across, who["foot"][side], who["head"]
            )
        elif share > 0.0:
            torques += share * push_center_of_mass(
                body, motion, along, who["foot"][side], who["head"]
            )
            _push_aside(who, motion, min(share, 0.5) * across, side, torques)
    return torques


@compiled
def _push_aside(who: Record, motion: Motion, force: Array, side: int, torques: Array) -> None:
    """Move the body over two feet: the hip swings its leg against the ground, the ankle gives."""
    ankle = motion.origin[who["foot"][side]]
    for joint in (who["upper_leg"][side], who["lower_leg"][side]):
        torques[joint] -= cross(ankle - motion.origin[joint], force)


@compiled
def _walking_force(
    who: Record, motion: Motion, command: Record, memory: Record
) -> tuple[float, float]:
    stance, heading = memory["stance"], memory["heading"]
    height = max(motion.com[2] - ground_under(motion, who, stance), 0.3 * who["leg"])
    rate, period = math.sqrt(command["gravity"] / height), command["step_period"]
    time = min(memory["time"], period)
    speed = memory["speed"] + memory["correction"]
    wanted = steady_velocity(speed, time, period, rate)
    forward = VELOCITY_GAIN * who["total_mass"] * (wanted - ahead(motion.com_velocity, heading))
    offset = aside(motion.com - motion.origin[who["foot"][stance]], heading)
    inward = -outward(stance)
    error = inward * sway(command["step_width"], time, period, rate) - offset
    slip = inward * sway_velocity(command["step_width"], time, period, rate)
    slip -= aside(motion.com_velocity, heading)
    return forward, who["total_mass"] * (LATERAL_STIFFNESS * error + LATERAL_DAMPING * slip)


@compiled
def _standing_force(who: Record, motion: Motion, memory: Record) -> tuple[float, float]:
    heading = memory["heading"]
    goal = support_middle(motion, who)
    if memory["mode"] == STARTING:
        goal = sole_middle(motion, who, memory["stance"])
    offset = goal - motion.com
    kp, kd = STANDING_STIFFNESS * who["total_mass"], STANDING_DAMPING * who["total_mass"]
    forward = kp * ahead(offset, heading) - kd * ahead(motion.com_velocity, heading)
    sideways = kp * aside(offset, heading) - kd * aside(motion.com_velocity, heading)
    return forward, sideways


@compiled
def _keep_sole_flat(
    who: Record, motion: Motion, command: Record, side: int, torques: Array
) -> None:
    """Limit a loaded ankle so that the center of pressure stays inside the sole (Section 3.3)."""
    foot = who["foot"][side]
    load = min(_load(who, motion, side), who["total_mass"] * command["gravity"])
    frame = motion.rotation[foot]
    if load <= 0.0:
        return
    pitch, roll = (torques[foot] * frame[:, 1]).sum(), (torques[foot] * frame[:, 0]).sum()
    forwards, backwards = (
        SOLE_SHARE * who["ball"][side] * load,
        SOLE_SHARE * who["heel"][side] * load,
    )
    sideways = SOLE_SHARE * who["half_width"][side] * load
    pitch_limited = min(max(pitch, -backwards), forwards)
    roll_limited = min(max(roll, -sideways), sideways)
    torques[foot] += (pitch_limited - pitch) * frame[:, 1] + (roll_limited - roll) * frame[:, 0]
