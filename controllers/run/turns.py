"""What a turn changes in a run: how far the body leans, and what gives way to that.

A runner in a tight turn flies less and lets its trunk give way in flight, where no ground bears it
up against legs that swing: held firmly, it takes from the feet what they need to come down where
and when they should. Straight on nothing changes, as a leap over a gap needs a firm trunk.
"""

from __future__ import annotations

import math

from ...simulation.body import Motion
from ...simulation.compiled import compiled
from ..gait.records import GaitCommand
from ..program.anatomy import Anatomy
from .records import RunMemory

# Numbers without a source: found by a search, judged by bench running.
# Of the leg: how far below its planned height a body is as a foot comes down late; by how much the
# turn then widens for each leg that it is lower still, and what is left of it at least.
LATE, WIDENS, LEAST_LEFT = 0.008, 8.0, 0.5
TIGHT = 0.33  # of gravity: the acceleration towards the middle of a turn that is fully tight


@compiled
def bank(command: GaitCommand, run: RunMemory) -> float:
    """How far a runner leans into its turn, to the left [rad]."""
    return math.atan(run["speed"] * run["turn_rate"] / command["gravity"])


@compiled
def set_tightness(command: GaitCommand, run: RunMemory) -> None:
    """Set how tight the present turn is, from its acceleration towards the middle."""
    inwards = abs(run["speed"] * run["turn_rate"])
    run["tightness"] = min(inwards / (TIGHT * command["gravity"]), 1.0)


@compiled
def widen_turn(motion: Motion, anatomy: Anatomy, run: RunMemory) -> None:
    """A foot that comes down late, with the body too low, widens the turn for some steps."""
    late = (run["landing"] + run["height"] - motion.com[2]) / anatomy["leg"] - LATE
    if late > 0.0:
        run["turn_rate"] *= max(1.0 - WIDENS * late, LEAST_LEFT)


@compiled
def tightened(value: float, share: float, run: RunMemory) -> float:
    """A value straight on, that a fully tight turn changes to a share of it."""
    return value * (1.0 + (share - 1.0) * run["tightness"])
