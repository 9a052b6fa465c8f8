"""When the feet of a gallop lift and land, now and in the intervals of a horizon."""

from __future__ import annotations

import math

import numpy as np

from ...simulation.body import Motion
from ...simulation.compiled import compiled
from ...simulation.rotation import Array
from ..quadruped.felt_ground import UNLOADED_FOR, bears
from ..quadruped.paws import paw
from ..quadruped.records import QuadrupedAnatomy, QuadrupedCommand, QuadrupedMemory
from ..quadruped.strides import LANDED, LANDS_FROM, LATEST, LIFTS_UNTIL, swing_share, swing_time
from .records import KNOTS, LEGS

# Numbers without a source, tuned: bench gallop.
# In the last share of its stance a leg that is longer than this share of its length lifts at once:
# dragged on straight, it could not be shortened, and its swing would tip the trunk.
LAST, STRETCHED = 0.4, 0.95
LEAST_SHARE = 0.05  # of an interval: a foot that stands for less is not planned for
EARLY_BY = 2  # intervals: a foot that landed up to this much before its time counts as landed


@compiled
def lift_or_land(
    motion: Motion, anatomy: QuadrupedAnatomy, command: QuadrupedCommand, memory: QuadrupedMemory,
    leg: int,
) -> None:  # fmt: skip
    """Lift a foot by the clock, or because its leg is stretched; land it by its load.

    The clock waits for no foot: the stride is ballistic.
    """
    share = swing_share(command, memory, leg)
    stands = memory["swings"][leg] == 0
    due = 0.0 <= share < LIFTS_UNTIL and (stands or memory["share"][leg] > 1.0)  # it never landed
    if due or (stands and _is_stretched(motion, anatomy, command, memory, leg)):
        memory["swings"][leg], memory["fresh"][leg], memory["share"][leg] = 1, 1, 0.0
        memory["lift_off"][leg] = paw(motion, anatomy, leg)
        memory["foothold"][leg] = memory["lift_off"][leg]
    if memory["swings"][leg] == 0:
        memory["share"][leg] = 0.0
        return
    memory["unloaded"][leg] = 0.0
    at = memory["share"][leg]
    on = at + command["dt"] / swing_time(command, leg)
    memory["share"][leg] = share if 0.0 <= share < 1.0 and at <= share else on
    load, weight = motion.load[anatomy["foot"][leg]], anatomy["total_mass"] * command["gravity"]
    if memory["share"][leg] > LANDS_FROM and load > LANDED * weight:
        memory["swings"][leg] = 0
    elif memory["share"][leg] > LATEST:
        memory["swings"][leg], memory["unloaded"][leg] = 0, UNLOADED_FOR


@compiled
def _is_stretched(
    motion: Motion, anatomy: QuadrupedAnatomy, command: QuadrupedCommand, memory: QuadrupedMemory,
    leg: int,
) -> bool:  # fmt: skip
    """Whether a leg is nearly straight late in its stance."""
    phase = memory["phase"] - command["offset"][leg]
    if phase < 0.0 or math.ceil(phase) - phase > LAST * command["duty"]:
        return False
    way = paw(motion, anatomy, leg) - motion.origin[anatomy["upper_leg"][leg]]
    return math.sqrt((way * way).sum()) > STRETCHED * anatomy["longest"][leg]


@compiled
def stance_shares(command: QuadrupedCommand, memory: QuadrupedMemory, step: float) -> Array:
    """(KNOTS, LEGS) share of each interval of `step` [s] during which a leg stands.

    The first interval knows of feet that landed early, or are late.
    """
    shares, wide = np.zeros((KNOTS, LEGS)), step / command["period"]
    for leg in range(LEGS):
        for k in range(KNOTS):
            begin = memory["phase"] + k * wide - command["offset"][leg]
            stands = _stood_until(begin + wide, command) - _stood_until(begin, command)
            shares[k, leg] = stands / wide if stands > LEAST_SHARE * wide else 0.0
        if memory["swings"][leg] == 1 or not bears(memory, leg):
            shares[0, leg] = 0.0
        elif shares[0, leg] == 0.0 and shares[EARLY_BY, leg] > 0.5:
            shares[0, leg] = 1.0
    return shares


@compiled
def _stood_until(phase: float, command: QuadrupedCommand) -> float:
    """Strides for which a leg has stood by a phase; it lifts at phase 0 and each whole one."""
    if phase < 0.0:  # it has not lifted yet
        return phase
    whole, duty = math.floor(phase), command["duty"]
    return whole * duty + max(phase - whole - 1.0 + duty, 0.0)


@compiled
def stance_progress(
    command: QuadrupedCommand, memory: QuadrupedMemory, leg: int, later: float
) -> tuple[float, bool]:
    """Share of a leg's stance that is over at a time [s] from now, and whether it stands till then.
    """
    now = memory["phase"] - command["offset"][leg]
    then = now + later / command["period"]
    done = (then - math.floor(then) - 1.0 + command["duty"]) / command["duty"]
    return done, memory["swings"][leg] == 0 and math.floor(then) == math.floor(now)
