"""Where the feet of a gallop will be over a horizon, and where they should come down."""

from __future__ import annotations

import math

import numpy as np

from ...simulation.body import Motion
from ...simulation.compiled import compiled
from ...simulation.rotation import Array, about_z, cross, times, transposed_times
from ..quadruped.felt_ground import ground_at
from ..quadruped.paw_steps import shorten
from ..quadruped.paws import paw
from ..quadruped.records import QuadrupedAnatomy, QuadrupedCommand, QuadrupedMemory
from ..quadruped.strides import own_velocity, stance_time, swing_time, wanted_velocity
from .clock import stance_progress
from .records import GallopMemory
from .states_ahead import wanted_height

# Numbers without a source, tuned: bench gallop.
# Of the leg: feet stand further back than in a trot, so that legs that land far ahead still reach.
BACK_BY = 0.1
NARROWED = 0.5  # of a trot's: distance of the feet from the middle line
# Of a pendulum's: how much further feet land the way in which the body is too fast. The planned
# forces correct most of a speed's error.
CATCHES = 0.15


@compiled
def _neutral(
    motion: Motion, anatomy: QuadrupedAnatomy, command: QuadrupedCommand, memory: QuadrupedMemory,
    leg: int,
) -> Array:  # fmt: skip
    """(3,) from a hip to its foot's level place in the middle of a stance, heading's frame [m].

    In a turn feet stand outside, so that what pushes the body inwards does not roll it outwards.
    """
    hip = motion.origin[anatomy["upper_leg"][leg]] - motion.com
    aside = transposed_times(about_z(memory["heading"]), hip)[1]
    place = np.zeros(3)
    place[0] = anatomy["neutral"][leg, 0] + anatomy["ahead"] - BACK_BY * anatomy["leg"]
    place[1] = NARROWED * (aside + anatomy["neutral"][leg, 1]) - aside
    inwards = memory["speed"] * memory["turn_rate"] / command["gravity"]
    place[1] -= anatomy["frame_height"][leg // 2] * inwards
    return place


@compiled
def lever_of(
    motion: Motion, anatomy: QuadrupedAnatomy, command: QuadrupedCommand, memory: QuadrupedMemory,
    gallop: GallopMemory, leg: int, later: float,
) -> Array:  # fmt: skip
    """(3,) a foot from the center of mass at a time [s] from now, as expected, heading's frame [m].

    A foot that stands until then stays where it is, others land as they should.
    """
    facing = about_z(memory["heading"])
    velocity = transposed_times(facing, motion.com_velocity)
    done, stands = stance_progress(command, memory, leg, later)
    if stands:
        place = transposed_times(facing, paw(motion, anatomy, leg) - motion.com)
        place[:2] -= velocity[:2] * later
    else:
        place = transposed_times(facing, motion.origin[anatomy["upper_leg"][leg]] - motion.com)
        place += _neutral(motion, anatomy, command, memory, leg)
        place[0] += (0.5 - done) * stance_time(command) * velocity[0]
    place[2] = math.tan(memory["slope"]) * place[0]
    place[2] -= wanted_height(motion, anatomy, command, memory, gallop)
    return place


@compiled
def hip_moment(
    motion: Motion, anatomy: QuadrupedAnatomy, memory: QuadrupedMemory, leg: int, lever: Array,
    force: Array,
) -> Array:  # fmt: skip
    """(3,) moment at a hip by a force (3,) at its foot, in units of leg and force."""
    facing = about_z(memory["heading"])
    hip = transposed_times(facing, motion.origin[anatomy["upper_leg"][leg]] - motion.com)
    moment: Array = cross((lever - hip) / anatomy["leg"], force)
    return moment


@compiled
def foothold_of(
    motion: Motion, anatomy: QuadrupedAnatomy, command: QuadrupedCommand, memory: QuadrupedMemory,
    leg: int,
) -> Array:  # fmt: skip
    """(3,) where a foot's round end should come down [m]: half a stance ahead of its neutral place.
    """
    hip = motion.origin[anatomy["upper_leg"][leg]]
    left = max(1.0 - memory["share"][leg], 0.0) * swing_time(command, leg)
    own, wanted = own_velocity(memory, motion, hip), wanted_velocity(memory, motion, hip)
    falls_in = math.sqrt(anatomy["frame_height"][leg // 2] / command["gravity"])
    way = times(about_z(memory["heading"]), _neutral(motion, anatomy, command, memory, leg))
    way += 0.5 * stance_time(command) * own + CATCHES * falls_in * (own - wanted)
    shorten(way, anatomy)
    foothold = hip + left * own + way
    ground = ground_at(motion, anatomy, memory, leg // 2, foothold)
    foothold[2] = ground + anatomy["radius"][leg]
    return foothold
