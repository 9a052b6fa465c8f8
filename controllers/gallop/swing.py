"""The paths of a gallop's swing feet."""

from __future__ import annotations

import math

import numpy as np

from ...simulation.body import Motion
from ...simulation.compiled import compiled
from ...simulation.dynamics import point_velocity
from ...simulation.rotation import Array
from ..gait.spline import eased
from ..program.objectives import Tick, add_point_task
from ..quadruped.paw_steps import FOOTHOLD_SETTLES, SINKS, SWING_STIFFNESS, keep_within_reach
from ..quadruped.paws import paw
from ..quadruped.records import QuadrupedAnatomy, QuadrupedCommand, QuadrupedMemory
from ..quadruped.strides import swing_time
from .feet_ahead import foothold_of

# Numbers without a source: tuned by hand (docs/notes/quadrupeds.md, "A gallop, not finished").
SWING_WEIGHT = 60.0  # of a swinging foot's task
LARGEST_CHANGE = 20.0  # of a swinging foot [g]


@compiled
def swing_gallop_paw(
    tick: Tick[QuadrupedAnatomy], command: QuadrupedCommand, memory: QuadrupedMemory, leg: int
) -> None:
    """Add the task of a swing foot that follows its path to its foothold."""
    anatomy, motion = tick.anatomy, tick.motion
    foot, at = anatomy["foot"][leg], paw(motion, anatomy, leg)
    stiffness = SWING_STIFFNESS * command["gravity"] / anatomy["leg"]
    wanted = _path(motion, anatomy, command, memory, leg)
    velocity = point_velocity(tick.dynamics.twists[foot], at - motion.com)
    most, target = LARGEST_CHANGE * command["gravity"], np.empty(3)
    for k in range(3):
        fresh = memory["fresh"][leg] == 1
        pace = 0.0 if fresh else (wanted[k] - memory["last"][leg, k]) / command["dt"]
        change = stiffness * (wanted[k] - at[k])
        change += 2.0 * math.sqrt(stiffness) * (pace - velocity[k])
        target[k] = min(max(change, -most), most)
    memory["last"][leg], memory["fresh"][leg] = wanted, 0
    add_point_task(tick, foot, at, target, SWING_WEIGHT * anatomy["moves"])


@compiled
def _path(
    motion: Motion, anatomy: QuadrupedAnatomy, command: QuadrupedCommand, memory: QuadrupedMemory,
    leg: int,
) -> Array:  # fmt: skip
    """(3,) present target of a swing foot [m]."""
    share = memory["share"][leg]
    if share < FOOTHOLD_SETTLES:
        memory["foothold"][leg] = foothold_of(motion, anatomy, command, memory, leg)
    done = eased(min(share, 1.0))
    target: Array = (1.0 - done) * memory["lift_off"][leg] + done * memory["foothold"][leg]
    target[2] += command["step_height"] * math.sin(math.pi * min(share, 1.0)) ** 2
    target[2] -= SINKS * anatomy["leg"] * max(share - 1.0, 0.0) * swing_time(command, leg)
    keep_within_reach(motion, anatomy, leg, target)
    return target
