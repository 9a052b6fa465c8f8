"""The legs that carry: braced knee, push-off, level pelvis, flat sole (Sections 3.1 and 3.3)."""

from __future__ import annotations

import math

import numpy as np

from ..simulation.body import Body, Motion
from ..simulation.compiled import compiled
from ..simulation.rotation import (
    Array,
    about_y,
    about_z,
    cross,
    heading_of,
    product,
    rotation_from_to,
)
from .anatomy import Record
from .footing import leg_parts, load_on, load_share, sole_middle
from .modes import WALKING
from .style import FOOT_PITCH, PELVIS, STANCE_KNEE, limb_angle, trunk_frame
from .tracking import implicit_factor, track_hinge, track_orientation

PUSH_FROM = 0.5  # phase from which the stance ankle pushes off
PUSH_PACE = 0.5  # speed of the full push-off, as a Froude number's root
PUSH_OFF = 0.8  # of the way from the ankle to the ball, where the weight then is
SOLE_SHARE = 0.7  # of the sole that the center of pressure may use
STANCE_STRENGTH = 2.0  # gains of a loaded knee, times those of a swinging one


@compiled
def brace_leg(
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
    _, shin, foot, toes = leg_parts(who, side)
    pitch, _ = limb_angle(memory, side, FOOT_PITCH)
    knee, knee_rate = limb_angle(memory, side, STANCE_KNEE)
    level = product(about_z(heading_of(motion.rotation[foot])), about_y(pitch))
    torques[foot] += track_orientation(body, motion, foot, level, still, still, 1.0, dt)
    torques[foot] += _push_off(who, motion, command, memory, side)
    torques[shin] += _carry_weight(who, motion, command, memory, side)
    track_hinge(body, motion, shin, knee, knee_rate, STANCE_STRENGTH, dt, torques)
    track_hinge(body, motion, toes, 0.0, 0.0, 1.0, dt, torques)


@compiled
def _carry_weight(who: Record, motion: Motion, command: Record, memory: Record, side: int) -> Array:
    """(3,) torque row of the knee under the weight, along the line from sole to center of mass."""
    sole, weight = sole_middle(motion, who, side), who["total_mass"] * command["gravity"]
    line = motion.com - sole
    share = load_share(who, motion, memory, side)
    force = share * weight / max(line[2], 0.3 * who["leg"]) * line
    return cross(motion.origin[who["lower_leg"][side]] - sole, force)


@compiled
def push_off_share(who: Record, command: Record, memory: Record, side: int) -> float:
    """Where under the foot the push-off puts its weight, in parts of the way to the ball."""
    if memory["mode"] != WALKING or side != memory["stance"]:
        return 0.0
    late = min(max((memory["phase"] - PUSH_FROM) / (1.0 - PUSH_FROM), 0.0), 1.0)
    pace = min(max(memory["speed"], 0.0) / math.sqrt(command["gravity"] * who["leg"]), PUSH_PACE)
    return PUSH_OFF * late * pace / PUSH_PACE


@compiled
def _push_off(who: Record, motion: Motion, command: Record, memory: Record, side: int) -> Array:
    """(3,) torque row that raises the heel before the other foot comes down."""
    share = push_off_share(who, command, memory, side)
    size = share * who["ball"][side] * load_on(who, motion, side)
    return size * motion.rotation[who["foot"][side]][:, 1]


@compiled
def hold_pelvis(
    body: Body, who: Record, motion: Motion, command: Record, memory: Record, torques: Array
) -> None:
    """Stance hips give the pelvis the net torque that keeps it upright and facing (Section 3.1)."""
    kp, kd, dt = body.stiffness[0], body.damping[0], command["dt"]
    error = rotation_from_to(motion.rotation[0], trunk_frame(memory, PELVIS, 0.0))
    factor = implicit_factor(kp, kd, body.inertia[0].mean(), dt)
    wanted = (kp * error - kd * motion.spin[0]) / factor
    size = math.sqrt((wanted * wanted).sum())
    wanted *= min(1.0, body.torque_limit[0] / max(size, 1e-9))
    others = (
        torques[who["lower_back"]] + torques[who["upper_leg"][0]] + torques[who["upper_leg"][1]]
    )
    for side in range(2):
        share = load_share(who, motion, memory, side)
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
def keep_sole_flat(
    who: Record, motion: Motion, command: Record, memory: Record, side: int, torques: Array
) -> None:
    """Limit a loaded ankle so that the center of pressure stays inside the sole (Section 3.3)."""
    foot = who["foot"][side]
    load = min(load_on(who, motion, side), who["total_mass"] * command["gravity"])
    frame = motion.rotation[foot]
    if load <= 0.0:
        return
    pitch, roll = (torques[foot] * frame[:, 1]).sum(), (torques[foot] * frame[:, 0]).sum()
    forwards, backwards = (
        max(SOLE_SHARE, push_off_share(who, command, memory, side)) * who["ball"][side] * load,
        SOLE_SHARE * who["heel"][side] * load,
    )
    sideways = SOLE_SHARE * who["half_width"][side] * load
    pitch_limited = min(max(pitch, -backwards), forwards)
    roll_limited = min(max(roll, -sideways), sideways)
    torques[foot] += (pitch_limited - pitch) * frame[:, 1] + (roll_limited - roll) * frame[:, 0]
