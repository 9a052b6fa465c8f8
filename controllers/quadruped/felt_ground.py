"""Height and slope of the ground under a four-legged body, estimated from its loaded feet."""

from __future__ import annotations

import math

import numpy as np

from ...simulation.body import Motion
from ...simulation.compiled import compiled
from ...simulation.rotation import Array
from .paws import paw
from .records import BACK, FRONT, QuadrupedAnatomy, QuadrupedCommand, QuadrupedMemory

# Numbers without a source: tuned by hand, judged by bench quadruped_gaits.
UNLOADED_FOR = 0.03  # [s] without load after which a stance foot counts as unloaded
SLOPE_SETTLES = 0.3  # [s]: time constant of the estimated slope
LARGEST_SLOPE = 0.5  # [rad]: bound of the trunk's pitch by the slope


@compiled
def feel_ground(
    motion: Motion, anatomy: QuadrupedAnatomy, command: QuadrupedCommand, memory: QuadrupedMemory
) -> None:
    """Update the estimated ground: heights under stance feet, the slope from back to front."""
    for leg in range(4):
        stands = memory["swings"][leg] == 0 and command["tucked"][leg] == 0
        if stands and bears(memory, leg):
            memory["stood_at"][leg] = _height_under(motion, anatomy, leg)
    at, hips = memory["stood_at"], np.zeros((2, 2))
    for leg in range(4):
        hips[leg // 2] += 0.5 * motion.origin[anatomy["upper_leg"][leg], :2]
    rises = 0.5 * (at[0] + at[1] - at[2] - at[3])
    apart = math.sqrt(((hips[FRONT] - hips[BACK]) ** 2).sum())
    slope = min(max(math.atan2(rises, apart), -LARGEST_SLOPE), LARGEST_SLOPE)
    if math.isnan(memory["slope"]):
        memory["slope"] = slope
    memory["slope"] += (slope - memory["slope"]) * command["dt"] / SLOPE_SETTLES


@compiled
def bears(memory: QuadrupedMemory, leg: int) -> bool:
    """Whether a stance foot bears load, or did until just now."""
    return memory["unloaded"][leg] < UNLOADED_FOR


@compiled
def _height_under(motion: Motion, anatomy: QuadrupedAnatomy, leg: int) -> float:
    """Height of the sole [m]."""
    return paw(motion, anatomy, leg)[2] - anatomy["radius"][leg]


@compiled
def ground_at(
    motion: Motion, anatomy: QuadrupedAnatomy, memory: QuadrupedMemory, frame: int, place: Array
) -> float:
    """Height [m] of the ground at a place (3,), rising from a leg frame's stance feet by the slope.
    """
    c, s = math.cos(memory["heading"]), math.sin(memory["heading"])
    ahead, count = 0.0, 0
    for leg in (2 * frame, 2 * frame + 1):
        if memory["swings"][leg] == 0:
            way = place - paw(motion, anatomy, leg)
            ahead += c * way[0] + s * way[1]
            count += 1
    below = ground_below(motion, anatomy, memory, frame)
    if count == 0:
        return below
    return below + math.tan(memory["slope"]) * ahead / count


@compiled
def ground_below(
    motion: Motion, anatomy: QuadrupedAnatomy, memory: QuadrupedMemory, frame: int
) -> float:
    """Height [m] of the ground under a leg frame, by its stance feet."""
    height, count = 0.0, 0
    for leg in (2 * frame, 2 * frame + 1):
        if memory["swings"][leg] == 0:
            height += _height_under(motion, anatomy, leg)
            count += 1
    if count > 0:
        return height / count
    other = 1 - frame
    for leg in (2 * other, 2 * other + 1):
        if memory["swings"][leg] == 0:
            return _height_under(motion, anatomy, leg)
    return memory["lift_off"][2 * frame, 2] - anatomy["radius"][2 * frame]
