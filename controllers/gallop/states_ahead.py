"""The states of a galloping body over a horizon, as they would come without contact forces."""

from __future__ import annotations

import math

import numpy as np

from ...simulation.body import Body, Motion
from ...simulation.compiled import compiled
from ...simulation.dynamics import angular_momentum, spatial_inertias
from ...simulation.rotation import (
    Array,
    about_x,
    about_y,
    about_z,
    product,
    rotation_from_to,
    transposed_times,
)
from ..quadruped.felt_ground import ground_at
from ..quadruped.leg_frames import sinks_to_stride
from ..quadruped.records import BACK, FRONT, QuadrupedAnatomy, QuadrupedCommand, QuadrupedMemory
from .back import sheared
from .bar import rises_over_bar
from .records import KNOTS, GallopMemory

ROWS = 10  # of a state: orientation (3), rotation (3), height, velocity (3)
# Numbers without a source, tuned: bench gallop.
HEIGHT_SETTLES = 2.4  # [sqrt(leg / g)]: of the center of mass's mean height over the hips
# A way aside, or ahead of where the speed leads, is given back at this rate [sqrt(g / leg)], and
# forgotten with this time constant [sqrt(leg / g)]: legs push to one side in every stride.
RETURNS, FORGETS = 0.2, 24.0
MOST_AHEAD = 0.25  # of the leg: a body that is thrown further ahead does not go back for it


@compiled
def whole_inertia(body: Body, motion: Motion) -> Array:
    """(3, 3) of the whole body about its center of mass [kg m2]."""
    _, _, second = spatial_inertias(body, motion)
    total = np.zeros((3, 3))
    for i in range(body.rows[0]):
        total += second[i]
    return total


@compiled
def mean_rotation(body: Body, motion: Motion) -> Array:
    """(3,) angular velocity [rad/s] of a rigid body with this body's momentum and inertia.

    Unlike the trunk's own it does not change in a flight by what the legs do.
    """
    spin: Array = np.linalg.solve(whole_inertia(body, motion), angular_momentum(body, motion))
    return spin


@compiled
def watch_height(
    motion: Motion, anatomy: QuadrupedAnatomy, command: QuadrupedCommand, gallop: GallopMemory
) -> None:
    """Update the center of mass's mean height over the hips."""
    over = motion.com[2]
    for leg in range(4):
        over -= 0.25 * motion.origin[anatomy["upper_leg"][leg], 2]
    if gallop["over_hips"] == 0.0:
        gallop["over_hips"] = over
    settles = HEIGHT_SETTLES * math.sqrt(anatomy["leg"] / command["gravity"])
    gallop["over_hips"] += (over - gallop["over_hips"]) * command["dt"] / settles


@compiled
def watch_drift(
    motion: Motion, anatomy: QuadrupedAnatomy, command: QuadrupedCommand, memory: QuadrupedMemory,
    gallop: GallopMemory,
) -> None:  # fmt: skip
    """Update the recent way off the one that was asked for."""
    velocity = transposed_times(about_z(memory["heading"]), motion.com_velocity)
    forgets = FORGETS * math.sqrt(anatomy["leg"] / command["gravity"])
    velocity[0] -= memory["speed"]
    for axis in range(2):
        gallop["astray"][axis] += command["dt"] * (
            velocity[axis] - gallop["astray"][axis] / forgets
        )
    most = MOST_AHEAD * anatomy["leg"]
    gallop["astray"][0] = min(max(gallop["astray"][0], -most), most)


@compiled
def wanted_height(
    motion: Motion, anatomy: QuadrupedAnatomy, command: QuadrupedCommand, memory: QuadrupedMemory,
    gallop: GallopMemory,
) -> float:  # fmt: skip
    """Height [m] of the center of mass over the ground."""
    hips = 0.5 * (anatomy["frame_height"][FRONT] + anatomy["frame_height"][BACK])
    hips -= sinks_to_stride(motion, anatomy, command, memory)
    hips += rises_over_bar(motion, anatomy, memory, gallop)
    return hips + gallop["over_hips"]


@compiled
def _turned(
    motion: Motion, anatomy: QuadrupedAnatomy, command: QuadrupedCommand, memory: QuadrupedMemory
) -> Array:
    """(3,) rotation of the trunk away from its target [rad]."""
    error, ahead = sheared(motion, anatomy), about_z(memory["heading"])
    for frame in range(2):
        pitch = command["pitch"][frame] - memory["slope"]
        facing = product(ahead, product(about_y(pitch), about_x(command["roll"][frame])))
        error -= 0.5 * rotation_from_to(motion.rotation[anatomy["frame"][frame]], facing)
    return error


@compiled
def free_states(
    body: Body, motion: Motion, anatomy: QuadrupedAnatomy, command: QuadrupedCommand,
    memory: QuadrupedMemory, gallop: GallopMemory, step: float, inertia: Array,
) -> Array:  # fmt: skip
    """(KNOTS * ROWS,) errors of the states to come without forces, in the heading's frame.

    Args:
        step: length of an interval [s]; inertia: (3, 3) in the heading's frame [kg m2].
    """
    facing = about_z(memory["heading"])
    turned = transposed_times(facing, _turned(motion, anatomy, command, memory))
    spin = np.linalg.solve(inertia, transposed_times(facing, angular_momentum(body, motion)))
    spin[2] -= memory["turn_rate"]
    velocity = transposed_times(facing, motion.com_velocity)
    velocity[2] -= math.tan(memory["slope"]) * velocity[0]  # of the ground below
    velocity[0] -= memory["speed"]
    velocity[:2] += RETURNS * math.sqrt(command["gravity"] / anatomy["leg"]) * gallop["astray"]
    ground = 0.5 * ground_at(motion, anatomy, memory, FRONT, motion.com)
    ground += 0.5 * ground_at(motion, anatomy, memory, BACK, motion.com)
    height = motion.com[2] - ground - wanted_height(motion, anatomy, command, memory, gallop)
    states, gravity = np.empty(KNOTS * ROWS), command["gravity"]
    for k in range(KNOTS):
        time = (k + 1) * step
        own = states[ROWS * k : ROWS * (k + 1)]
        for axis in range(3):
            own[axis] = turned[axis] + spin[axis] * time
            own[3 + axis], own[7 + axis] = spin[axis], velocity[axis]
        turns = memory["turn_rate"] * time  # along with the heading the speed turns aside
        own[7] += memory["speed"] * (1.0 - math.cos(turns))
        own[8] -= memory["speed"] * math.sin(turns)
        own[6] = height + velocity[2] * time - 0.5 * gravity * time * time
        own[9] -= gravity * time
    return states
