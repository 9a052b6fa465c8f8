"""The path of a foot over an obstacle: up, across and down (Coros et al. 2010, Section 5.4)."""

from __future__ import annotations

import math

import numpy as np

from ...simulation.compiled import compiled
from ...simulation.rotation import Array
from ..program.anatomy import Anatomy
from .footsteps import RISEN_BY, SINKS_FROM, TOP, present_footstep
from .records import GaitCommand, GaitMemory
from .spline import catmull_rom, eased
from .terrain import lands_below

MOMENT = 0.02  # of the step's time: the finite difference of the acceleration
# Down a step: phases between which the toes drop, pitch [rad] per drop of the leg, and most [rad].
TOES_DROP_FROM, TOES_DROPPED_BY, TOES_DROP, MOST_TOES_DROP = 0.3, 0.7, 3.0, 0.5
KNOTS = 5  # of four Catmull-Rom segments


@compiled
def steps_over(command: GaitCommand, memory: GaitMemory) -> bool:
    """Whether the present step is a directed step over an obstacle."""
    return memory["directed"] == 1 and not math.isnan(present_footstep(command, memory)[TOP])


@compiled
def place_over(anatomy: Anatomy, command: GaitCommand, memory: GaitMemory, phase: float) -> Array:
    """(3,) target [m] of the swing ankle at a phase, at rest at both ends.

    From one share of the path to another the ankle is above the obstacle's top.
    """
    footstep, side = present_footstep(command, memory), 1 - memory["stance"]
    shares, heights, pace = np.zeros(KNOTS), np.zeros(KNOTS), eased(phase)
    shares[1], shares[3], shares[4] = footstep[RISEN_BY], footstep[SINKS_FROM], 1.0
    shares[2] = 0.5 * (shares[1] + shares[3])
    heights[:] = footstep[TOP] + anatomy["ankle_height"][side]
    heights[0], heights[4] = memory["lift_off"][2], memory["foothold"][2]
    share, place = catmull_rom(shares, pace), np.empty(3)
    place[:2] = (1.0 - share) * memory["lift_off"][:2] + share * memory["foothold"][:2]
    place[:2] += math.sin(math.pi * share) * memory["detour"]
    place[2] = catmull_rom(heights, pace)
    return place


@compiled
def pitch_over(anatomy: Anatomy, command: GaitCommand, memory: GaitMemory) -> float:
    """Pitch [rad] of a foot that steps down: its ball comes down first, as people's does."""
    if not lands_below(anatomy, command, memory["lift_floor"]):
        return 0.0
    drop = (memory["lift_floor"] - command["landing"]) / anatomy["leg"]
    share = eased((memory["phase"] - TOES_DROP_FROM) / (TOES_DROPPED_BY - TOES_DROP_FROM))
    return share * min(TOES_DROP * drop, MOST_TOES_DROP)


@compiled
def surge_over(anatomy: Anatomy, command: GaitCommand, memory: GaitMemory, rate: float) -> Array:
    """(3,) acceleration [m/s2] of that target, for a phase that advances at a rate [1/s]."""
    phase = min(max(memory["phase"], MOMENT), 1.0 - MOMENT)
    before = place_over(anatomy, command, memory, phase - MOMENT)
    after = place_over(anatomy, command, memory, phase + MOMENT)
    bend = before + after - 2.0 * place_over(anatomy, command, memory, phase)
    surge: Array = bend * (rate / MOMENT) ** 2
    return surge
