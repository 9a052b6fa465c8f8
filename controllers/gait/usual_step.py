"""The step of a steady walk: its foothold, and the capture point's offset that keeps its speed.

Coros, Beaudoin, van de Panne 2010, Section 3.2. Pairs of numbers are forwards and to the left [m],
from the pivot over which the body passes.
"""

from __future__ import annotations

import math

from ...simulation.compiled import compiled
from ...simulation.rotation import Array
from ..program.anatomy import Anatomy
from .footing import outward
from .pressure_path import Fall, fall_along
from .records import GaitCommand, GaitMemory
from .rolling import between, coming_share
from .step_pressure import Pair, Path
from .terrain import sees_stairs
from .variation import LENGTH, WIDTH

FEET_APART, ROLLED_APART = 1.3, 1.04  # of the feet's width: least sideways distance of the feet
WIDER = 0.011  # of the leg: a rolling walk's usual distance over the least one of flat feet
WIDER_ON_STAIRS = 0.05  # of the leg: a foot that goes up passes the other knee
LOSSES = 1.09  # of the speed: planned, since each strike of a rolling walk's heel costs the rest
FURTHEST_CROSSED = 0.33  # of the leg: beyond the other foot, where legs pass through each other


@compiled
def _feet_apart(anatomy: Anatomy) -> float:
    """Least sideways distance [m] of feet that pass each other."""
    return FEET_APART * (anatomy["half_width"][0] + anatomy["half_width"][1])


@compiled
def least_apart(anatomy: Anatomy, command: GaitCommand, memory: GaitMemory) -> float:
    """Least sideways distance [m] of a foothold; negative where the feet may cross.

    A rolling walk's usual steps are wider than that, so that a narrower one can balance.
    """
    if command["may_cross"]:
        return -FURTHEST_CROSSED * anatomy["leg"]
    return _feet_apart(anatomy) * between(1.0, ROLLED_APART / FEET_APART, memory["rolling"])


@compiled
def line_width(anatomy: Anatomy, command: GaitCommand, memory: GaitMemory) -> float:
    """Sideways distance [m] of the two lines of footprints, wide enough to walk sideways."""
    moved = abs(memory["lateral_speed"]) * memory["period"]
    wider = (WIDER * memory["rolling"] + max(memory["varied"][WIDTH], 0.0)) * anatomy["leg"]
    if sees_stairs(anatomy, command):
        wider += WIDER_ON_STAIRS * anatomy["leg"]
    return max(command["step_width"], _feet_apart(anatomy) + moved + wider)


@compiled
def usual_step(memory: GaitMemory, width: float) -> Pair:
    """The foothold [m] of a steady walk, corrected by the speed error of past steps."""
    aside_by = outward(1 - memory["stance"]) * width
    longer = 1.0 + memory["varied"][LENGTH]
    planned = memory["speed"] * between(1.0, LOSSES, memory["rolling"])
    return (
        (planned + memory["correction"][0]) * memory["period"] * longer,
        (memory["lateral_speed"] + memory["correction"][1]) * memory["period"] + aside_by,
    )


@compiled
def keeping_speed(
    memory: GaitMemory, path: Path, usual: Pair, rate: float, share: float
) -> Pair:
    """Offset [m] of the capture point from the new foothold at the footstrike of a steady walk.

    From footstrike to footstrike the capture point moves from b to the usual step s + b: with its
    growth g over the step and with c, where it would end from 0, g b + c = s + b. Sideways b
    changes its sign: g b + c = s - b, with the width for s and the speed to the side apart.
    """
    growth, period = math.exp(rate * memory["period"]), memory["period"]
    phases, ahead_path, aside_path = path
    drift = memory["lateral_speed"] + memory["correction"][1]
    width = usual[1] - drift * period
    ahead_by = (usual[0] - _end_from_pivot(phases, ahead_path, rate, period)) / (growth - 1.0)
    aside_by = (width - _end_from_pivot(phases, aside_path, rate, period)) / (growth + 1.0)
    return share * ahead_by, drift * period / (growth - 1.0) - aside_by


@compiled
def coming_path(
    anatomy: Anatomy, command: GaitCommand, memory: GaitMemory, path: Path
) -> Path:
    """The pressure's path in the step after this one, if that will roll less."""
    share = coming_share(anatomy, command, memory)
    if share >= memory["rolling"]:
        return path
    less = share / memory["rolling"]
    return path[0], less * path[1], less * path[2]


@compiled
def _end_from_pivot(phases: Array, places: Array, rate: float, time: float) -> float:
    """Where a capture point over the pivot would end a whole step later [m]."""
    place, velocity = fall_along(phases, places, Fall(rate, 0.0, time), 0.0, (0.0, 0.0))
    return place + velocity / rate
