"""Keyframes of a planar body from poses of a biped: the inverse of its surrogate body."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..base.errors import InvalidInput
from ..bodies.character import Character
from ..bodies.planar_parts import SIDES
from ..bodies.sagittal_leg import Point, minus, plus, sagittal_leg, turned

Array = NDArray[np.float64]
BODY = "human7"  # the planar body that learns an artist's keyframes
NODES = 6  # of a step, as in Chapter 5
TRUNK = ("pelvis", "torso")  # the trunk's lean is the mean of theirs
ROOT = "root"


def style_of_poses(
    character: Character,
    name: str,
    times: Sequence[float],
    axes: Mapping[str, Array],
    origins: Mapping[str, Array],
    heading: float,
) -> dict[str, Any]:
    """A planar style from the poses of one step; the last pose mirrors the first and ends the step.

    Args:
        times: (k,) of the poses [s].
        axes, origins: (k, 3, 3) and (k, 3) [m] of each segment's frame, by its name.
        heading: of the walk [rad].
    """
    if len(times) < 3:
        raise InvalidInput(
            f"A step needs at least 3 keyed poses from footstrike to footstrike, got {len(times)}."
        )
    plain = Character.planar(BODY)
    size = plain.leg_length / character.leg_length
    ahead = np.array([math.cos(heading), math.sin(heading), 0.0])
    seen = _Seen(character, plain, size, ahead)
    first = {role: (axes[role][0], origins[role][0]) for role in axes}
    swap = _ahead_of(first, ".R", ahead) > _ahead_of(first, ".L", ahead)
    keyframes = []
    for i in range(len(times) - 1):
        pose = seen.pose({role: (axes[role][i], origins[role][i]) for role in axes})
        lasts = (times[i + 1] - times[i]) * math.sqrt(size)
        keyframes.append({"lasts": lasts, "pose": _mirrored(pose) if swap else pose})
    return {
        "name": name, "character": BODY, "slope": 0.0, "nodes": NODES, "keyframes": keyframes,
    }  # fmt: skip


Frames = Mapping[str, tuple[Array, Array]]


class _Seen:
    """Projects a biped's poses onto the sagittal plane."""

    def __init__(self, character: Character, plain: Character, size: float, ahead: Array) -> None:
        self._size, self._ahead = size, ahead
        self._legs = {side: sagittal_leg(character, side) for side in SIDES}
        self._plain_legs = {side: sagittal_leg(plain, side) for side in SIDES}

    def pose(self, frames: Frames) -> dict[str, float]:
        """Angles of the planar body by joint [rad]."""
        root = float(np.mean([self._pitch(frames[part][0]) for part in TRUNK if part in frames]))
        angles = {ROOT: root}
        for side in SIDES:
            foot = self._pitch(frames["foot" + side][0])
            thigh, shin = self._plain_legs[side].bend(self._ankle(side, frames, foot))
            angles |= {"hip" + side: thigh - root, "knee" + side: shin - thigh,
                       "ankle" + side: foot - shin}  # fmt: skip
        return angles

    def _ankle(self, side: str, frames: Frames, foot: float) -> Point:
        """Ankle of the planar body, from its hip [m]: the toes are where the biped's are, and the
        heel is as high as the biped's where it strikes first.
        """
        leg, plain = self._legs[side], self._plain_legs[side]
        apart = frames["foot" + side][1] - frames["upper_leg" + side][1]
        ankle = (float(apart @ self._ahead), float(apart[2]))
        heel, toe = (self._sized(plus(ankle, turned(end, foot))) for end in (leg.heel, leg.toe))
        there = minus(toe, turned(plain.toe, foot))
        if heel[1] < toe[1]:
            own_heel = plus(there, turned(plain.heel, foot))
            there = plus(there, (0.0, heel[1] - own_heel[1]))
        return there

    def _sized(self, point: Point) -> Point:
        return (self._size * point[0], self._size * point[1])

    def _pitch(self, axes: Array) -> float:
        return math.atan2(-float(axes[2, 0]), float(axes[:, 0] @ self._ahead))


def _ahead_of(frames: Frames, side: str, ahead: Array) -> float:
    return float(frames["foot" + side][1] @ ahead)


def _mirrored(pose: Mapping[str, float]) -> dict[str, float]:
    """The mirrored pose, with left and right exchanged."""
    other = {".L": ".R", ".R": ".L"}
    return {n[:-2] + other[n[-2:]] if n[-2:] in other else n: a for n, a in pose.items()}
