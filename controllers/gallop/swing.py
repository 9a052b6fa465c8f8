"""The swing feet of a gallop: the trot's paths, held more firmly."""

from __future__ import annotations

from ...simulation.compiled import compiled
from ..program.objectives import Tick
from ..quadruped.paw_steps import FOOTHOLD_SETTLES, follow_path
from ..quadruped.records import QuadrupedAnatomy, QuadrupedCommand, QuadrupedMemory
from .feet_ahead import foothold_of

# Numbers without a source: tuned by hand (docs/notes/quadrupeds.md, "A gallop, not finished").
SWING_WEIGHT = 60.0  # of a swinging foot's task
LARGEST_CHANGE = 20.0  # of a swinging foot [g]


@compiled
def swing_gallop_paw(
    tick: Tick[QuadrupedAnatomy], command: QuadrupedCommand, memory: QuadrupedMemory, leg: int
) -> None:
    """Add the task of a swing foot that follows its path to its foothold."""
    if memory["share"][leg] < FOOTHOLD_SETTLES:
        foothold = foothold_of(tick.motion, tick.anatomy, command, memory, leg)
        memory["foothold"][leg] = foothold
    follow_path(tick, command, memory, leg, LARGEST_CHANGE, SWING_WEIGHT)
