"""Support graphs: the limbs that bear a rising body, and the heights of its hips and shoulders.

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

# Numbers without a source: tuned by hand, judged by bench planar_rising.
LIMBS, ARMS = 4, 2  # left and right arm, left and right leg
IDLE, SWING, STANCE, KNEEL = range(4)
NEVER = -1  # fills the rows of limbs that change less often than others
FADE = 0.5  # [s] of the phase over which a limb is unloaded before it lifts
EARLY_LIFT = 0.04  # by which the end of such a limb is raised meanwhile [m]
LEAST_WEIGHT = 0.02  # of such a limb, which keeps the shares from becoming singular
SLOWEST = 0.05  # of the phase's advance
UNKNOWN = 1e9  # a landing that is not chosen yet
# The phase waits for a swinging limb that bears more than this share of the weight, in this part of
# its swing: before that part the limb is being unloaded, after it the limb lands.
BEARING, LIFTED, LANDING = 0.3, 0.2, 0.3


class Graph(NamedTuple):
    """A rising motion, with k changes of a limb's mode at most.

    Attributes:
        starts: (4, k) phase at which each mode begins [s].
        modes: (4, k) IDLE, SWING, STANCE, KNEEL or NEVER.
        offsets: (4, k) landing of a swing, ahead of hip or shoulder [m].
        lifts: (4, k) height of a swing [m].
        hips, shoulders: (2, 7) phases [s] and heights over the ground [m].
        warp: (10,) time warp: rate of the phase, at evenly spaced phases.
        end: (1,) the last phase [s].
        slope: (1,) tangent of the ground's slope.
        base: (1,) height of the ground at the plane's origin [m].
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
    """State that is kept between time steps.

    Attributes:
        phase: (1,) [s].
        at: (4,) index of each limb's present mode.
        takeoff: (4, 2) place of each limb's end at the start of that mode [m].
        landing: (4,) where each limb's end comes down, forwards [m].
    """

    phase: Array
    at: NDArray[np.int64]
    takeoff: Array
    landing: Array


@compiled
def advance(graph: Graph, memory: Memory, motion: Motion, tips: Array, dt: float) -> float:
    """The phase [s] after a time step; the phase pauses until it is safe to go on."""
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
    """Whether stance limbs stand and swinging limbs bear little; a lying body is safe."""
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
    """Whether another mode follows a limb's present one."""
    following = memory.at[limb] + 1
    return following < graph.modes.shape[1] and graph.modes[limb, following] != NEVER


@compiled
def swing_share(graph: Graph, memory: Memory, limb: int, phase: float) -> float:
    """Share of a limb's swing that is over."""
    at = memory.at[limb]
    start, end = graph.starts[limb, at], graph.starts[limb, at + 1]
    return min(max((phase - start) / max(end - start, 1e-6), 0.0), 1.0)


@compiled
def weight_of(graph: Graph, memory: Memory, limb: int, phase: float) -> float:
    """Weight of a planted limb in sharing forces: less when the limb lifts soon."""
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
