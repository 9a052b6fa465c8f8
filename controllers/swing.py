"""The swing leg: where to step, and the leg that brings the foot there (Section 3.2)."""

from __future__ import annotations

import math

import numpy as np

from ..simulation.body import Body, Motion
from ..simulation.compiled import compiled
from ..simulation.rotation import Array, about_z, rotation_from_to, times
from .anatomy import Record
from .gait import (
    ahead,
    aside,
    ground_under,
    leg_parts,
    outward,
    phase_of,
    sole_middle,
    swing_heading,
)
from .pendulum import fall, outward_offset, shortening, stopping_distance
from .spline import catmull_rom
from .tracking import track_hinge, track_orientation
from .two_link import reach

STRIKE_LOSS = 1.6  # alpha is larger than the lossless pendulum's: footstrikes cost speed
STEADINESS, SMALL_CHANGE = 0.5, 0.1  # share of a small change that is left out; of the leg
LONGEST_STEP = 0.6  # of the leg, Section 3.2
LIFT_BY, LAND_FROM = 0.05, 0.95  # phases between which the swing foot travels
SWING_HEIGHT = np.array([0.0, 0.75, 1.0, 0.6, 0.2, 0.0])  # y(phase) of the ankle, of step height


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
    forward = _steady_step(who, memory, forward)
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
def _steady_step(who: Record, memory: Record, forward: float) -> float:
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
    phase = phase_of(command, memory)
    done = min(max((phase - LIFT_BY) / (LAND_FROM - LIFT_BY), 0.0), 1.0)
    share = done * done * (3.0 - 2.0 * done)
    target = _foothold(who, motion, command, memory)
    for axis in range(2):
        target[axis] = (1.0 - share) * memory["lift_off"][axis] + share * target[axis]
    target[2] += command["step_height"] * catmull_rom(SWING_HEIGHT, phase)
    return target


@compiled
def swing_leg(
    body: Body, who: Record, motion: Motion, command: Record, memory: Record, torques: Array
) -> None:
    """Hip and knee follow the inverse kinematics of the swing ankle; the foot stays level."""
    side, dt, still = 1 - memory["stance"], command["dt"], np.zeros(3)
    thigh, shin, foot, toes = leg_parts(who, side)
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
