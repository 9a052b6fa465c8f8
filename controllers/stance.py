"""The legs that carry: braced knee, push-off, level pelvis, flat sole (Sections 3.1 and 3.3)."""

from __future__ import annotations

import math

import numpy as np

from ..simulation.body import Body, Motion
from ..simulation.compiled import compiled
from ..simulation.rotation import Array, about_z, cross, heading_of, rotation_from_to
from .anatomy import Record
from .gait import WALKING, leg_parts, load_on, load_share, phase_of, sole_middle
from .tracking import implicit_factor, track_hinge, track_orientation

PUSH_FROM = 0.5  # phase from which the stance ankle pushes off
PUSH_PACE = 0.5  # speed of the full push-off, as a Froude number's root
PUSH_OFF = 0.8  # of the moment that lifts the heel
SOLE_SHARE = 0.7  # of the sole that the center of pressure may use
STANCE_KNEE = 0.2  # [rad]
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
    late = min(max((phase_of(command, memory) - PUSH_FROM) / (1.0 - PUSH_FROM), 0.0), 1.0)
    pace = min(max(memory["speed"], 0.0) / math.sqrt(command["gravity"] * who["leg"]), PUSH_PACE)
    size = PUSH_OFF * late * pace / PUSH_PACE * who["ball"][side] * load_on(who, motion, side)
    return size * motion.rotation[who["foot"][side]][:, 1]


@compiled
def hold_pelvis(
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
def keep_sole_flat(who: Record, motion: Motion, command: Record, side: int, torques: Array) -> None:
    """Limit a loaded ankle so that the center of pressure stays inside the sole (Section 3.3)."""
    foot = who["foot"][side]
    load = min(load_on(who, motion, side), who["total_mass"] * command["gravity"])
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
