"""The cycle of a clip that goes on in a loop: where it is, and the clip of several such cycles."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ...base.errors import InvalidInput
from ...base.rotations import (
    continuous_signs,
    matrices_from_quaternions,
    multiply_quaternions,
    turns_about_vertical,
)
from ..biped_frames import X, Y, Z
from ..joint_numbers import about
from .clip import PerformedClip

Array = NDArray[np.float64]
# Numbers without a source: tuned: bench performing_loops.
SHORTEST = 0.4  # [s] of a cycle
MOST_COMPARED = 600  # frames of a clip that are compared with each other
SPEED_TIME = 0.1  # [s]: weight of a difference of speeds beside one of poses
ALIKE = 0.35  # of the poses' variance: largest difference between the ends of a cycle
AS_GOOD, MARGIN = 1.3, 0.01  # factor on the least difference, and share of that variance, within
# which a longer cycle is taken
MOVES = 0.3  # of the poses' variance: difference from its first pose that a cycle must reach
BLENDS = 0.3  # [s] at either end of a cycle over which the difference of the ends is spread
SLOPES = 0.03  # [s] over which the ends' slopes are taken
STRAIGHT = math.radians(15.0)  # turn of a cycle below which it is noise


@dataclass(frozen=True)
class Cycle:
    """
    Attributes:
        first, last: frames of the clip at its ends, which show the same pose.
        turn: of the body over the cycle [rad].
    """

    first: int
    last: int
    turn: float


def find_cycle(clip: PerformedClip, begin: float = 0.0) -> Cycle:
    """The longest cycle in a clip whose ends are about as alike as any.

    Args:
        begin: time [s] of the clip before which there is none.

    Raises:
        InvalidInput: no pose comes again.
    """
    step = max(1, math.ceil(len(clip.pelvis) / MOST_COMPARED))
    frames = np.arange(math.ceil(begin * clip.rate), len(clip.pelvis), step)
    told = _poses(clip)[frames]
    size = np.sum(told * told, axis=1)
    unlike = np.maximum(size[:, None] + size - 2.0 * told @ told.T, 0.0)
    spread = float(np.sum(told.var(axis=0)))
    later = frames[None] - frames[:, None]
    fits = (later >= SHORTEST * clip.rate) & _moved(unlike, MOVES * spread)
    least = float(unlike[fits].min()) if fits.any() else math.inf
    if least > ALIKE * 2.0 * spread:
        raise InvalidInput(
            f"The clip {clip.name!r} cannot be a loop: no pose comes again in it. Choose an Action "
            "that ends as it begins."
        )
    good = fits & (unlike <= AS_GOOD * least + MARGIN * spread)
    longest = good & (later >= later[good].max())
    i, j = np.unravel_index(np.argmin(np.where(longest, unlike, np.inf)), unlike.shape)
    first, last = int(frames[i]), int(frames[j])
    facing = _facing(clip)
    turn = math.remainder(float(facing[last] - facing[first]), 2.0 * math.pi)
    return Cycle(first, last, turn if abs(turn) > STRAIGHT else 0.0)


def repeated(clip: PerformedClip, cycle: Cycle, times: int) -> PerformedClip:
    """The clip of a cycle that is performed several times: each begins where the last one ended,
    and the difference of the cycle's ends is spread over the time around them.
    """
    at = slice(cycle.first, cycle.last + 1)
    turn = about(Z, np.array(cycle.turn))
    pelvis = clip.pelvis[at] - clip.pelvis[cycle.first] * [1.0, 1.0, 0.0]
    travel = pelvis[-1] * [1.0, 1.0, 0.0]
    start, end = _closing(pelvis, (pelvis - travel) @ turn, clip.rate)
    pelvis = pelvis + start + end @ turn.T
    way = [np.zeros(3)]
    for k in range(times):
        way.append(way[-1] + about(Z, np.array(k * cycle.turn)) @ travel)
    places = [pelvis[:-1] @ about(Z, np.array(k * cycle.turn)).T + way[k] for k in range(times)]
    turns = {}
    for role, whole in clip.turns.items():
        own = _closed(whole[at], cycle.turn, clip.rate)
        further = turns_about_vertical(cycle.turn * np.arange(times))
        again = [multiply_quaternions(turn, own[:-1]) for turn in further]
        turns[role] = continuous_signs(np.concatenate(again))
    return replace(clip, pelvis=np.concatenate(places), turns=turns)


def _closed(turns: Array, turn: float, rate: float) -> Array:
    """Orientations (frames, 4) whose last one is the first one after a turn about z [rad]."""
    earlier = multiply_quaternions(turns_about_vertical(-turn), turns)
    start, end = _closing(turns, earlier * np.sign(earlier[-1] @ turns[0]), rate)
    sign = np.sign(earlier[-1] @ turns[0])
    closed = turns + start + sign * multiply_quaternions(turns_about_vertical(turn), end)
    normed: Array = closed / np.linalg.norm(closed, axis=1, keepdims=True)
    return normed


def _closing(rows: Array, earlier: Array, rate: float) -> tuple[Array, Array]:
    """What to add at the start of rows (frames, n), and at the end of the same rows as they would
    be a cycle earlier, so that these meet with equal slopes.
    """
    frames, near = np.arange(float(len(rows))), max(1, round(SLOPES * rate))
    blend = min(BLENDS * rate, (len(rows) - 1) / 2)
    gap = (earlier[-1] - rows[0]) / 2
    slope = ((earlier[-1] - earlier[-1 - near]) - (rows[near] - rows[0])) / near / 2

    def fading(far: Array, side: float) -> Array:
        s = np.minimum(far / blend, 1.0)[:, None]
        return side * gap * (1.0 + s * s * (2.0 * s - 3.0)) + blend * slope * s * (1.0 - s) ** 2

    return fading(frames, 1.0), fading(frames[::-1], -1.0)


def _poses(clip: PerformedClip) -> Array:
    """(frames, k) of segments' axes and the pelvis's height over the leg, with their speeds, in the
    frame of the body's facing.
    """
    level = about(Z, -_facing(clip))
    axes = [level @ matrices_from_quaternions(turns) for turns in clip.turns.values()]
    shape = np.stack(axes, axis=1).reshape(len(level), -1) / math.sqrt(len(axes))
    way = np.gradient(clip.pelvis, axis=0, edge_order=2) * clip.rate
    way = (level @ way[..., None])[..., 0] / clip.leg
    height = clip.pelvis[:, Z :] / clip.leg
    speeds = np.hstack([np.gradient(shape, axis=0, edge_order=2) * clip.rate, way])
    return np.hstack([shape, height, SPEED_TIME * speeds])


def _facing(clip: PerformedClip) -> Array:
    """(frames,) heading of the pelvis [rad], without jumps."""
    ahead = matrices_from_quaternions(clip.turns["pelvis"])[..., X]
    return np.unwrap(np.arctan2(ahead[:, Y], ahead[:, X]))


def _moved(unlike: Array, least: float) -> NDArray[np.bool_]:
    """(n, n) whether between two frames there is one that differs from the first by so much."""
    after = np.where(np.tri(len(unlike), dtype=bool).T, unlike, 0.0)
    moved: NDArray[np.bool_] = np.maximum.accumulate(after, axis=1) > least
    return moved
