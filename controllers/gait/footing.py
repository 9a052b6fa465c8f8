"""Distances between feet and body, and loads on the feet, for the walking controllers."""

from __future__ import annotations

import math

import numpy as np

from ...simulation.body import Motion
from ...simulation.compiled import compiled
from ...simulation.rotation import Array
from ..program.anatomy import LEFT, Anatomy
from .modes import WALKING
from .records import GaitMemory

PIVOT = 0.2  # of the way from the ankle to the sole's middle: the pivot of a step
REACH = 0.98  # of the straight leg: beyond it the knee would lock
STRIKE_LOAD = 0.03  # of body weight: with less a foot is in the air, from here on it is down


@compiled
def ahead(vector: Array, heading: float) -> float:
    """Forward component of a world vector, along a heading [rad]."""
    return vector[0] * math.cos(heading) + vector[1] * math.sin(heading)


@compiled
def aside(vector: Array, heading: float) -> float:
    """Leftward component of a world vector, across a heading [rad]."""
    return -vector[0] * math.sin(heading) + vector[1] * math.cos(heading)


@compiled
def outward(side: int) -> float:
    """Sign of a side: +1 left, -1 right."""
    return 1.0 if side == LEFT else -1.0


@compiled
def sole_middle(motion: Motion, anatomy: Anatomy, side: int) -> Array:
    """(3,) middle of a sole, at the height of the ankle."""
    foot = anatomy["foot"][side]
    return (
        motion.origin[foot]
        + 0.5 * (anatomy["ball"][side] - anatomy["heel"][side]) * motion.rotation[foot][:, 0]
    )


@compiled
def pivot_offset(anatomy: Anatomy, side: int) -> float:
    """Distance [m] of a step's pivot ahead of the ankle."""
    return PIVOT * 0.5 * (anatomy["ball"][side] - anatomy["heel"][side])


@compiled
def pivot(motion: Motion, anatomy: Anatomy, side: int) -> Array:
    """(3,) point over which the body passes in a step, at the height of the ankle [m]."""
    foot = anatomy["foot"][side]
    return motion.origin[foot] + pivot_offset(anatomy, side) * motion.rotation[foot][:, 0]


@compiled
def support_middle(motion: Motion, anatomy: Anatomy) -> Array:
    """(3,) middle of the soles of both feet."""
    middle = np.zeros(3)
    for side in range(2):
        middle += 0.5 * sole_middle(motion, anatomy, side)
    return middle


@compiled
def ground_under(motion: Motion, anatomy: Anatomy, side: int) -> float:
    """Height [m] of the ground, from the pose of a loaded foot, with its heel or its ball down."""
    foot = anatomy["foot"][side]
    forward, up = motion.rotation[foot][2, 0], motion.rotation[foot][2, 2]
    heel_down = motion.origin[foot][2] - anatomy["ankle_height"][side] * up
    heel_down -= anatomy["heel"][side] * forward
    ball_down = motion.origin[anatomy["toes"][side]][2] - anatomy["ball_height"][side]
    return min(heel_down, ball_down)


@compiled
def height_over(motion: Motion, anatomy: Anatomy, side: int) -> float:
    """Height [m] of the center of mass over the ground under a foot; bounded above 0."""
    return max(motion.com[2] - ground_under(motion, anatomy, side), 0.3 * anatomy["leg"])


@compiled
def leg_parts(anatomy: Anatomy, side: int) -> tuple[int, int, int, int]:
    return (
        anatomy["upper_leg"][side],
        anatomy["lower_leg"][side],
        anatomy["foot"][side],
        anatomy["toes"][side],
    )


@compiled
def load_on(anatomy: Anatomy, motion: Motion, side: int) -> float:
    """Vertical force [N] under a foot, or under a hand, which has no toes."""
    foot, toes = anatomy["foot"][side], anatomy["toes"][side]
    return motion.load[foot] + (motion.load[toes] if toes != foot else 0.0)


@compiled
def load_share(anatomy: Anatomy, motion: Motion, memory: GaitMemory, side: int) -> float:
    """Share of the body that this leg carries: all in stance, by nearness when standing.

    The share follows the places of the feet and not their loads: by loads, an unloaded leg would
    never take its share.
    """
    if memory["mode"] == WALKING:
        return 1.0 if side == memory["stance"] else 0.0
    heading = memory["heading"]
    own = outward(side) * aside(sole_middle(motion, anatomy, side) - motion.com, heading)
    other = -outward(side) * aside(sole_middle(motion, anatomy, 1 - side) - motion.com, heading)
    spread = max(own + other, 0.02 * anatomy["leg"])
    return min(max(other / spread, 0.0), 1.0)
