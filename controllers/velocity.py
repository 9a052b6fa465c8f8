"""The virtual force that tunes the velocity of the center of mass (Sections 3.3 and 4)."""

from __future__ import annotations

import math

import numpy as np

from ..simulation.body import Body, Motion
from ..simulation.compiled import compiled
from ..simulation.rotation import Array, about_z, cross, times
from .anatomy import Record
from .footing import (
    ahead,
    aside,
    height_over,
    load_share,
    outward,
    sole_middle,
    support_middle,
)
from .modes import STARTING, WALKING
from .pendulum import steady_velocity, sway, sway_velocity
from .standing import idle_shift
from .virtual_force import push_center_of_mass

VELOCITY_GAIN = 100.0 / 70.4  # kv per mass [1/s], Section 6
LATERAL_STIFFNESS, LATERAL_DAMPING = 20.0, 9.0  # per mass [1/s2], [1/s]
STANDING_STIFFNESS, STANDING_DAMPING = 25.0, 8.0  # per mass [1/s2], [1/s]
LARGEST_PUSH = 0.2  # of body weight: virtual force


@compiled
def tune_velocity(
    body: Body, who: Record, motion: Motion, command: Record, memory: Record
) -> Array:
    """(n, 3) torque rows of the virtual force on the center of mass (Sections 3.3 and 4)."""
    heading, mode = memory["heading"], memory["mode"]
    if mode == WALKING:
        forward, sideways = _walking_force(who, motion, command, memory)
    else:
        forward, sideways = _standing_force(who, motion, command, memory)
    limit = LARGEST_PUSH * who["total_mass"] * command["gravity"]
    forward = min(max(forward, -limit), limit)
    sideways = min(max(sideways, -limit), limit)
    along = times(about_z(heading), np.array([forward, 0.0, 0.0]))
    across = times(about_z(heading), np.array([0.0, sideways, 0.0]))
    torques = np.zeros((len(body.mass), 3))
    for side in range(2):
        share = load_share(who, motion, memory, side)
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
    stance, heading, period = memory["stance"], memory["heading"], memory["period"]
    rate = math.sqrt(command["gravity"] / height_over(motion, who, stance))
    time = min(memory["phase"], 1.0) * period
    wanted = steady_velocity(memory["speed"] + memory["correction"][0], time, period, rate)
    forward = VELOCITY_GAIN * who["total_mass"] * (wanted - ahead(motion.com_velocity, heading))
    offset = aside(motion.com - motion.origin[who["foot"][stance]], heading)
    inward = -outward(stance)
    error = inward * sway(command["step_width"], time, period, rate) - offset
    slip = inward * sway_velocity(command["step_width"], time, period, rate)
    slip += memory["lateral_speed"] - aside(motion.com_velocity, heading)
    return forward, who["total_mass"] * (LATERAL_STIFFNESS * error + LATERAL_DAMPING * slip)


@compiled
def _standing_force(
    who: Record, motion: Motion, command: Record, memory: Record
) -> tuple[float, float]:
    heading = memory["heading"]
    if memory["mode"] == STARTING:
        goal = sole_middle(motion, who, memory["stance"])
    else:
        goal = support_middle(motion, who) + idle_shift(motion, who, command, memory)
    offset = goal - motion.com
    kp, kd = STANDING_STIFFNESS * who["total_mass"], STANDING_DAMPING * who["total_mass"]
    forward = kp * ahead(offset, heading) - kd * ahead(motion.com_velocity, heading)
    sideways = kp * aside(offset, heading) - kd * aside(motion.com_velocity, heading)
    return forward, sideways
