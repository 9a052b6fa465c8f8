"""What keeps a stander alive: shifts of weight, shuffled feet, breath and glances.

All of it follows from how long it has stood, so that a take can be repeated. Numbers without a
source are round values of quiet standing adults.
"""

from __future__ import annotations

import math

from ...simulation.body import Motion
from ...simulation.compiled import compiled
from ...simulation.rotation import Array
from ..program.anatomy import LEFT, RIGHT, Anatomy
from .footing import sole_middle
from .modes import STANDING
from .records import GaitCommand, GaitMemory
from .spline import eased

SHIFT = 0.2  # of half the feet's distance: how far an idle stander shifts its weight
SHIFT_PERIODS = (5.3, 7.9)  # [s] of two waves with a very long common period
SHORTEST_STAND, LONGEST_STAND = 8.0, 14.0  # between two shuffles of the feet [s]
GOLDEN = 0.618034  # golden ratio - 1: its multiples modulo 1 are evenly spread
BREATH, BREATH_PERIOD = 0.015, 4.0  # [rad] by which the chest rises and falls, [s]
GLANCE_EVERY, GLANCE_TAKES = 3.7, 0.6  # [s] from one glance to the next, for the turn of the head
GLANCES = 4.0  # between two shuffles, about
LEAST_GLANCE, FURTHEST_GLANCE = 0.25, 0.6  # [rad] to a side
LOOKS_AHEAD = 0.35  # share of the time


@compiled
def _spread(count: float) -> float:
    """The evenly spread share, 0 to 1, of a whole number."""
    share = GOLDEN * count
    return share - math.floor(share)


@compiled
def is_restless(command: GaitCommand, memory: GaitMemory) -> bool:
    """Whether an idle stander should shuffle its feet now; sooner with a higher `idle`."""
    share = _spread(float(memory["shuffles"]))
    stand = SHORTEST_STAND + (LONGEST_STAND - SHORTEST_STAND) * share
    return command["idle"] * memory["stood"] > stand


@compiled
def idle_shift(motion: Motion, anatomy: Anatomy, command: GaitCommand, memory: GaitMemory) -> Array:
    """(3,) target offset [m] of an idle stander from the feet's middle towards one of the feet."""
    wave = 0.0
    for period in SHIFT_PERIODS:
        wave += 0.5 * math.sin(2.0 * math.pi * memory["stood"] / period)
    feet = sole_middle(motion, anatomy, LEFT) - sole_middle(motion, anatomy, RIGHT)
    return command["idle"] * SHIFT * wave * 0.5 * feet


@compiled
def breath(command: GaitCommand, memory: GaitMemory) -> float:
    """How far an idle stander's chest leans forwards as it breathes [rad]."""
    if memory["mode"] != STANDING:
        return 0.0
    return -command["idle"] * BREATH * math.sin(2.0 * math.pi * memory["stood"] / BREATH_PERIOD)


@compiled
def glance(command: GaitCommand, memory: GaitMemory) -> float:
    """How far an idle stander turns its head to the left [rad]."""
    if memory["mode"] != STANDING:
        return 0.0
    count = float(math.floor(memory["stood"] / GLANCE_EVERY))
    turned = eased((memory["stood"] - count * GLANCE_EVERY) / GLANCE_TAKES)
    last, now = _glance_at(memory, count - 1.0), _glance_at(memory, count)
    return command["idle"] * (last + turned * (now - last))


@compiled
def _glance_at(memory: GaitMemory, count: float) -> float:
    """Where a stand's glance of a number looks [rad]; the first one looks ahead."""
    share = _spread(count + GLANCES * memory["shuffles"])
    if count < 1.0 or share < LOOKS_AHEAD:
        return 0.0
    aside = 2.0 * (share - LOOKS_AHEAD) / (1.0 - LOOKS_AHEAD) - 1.0
    return math.copysign(LEAST_GLANCE + (FURTHEST_GLANCE - LEAST_GLANCE) * abs(aside), aside)
