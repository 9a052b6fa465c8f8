"""In which step a body is that another law has moved until now, such as a performed clip."""

from __future__ import annotations

import math

from ...simulation.body import Body, Motion
from ...simulation.compiled import compiled
from ..program.anatomy import LEFT, RIGHT, Anatomy
from .footing import STRIKE_LOAD, ahead, aside, load_on
from .records import GaitCommand, GaitMemory
from .standing import BOTH_FEET
from .supervisor import is_under_feet, stopping_pressure

NO_FOOT = -1
# A foot in the air is at the middle of its step beside the other foot, and at the step's begin or
# end this far behind or ahead [of the leg]; a step that is taken over has this much of it left.
HALF_STEP, LATEST = 0.4, 0.8


@compiled
def stepping_foot(body: Body, motion: Motion, anatomy: Anatomy, command: GaitCommand) -> int:
    """The side of the foot that is in the air or must leave the ground next, so that the body does
    not fall; NO_FOOT for a body that can stand on both feet.
    """
    weight = anatomy["total_mass"] * command["gravity"]
    left = load_on(anatomy, motion, LEFT) > STRIKE_LOAD * weight
    right = load_on(anatomy, motion, RIGHT) > STRIKE_LOAD * weight
    if left != right:
        return RIGHT if left else LEFT
    place = stopping_pressure(body, motion, anatomy, command)
    if is_under_feet(motion, anatomy, place):
        return NO_FOOT
    return LEFT if _lead(motion, anatomy, LEFT) < 0.0 else RIGHT


@compiled
def take_up_step(
    motion: Motion, anatomy: Anatomy, command: GaitCommand, memory: GaitMemory, side: int
) -> None:
    """The pace and phase of a step with the foot of a side, which has just begun as a new one."""
    memory["footstrikes"], memory["least_steps"] = 0, BOTH_FEET
    if load_on(anatomy, motion, side) > STRIKE_LOAD * anatomy["total_mass"] * command["gravity"]:
        return
    half = HALF_STEP * anatomy["leg"]
    share = 0.5 + 0.5 * _lead(motion, anatomy, side) / half
    memory["phase"] = min(max(share, memory["phase"]), LATEST)


@compiled
def take_up_speed(motion: Motion, memory: GaitMemory) -> None:
    """The body's own velocity becomes the target, from which the walk slows down or goes on."""
    memory["speed"] = ahead(motion.com_velocity, memory["heading"])
    memory["lateral_speed"] = aside(motion.com_velocity, memory["heading"])


@compiled
def _lead(motion: Motion, anatomy: Anatomy, side: int) -> float:
    """How far a foot is ahead of the other one [m], along the way of the center of mass."""
    way = math.atan2(motion.com_velocity[1], motion.com_velocity[0])
    feet = motion.origin[anatomy["foot"][side]] - motion.origin[anatomy["foot"][1 - side]]
    return ahead(feet, way)
