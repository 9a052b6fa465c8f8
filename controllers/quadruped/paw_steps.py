"""Footholds of a four-legged body, the paths of its swing feet, and its planted feet.

Each leg frame is an inverted pendulum of its own: the foothold is where the hip will be halfway
through the stance, displaced in proportion to the frame's speed error (Jones 2011, Section 5.1.1;
Coros, Karpathy, Jones, Reveret, van de Panne 2011).
"""

from __future__ import annotations

import math

import numpy as np

from ...simulation.body import Motion
from ...simulation.compiled import compiled
from ...simulation.dynamics import point_velocity
from ...simulation.rotation import Array
from ..gait.spline import eased
from ..program.objectives import Tick, add_point_task
from .felt_ground import bears, ground_below
from .paws import paw
from .records import GRAPH, QuadrupedAnatomy, QuadrupedCommand, QuadrupedMemory
from .strides import own_velocity, stance_time, swing_time, wanted_velocity

# Numbers without a source: tuned by hand, judged by bench quadruped_gaits.
SWING_WEIGHT, PLANT_WEIGHT = 20.0, 1000.0  # of the tasks of swinging and standing feet
SWING_STIFFNESS = 40.0  # [g / leg]; damping is critical
LARGEST_CHANGE = 7.0  # of a swinging foot [g]
PLANT_DAMPING = 6.4  # of a standing foot [sqrt(g / leg)]
FOOTHOLD_SETTLES = 0.85  # share of a swing after which the foothold is fixed
FURTHEST, REACH = 0.75, 0.97  # of a leg: largest landing distance from below the hip; reach
SINKS = 1.2  # [leg/s]: descent of a foot that did not meet the ground in time
LEAST_ROOM = 0.2  # of a leg


@compiled
def swing_paw(
    tick: Tick[QuadrupedAnatomy], command: QuadrupedCommand, memory: QuadrupedMemory, leg: int
) -> None:
    """Add the task of a swing foot that follows its path to its foothold."""
    if memory["share"][leg] < FOOTHOLD_SETTLES:
        foothold = _foothold(tick.motion, tick.anatomy, command, memory, leg)
        memory["foothold"][leg] = foothold
    target = swing_target(
        tick.motion, tick.anatomy, command, memory, leg, command["step_height"], 1.0
    )
    follow_path(tick, command, memory, leg, target, LARGEST_CHANGE, SWING_WEIGHT)


@compiled
def follow_path(
    tick: Tick[QuadrupedAnatomy], command: QuadrupedCommand, memory: QuadrupedMemory, leg: int,
    wanted: Array, largest_change: float, weight: float,
) -> None:  # fmt: skip
    """Add the task of a swing foot on its path.

    Args:
        wanted: (3,) where on its path the foot should be now [m].
        largest_change: of the foot's velocity [g]; weight: of the task.
    """
    anatomy, motion = tick.anatomy, tick.motion
    foot, at = anatomy["foot"][leg], paw(motion, anatomy, leg)
    stiffness = SWING_STIFFNESS * command["gravity"] / anatomy["leg"]
    velocity = point_velocity(tick.dynamics.twists[foot], at - motion.com)
    most, target = largest_change * command["gravity"], np.empty(3)
    for k in range(3):
        fresh = memory["fresh"][leg] == 1
        pace = 0.0 if fresh else (wanted[k] - memory["last"][leg, k]) / command["dt"]
        change = stiffness * (wanted[k] - at[k])
        change += 2.0 * math.sqrt(stiffness) * (pace - velocity[k])
        target[k] = min(max(change, -most), most)
    memory["last"][leg], memory["fresh"][leg] = wanted, 0
    add_point_task(tick, foot, at, target, weight * anatomy["moves"])


@compiled
def plant_paw(
    tick: Tick[QuadrupedAnatomy], command: QuadrupedCommand, memory: QuadrupedMemory, leg: int
) -> None:
    """Add the task of a stance foot: its contact point stays; without contact it comes down."""
    anatomy, motion = tick.anatomy, tick.motion
    foot, under = anatomy["foot"][leg], paw(motion, anatomy, leg)
    under[2] -= anatomy["radius"][leg]
    slip = point_velocity(tick.dynamics.twists[foot], under - motion.com)
    loaded = motion.load[foot] > 0.0
    memory["unloaded"][leg] = 0.0 if loaded else memory["unloaded"][leg] + command["dt"]
    weight = PLANT_WEIGHT
    if not bears(memory, leg):
        slip[2] += SINKS * anatomy["leg"]
        weight = SWING_WEIGHT
    still = -PLANT_DAMPING * math.sqrt(command["gravity"] / anatomy["leg"]) * slip
    add_point_task(tick, foot, under, still, weight * anatomy["moves"])


@compiled
def swing_target(
    motion: Motion, anatomy: QuadrupedAnatomy, command: QuadrupedCommand, memory: QuadrupedMemory,
    leg: int, height: float, lags: float,
) -> Array:  # fmt: skip
    """(3,) present target of a swing foot on its path to the foothold in memory [m].

    Args:
        height: of the path halfway through the swing [m].
        lags: power of the share of the way that is over; with 1 half of it is halfway.
    """
    share = memory["share"][leg]
    done = eased(min(share, 1.0)) ** lags
    target = np.empty(3)
    for k in range(3):
        start, end = memory["lift_off"][leg, k], memory["foothold"][leg, k]
        target[k] = (1.0 - done) * start + done * end
    target[2] += height * math.sin(math.pi * min(share, 1.0)) ** 2
    late = max(share - 1.0, 0.0) * swing_time(command, leg)
    target[2] -= SINKS * anatomy["leg"] * late
    _keep_within_reach(motion, anatomy, leg, target)
    return target


@compiled
def _foothold(
    motion: Motion, anatomy: QuadrupedAnatomy, command: QuadrupedCommand, memory: QuadrupedMemory,
    leg: int,
) -> Array:  # fmt: skip
    """(3,) where a foot should come down [m]."""
    hip = motion.origin[anatomy["upper_leg"][leg]]
    left = max(1.0 - memory["share"][leg], 0.0) * swing_time(command, leg)
    own, wanted = own_velocity(memory, motion, hip), wanted_velocity(memory, motion, hip)
    c, s = math.cos(memory["heading"]), math.sin(memory["heading"])
    ahead, aside = anatomy["neutral"][leg, 0] + anatomy["ahead"], anatomy["neutral"][leg, 1]
    frame, way, foothold = leg // 2, np.empty(2), np.empty(3)
    foothold[2] = ground_below(motion, anatomy, memory, frame) + anatomy["radius"][leg]
    if command["mode"] == GRAPH:
        foothold[:2] = command["place"][leg, :2]
        if not math.isnan(command["place"][leg, 2]):
            foothold[2] = command["place"][leg, 2] + anatomy["radius"][leg]
        return foothold
    balance = math.sqrt(anatomy["frame_height"][frame] / command["gravity"])
    half = 0.5 * stance_time(command)
    way[0] = c * ahead - s * aside + half * wanted[0] + balance * (own[0] - wanted[0])
    way[1] = s * ahead + c * aside + half * wanted[1] + balance * (own[1] - wanted[1])
    shorten(way, anatomy)
    foothold[0] = hip[0] + left * own[0] + way[0]
    foothold[1] = hip[1] + left * own[1] + way[1]
    return foothold


@compiled
def shorten(way: Array, anatomy: QuadrupedAnatomy) -> None:
    """Bound the level way from below a hip to a foothold."""
    far = math.hypot(way[0], way[1])
    if far > FURTHEST * anatomy["leg"]:
        way *= FURTHEST * anatomy["leg"] / far


@compiled
def _keep_within_reach(motion: Motion, anatomy: QuadrupedAnatomy, leg: int, target: Array) -> None:
    """Move a target horizontally towards the hip until the leg can reach it."""
    hip = motion.origin[anatomy["upper_leg"][leg]]
    longest = REACH * anatomy["longest"][leg]
    below = hip[2] - target[2] + anatomy["radius"][leg]
    room = math.sqrt(max(longest**2 - below**2, (LEAST_ROOM * longest) ** 2))
    away = math.hypot(target[0] - hip[0], target[1] - hip[1])
    if away > room:
        for axis in range(2):
            target[axis] = hip[axis] + (target[axis] - hip[axis]) * room / away
