"""What a force at a foot asks of its leg's joints, for the pose expected when it acts."""

from __future__ import annotations

import math

import numpy as np

from ...simulation.body import Body, Motion
from ...simulation.compiled import compiled
from ...simulation.rotation import Array, about_z, cross, transposed_times
from ..quadruped.paws import paw
from ..quadruped.records import QuadrupedAnatomy, QuadrupedCommand, QuadrupedMemory
from .clock import stance_progress
from .records import GallopMemory

STRAINS = 4  # knee, ankle, and the hip's pitch and roll
REACHES = 0.999  # of both links: a joint between them is looked for up to here


@compiled
def leg_joints(
    motion: Motion, anatomy: QuadrupedAnatomy, command: QuadrupedCommand, memory: QuadrupedMemory,
    gallop: GallopMemory, leg: int, lever: Array, later: float,
) -> Array:  # fmt: skip
    """(4, 3) hip, knee, ankle and sole from the center of mass, in the heading's frame [m].

    A leg that stands until a time [s] from now keeps its foot's height and its paw's present bend;
    others stand with their hips level and their ankles as in standing.

    Args:
        lever: (3,) the foot from the center of mass, as expected [m].
    """
    upper, lower, foot = anatomy["upper_leg"][leg], anatomy["lower_leg"][leg], anatomy["foot"][leg]
    facing, at = about_z(memory["heading"]), paw(motion, anatomy, leg)
    thigh = _distance(motion.origin[upper], motion.origin[lower])
    shin, sole = _distance(motion.origin[lower], motion.origin[foot]), anatomy["tip"][leg]
    places = np.empty((4, 3))
    places[0] = transposed_times(facing, motion.origin[upper] - motion.com)
    places[3] = lever
    _, stands = stance_progress(command, memory, leg, later)
    if stands:
        places[3, 2] = at[2] - motion.com[2]
        below = _distance(motion.origin[lower], at)
    else:
        places[0, 2] = -gallop["over_hips"]
        places[3, 2] += anatomy["radius"][leg]
        ankle = math.cos(anatomy["ankle"][leg])
        below = math.sqrt(shin**2 + sole**2 + 2.0 * shin * sole * ankle)
    places[1] = _between(places[0], places[3], thigh, below, anatomy["knee_bends"][leg])
    bends = math.copysign(1.0, anatomy["ankle"][leg])
    places[2] = _between(places[1], places[3], shin, sole, bends)
    places[3, 2] -= anatomy["radius"][leg]
    return places


@compiled
def _distance(one: Array, other: Array) -> float:
    way = other - one
    return math.sqrt((way * way).sum())


@compiled
def _between(start: Array, end: Array, first: float, second: float, sign: float) -> Array:
    """(3,) the joint of two links, of lengths `first` and `second`, from start to end [m].

    Args:
        sign: of the second link's pitch against the first.
    """
    way = end - start
    level = math.hypot(way[0], way[2])
    far = min(math.hypot(level, way[1]), REACHES * (first + second))
    share = min(max((first**2 + far**2 - second**2) / (2.0 * first * far), -1.0), 1.0)
    out, along = sign * first * math.sqrt(1.0 - share**2), first * share
    place = start.copy()
    place[0] += (along * way[0] - out * way[2]) / level
    place[1] += along * way[1] / far
    place[2] += (along * way[2] + out * way[0]) / level
    return place


@compiled
def strain_by(
    body: Body, anatomy: QuadrupedAnatomy, leg: int, places: Array, force: Array
) -> Array:
    """(STRAINS,) torques by a force (3,) at a sole [N], as shares of the joints' limits."""
    strain = np.empty(STRAINS)
    limit, sole = body.torque_limit, places[3]
    strain[0] = cross(sole - places[1], force)[1] / limit[anatomy["lower_leg"][leg]]
    strain[1] = cross(sole - places[2], force)[1] / limit[anatomy["foot"][leg]]
    turning = cross(sole - places[0], force)
    strain[2] = turning[1] / limit[anatomy["upper_leg"][leg]]
    strain[3] = turning[0] / limit[anatomy["upper_leg"][leg]]
    return strain
