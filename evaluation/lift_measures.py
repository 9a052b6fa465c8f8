"""A lift, measured on a take: how long it takes, how the trunk bends, how the thing moves."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..base.rotations import matrices_from_quaternions
from ..bodies.character import Character
from ..shots.take import Performance, PropMotion, Take

Array = NDArray[np.float64]
SETTLES, LOWERED = 1.0, 3.0  # [s] after the body stands with a thing, and before it lets go
UPRIGHT, STANDING = 15.0, 0.93  # [degrees] of the trunk; of the leg: height of the hips


class Lifted(NamedTuple):
    """
    Attributes:
        time: from the last footstrike before the thing until the body stands upright with it [s].
        trunk: largest tilt of the chest until then [degrees].
        speed: largest of the thing as it is lifted and put down [m/s].
        tilt: largest of the thing until it is let go [degrees].
    """

    time: float
    trunk: float
    speed: float
    tilt: float


def measure_lift(take: Take, character: Character, prop: str) -> Lifted | None:
    """How the only performer of a take lifts a thing; None where it does not, or falls."""
    performance, times = take.performances[0], take.times
    grasp = _first(performance, "grasp")
    if grasp is None or performance.fell_at is not None:
        return None
    strikes = [t for t, name in performance.events if name.startswith("footstrike") and t < grasp]
    begin = max(strikes, default=0.0)
    tilts, hips = _trunk_tilts(performance), _hip_heights(performance)
    up = (times > grasp) & (tilts < UPRIGHT) & (hips > STANDING * character.leg_length)
    if not up.any():
        return None
    end = float(times[np.argmax(up)])
    lifting = (times >= begin) & (times <= end)
    release = _first(performance, "release") or math.inf
    held = (times >= grasp) & (times <= release)
    moved = held & ((times <= end + SETTLES) | (times >= release - LOWERED))
    speeds, turned = _motion(take.props[prop], times)
    return Lifted(
        end - begin, float(tilts[lifting].max()), float(speeds[moved].max()),
        float(turned[held].max()),
    )  # fmt: skip


def _first(performance: Performance, event: str) -> float | None:
    return next((time for time, name in performance.events if name == event), None)


def _trunk_tilts(performance: Performance) -> Array:
    """(frames,) angle of the chest from upright [degrees]."""
    chest = performance.segment_orientations[:, performance.segment_names.index("torso")]
    upright = np.clip(matrices_from_quaternions(chest)[:, 2, 2], -1.0, 1.0)
    tilts: Array = np.degrees(np.arccos(upright))
    return tilts


def _hip_heights(performance: Performance) -> Array:
    """(frames,) mean height of both hips [m]."""
    hips = [performance.joint_names.index(f"hip.{side}") for side in "LR"]
    heights: Array = performance.joint_positions[:, hips, 2].mean(axis=1)
    return heights


def _motion(prop: PropMotion, times: Array) -> tuple[Array, Array]:
    """(frames,) speed of a thing [m/s], and angle of its z axis from upright [degrees]."""
    speeds = np.linalg.norm(np.gradient(prop.position, times, axis=0), axis=1)
    upright = np.clip(matrices_from_quaternions(prop.orientation)[:, 2, 2], -1.0, 1.0)
    return speeds, np.degrees(np.arccos(upright))
