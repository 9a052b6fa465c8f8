"""The swing feet of a gallop: the trot's paths, held more firmly, by knees that fold for them."""

from __future__ import annotations

import math

from ...simulation.compiled import compiled
from ...simulation.dynamics import first_dof
from ...simulation.hanging.small import distance
from ..balance.posture import hinge_state
from ..program.objectives import Tick, add_dof_task
from ..quadruped.leg_frames import squared_frequency
from ..quadruped.leg_shapes import leg_bend
from ..quadruped.paw_steps import FOOTHOLD_SETTLES, SWING_STIFFNESS, follow_path
from ..quadruped.paws import paw
from ..quadruped.records import QuadrupedAnatomy, QuadrupedCommand, QuadrupedMemory
from .bar import keep_off_bar, target_over_bar
from .feet_ahead import foothold_of
from .records import GallopMemory

# Numbers without a source, tuned: bench gallop.
SWING_WEIGHT, FOLD_WEIGHT = 60.0, 1.0  # of the tasks of a swinging foot, of its knee
LARGEST_CHANGE = 20.0  # of a swinging foot [g]
LEAVES_FROM = 0.9  # share of a swing from which on a knee is left to the foot, which is to land


@compiled
def swing_gallop_paw(
    tick: Tick[QuadrupedAnatomy], command: QuadrupedCommand, memory: QuadrupedMemory,
    gallop: GallopMemory, leg: int,
) -> None:  # fmt: skip
    """Add the tasks of a swing foot that follows its path to its foothold, and of its knee."""
    if memory["share"][leg] < FOOTHOLD_SETTLES:
        foothold = foothold_of(tick.motion, tick.anatomy, command, memory, leg)
        keep_off_bar(tick.anatomy, memory, gallop, foothold)
        memory["foothold"][leg] = foothold
    target = target_over_bar(tick.motion, tick.anatomy, command, memory, gallop, leg)
    follow_path(tick, command, memory, leg, target, LARGEST_CHANGE, SWING_WEIGHT)
    _fold_knee(tick, command, memory, leg)


@compiled
def _fold_knee(
    tick: Tick[QuadrupedAnatomy], command: QuadrupedCommand, memory: QuadrupedMemory, leg: int
) -> None:
    """Add the task of a knee whose leg is to be as long as the way to the foot's target.

    The foot's own task cannot fold a straight leg, which shortens with the square of the knee's
    angle: the leg trailed behind for strides.
    """
    anatomy, motion = tick.anatomy, tick.motion
    hip, lower = motion.origin[anatomy["upper_leg"][leg]], anatomy["lower_leg"][leg]
    thigh = distance(hip, motion.origin[lower])
    below = distance(motion.origin[lower], paw(motion, anatomy, leg))
    far = distance(hip, memory["last"][leg])
    inner = (thigh**2 + below**2 - far**2) / (2.0 * thigh * below)
    wanted = anatomy["knee_bends"][leg] * (math.pi - math.acos(min(max(inner, -1.0), 1.0)))
    _, rate = hinge_state(tick.body, motion, lower)
    stiffness = SWING_STIFFNESS * squared_frequency(anatomy, command)
    target = stiffness * (wanted - leg_bend(motion, anatomy, leg))
    target -= 2.0 * math.sqrt(stiffness) * rate
    share = (1.0 - memory["share"][leg]) / (1.0 - LEAVES_FROM)
    weight = FOLD_WEIGHT * min(max(share, 0.0), 1.0)
    add_dof_task(tick, first_dof(tick.body, lower), target, weight)
