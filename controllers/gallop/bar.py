"""A low bar across the way of a gallop: footholds beside it, and feet that pass over it."""

from __future__ import annotations

import math

from ...simulation.body import Motion
from ...simulation.compiled import compiled
from ...simulation.rotation import Array
from ..quadruped.felt_ground import ground_below
from ..quadruped.paw_steps import swing_target
from ..quadruped.records import BACK, FRONT, QuadrupedAnatomy, QuadrupedCommand, QuadrupedMemory
from .records import GallopMemory

# Numbers without a source, tuned: bench gallop.
ROOM_BEFORE, ROOM_BEHIND = 0.25, 0.2  # of the leg, between a bar and a foothold
CLEARANCE = 0.18  # of the leg, over a bar
# Of the leg: bars up to the first are passed at the usual height, by higher ones the body rises by
# as much, up to the second, from the third before them on.
PASSED_LOW, MOST_RISE, RISES_WITHIN = 0.25, 0.16, 3.0
EARLIEST = 0.1  # share of a foot's way at which it may be over a bar; as much is left behind it


@compiled
def keep_off_bar(
    anatomy: QuadrupedAnatomy, memory: QuadrupedMemory, gallop: GallopMemory, foothold: Array
) -> None:
    """Move a foothold (3,) [m] that is too near a bar along the heading, to its nearer side."""
    if math.isnan(gallop["bar_top"]):
        return
    at, radius = _along(memory, gallop, foothold), anatomy["radius"].max()
    first = -gallop["bar_half"] - radius - ROOM_BEFORE * anatomy["leg"]
    last = gallop["bar_half"] + radius + ROOM_BEHIND * anatomy["leg"]
    if first < at < last:
        moves = (first if at < 0.5 * (first + last) else last) - at
        foothold[0] += moves * math.cos(memory["heading"])
        foothold[1] += moves * math.sin(memory["heading"])


@compiled
def target_over_bar(
    motion: Motion, anatomy: QuadrupedAnatomy, command: QuadrupedCommand, memory: QuadrupedMemory,
    gallop: GallopMemory, leg: int,
) -> Array:  # fmt: skip
    """(3,) present target of a swing foot [m], which is over a bar, and highest, halfway."""
    height, lags = command["step_height"], 1.0
    begin = _along(memory, gallop, memory["lift_off"][leg])
    end = _along(memory, gallop, memory["foothold"][leg])
    if not math.isnan(gallop["bar_top"]) and begin < gallop["bar_half"] and end > 0.0:
        share = min(max(-begin / (end - begin), EARLIEST), 1.0 - EARLIEST)
        lags = math.log(share) / math.log(0.5)
        lifts, lands = memory["lift_off"][leg, 2], memory["foothold"][leg, 2]
        over = gallop["bar_top"] + anatomy["radius"][leg] + CLEARANCE * anatomy["leg"]
        height = max(height, over - (1.0 - share) * lifts - share * lands)
    target: Array = swing_target(motion, anatomy, command, memory, leg, height, lags)
    return target


@compiled
def rises_over_bar(
    motion: Motion, anatomy: QuadrupedAnatomy, memory: QuadrupedMemory, gallop: GallopMemory
) -> float:
    """Distance by which the body is higher near a bar, for knees that fold over it [m]."""
    if math.isnan(gallop["bar_top"]):
        return 0.0
    ground = 0.5 * ground_below(motion, anatomy, memory, FRONT)
    ground += 0.5 * ground_below(motion, anatomy, memory, BACK)
    over = (gallop["bar_top"] - ground) / anatomy["leg"] - PASSED_LOW
    away = abs(_along(memory, gallop, motion.com)) / (RISES_WITHIN * anatomy["leg"])
    most = anatomy["leg"] * min(max(over, 0.0), MOST_RISE)
    return most * math.cos(0.5 * math.pi * min(away, 1.0)) ** 2


@compiled
def _along(memory: QuadrupedMemory, gallop: GallopMemory, place: Array) -> float:
    """Distance of a place behind the middle of a bar, along the heading [m]."""
    x, y = place[0] - gallop["bar"][0], place[1] - gallop["bar"][1]
    along: float = math.cos(memory["heading"]) * x + math.sin(memory["heading"]) * y
    return along
