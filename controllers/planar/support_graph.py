"""Support graphs: which limbs bear a body while it rises, and how high its hips and shoulders are.

Jones 2011, "Rising Motion Controllers for Physically Simulated Characters", Section 6.1. The body
is `prone9`: a trunk, then for each limb its upper and its lower part. Points are (forwards,
upwards) in the body's plane [m]. A limb's end is its hand or foot, or the knee while it kneels.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...simulation.body import Motion
from ...simulation.compiled import compiled
from ...simulation.rotation import Array

LIMBS, ARMS = 4, 2  # left and right arm, left and right leg
IDLE, SWING, STANCE, KNEEL = range(4)
NEVER = -1  # fills the rows of limbs that change less often than others
FADE = 0.5  # of the phase [s] over which a limb is unloaded that is to be lifted
EARLY_LIFT = 0.04  # how far its end is raised meanwhile [m]
LEAST_WEIGHT = 0.02  # of such a limb, so that it is never forgotten
SLOWEST = 0.05  # of the phase's advance
UNKNOWN = 1e9  # a landing that is not chosen yet
# A limb that swings and bears more than this share of the weight is waited for, in this part of its
# swing: before it, it is being unloaded, and behind it, it lands.
BEARING, LIFTED, LANDING = 0.3, 0.2, 0.3


class Graph(NamedTuple):
    """What a rising motion is; k changes of a limb at most.

    Attributes:
        starts: (4, k) phase at which each mode begins [s].
        modes: (4, k) IDLE, SWING, STANCE, KNEEL or NEVER.
        offsets, lifts: (4, k) where a swing lands ahead of hip or shoulder, how high it goes [m].
        hips, shoulders: (2, 7) phases [s] and heights over the ground [m].
        warp: (10,) how fast the phase advances, at even steps of it.
        end: (1,) the last phase [s].
        slope: (1,) of the ground, its tangent; base: (1,) its height at the plane's origin [m].
        radius: (1,) of the limbs' ends [m].
        weight: (1,) of the body [N].
        gravity: (1,) [m/s2].
    """

    starts: Array
    modes: NDArray[np.int64]
    offsets: Array
    lifts: Array
    hips: Array
    shoulders: Array
    warp: Array
    end: Array
    slope: Array
    base: Array
    radius: Array
    weight: Array
    gravity: Array


class Memory(NamedTuple):
    """What lives between time steps.

    Attributes:
        phase: (1,) [s].
        at: (4,) which of its modes each limb is in.
        takeoff: (4, 2) where each end was when that began [m].
        landing: (4,) where it comes down, forwards [m].
    """

    phase: Array
    at: NDArray[np.int64]
    takeoff: Array
    landing: Array


@compiled
def advance(graph: Graph, memory: Memory, motion: Motion, tips: Array, dt: float) -> float:
    """The phase after a time step; it pauses until it is safe to go on."""
    phase: float = memory.phase[0]
    if _is_safe(graph, memory, motion):
        phase = min(phase + dt * max(_warp_at(graph, phase), SLOWEST), graph.end[0])
        memory.phase[0] = phase
    for limb in range(LIMBS):
        while _changes(graph, memory, limb) and phase >= graph.starts[limb, memory.at[limb] + 1]:
            memory.at[limb] += 1
            memory.takeoff[limb] = tips[limb]
            memory.landing[limb] = UNKNOWN
    return phase


@compiled
def _is_safe(graph: Graph, memory: Memory, motion: Motion) -> bool:
    """Whether limbs that are to stand do, and those that swing bear little; who lies is safe."""
    if motion.load[0] > 0.0:
        return True
    for limb in range(LIMBS):
        mode = graph.modes[limb, memory.at[limb]]
        upper, lower = motion.load[1 + 2 * limb], motion.load[2 + 2 * limb]
        bears = lower + (upper if mode == KNEEL else 0.0)
        if mode == SWING:
            share = swing_share(graph, memory, limb, memory.phase[0])
            if LIFTED < share < LANDING and lower > BEARING * graph.weight[0]:
                return False
        elif mode != IDLE and bears <= 0.0 and not _is_leaving(graph, memory, limb):
            return False
    return True


@compiled
def _is_leaving(graph: Graph, memory: Memory, limb: int) -> bool:
    return weight_of(graph, memory, limb, memory.phase[0]) < 1.0


@compiled
def _changes(graph: Graph, memory: Memory, limb: int) -> bool:
    """Whether another mode follows."""
    following = memory.at[limb] + 1
    return following < graph.modes.shape[1] and graph.modes[limb, following] != NEVER


@compiled
def swing_share(graph: Graph, memory: Memory, limb: int, phase: float) -> float:
    """How much of a limb's swing is over."""
    at = memory.at[limb]
    start, end = graph.starts[limb, at], graph.starts[limb, at + 1]
    return min(max((phase - start) / max(end - start, 1e-6), 0.0), 1.0)


@compiled
def weight_of(graph: Graph, memory: Memory, limb: int, phase: float) -> float:
    """How much a planted limb counts: less when it is to be lifted soon."""
    if not _changes(graph, memory, limb):
        return 1.0
    left = graph.starts[limb, memory.at[limb] + 1] - phase
    return min(max(left / FADE, LEAST_WEIGHT), 1.0)


@compiled
def _warp_at(graph: Graph, phase: float) -> float:
    """The time warp: linear between its control points."""
    last = len(graph.warp) - 1
    grid = phase / graph.end[0] * last
    i = min(int(grid), last - 1)
    share = min(grid - i, 1.0)
    speed: float = graph.warp[i] + (graph.warp[i + 1] - graph.warp[i]) * share
    return speed


@compiled
def height_at(knots: Array, phase: float) -> float:
    """A height linear between its knots."""
    times, heights = knots[0], knots[1]
    height: float = heights[0]
    for i in range(1, len(times)):
        if phase > times[i - 1]:
            span = max(times[i] - times[i - 1], 1e-9)
            share = min((phase - times[i - 1]) / span, 1.0)
            height = heights[i - 1] + (heights[i] - heights[i - 1]) * share
    return height
