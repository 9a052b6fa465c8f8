"""Props that move, for benchmarks and tests: a platform that starts and stops, a swinging beam."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from ..base.rotations import quaternions_from_axis_angles
from ..shots.shot import KeyedMotion, Prop

Array = NDArray[np.float64]
KEYS = 24.0  # per second
BEAM, BEAM_LENGTH = 0.3, 2.0  # [m]: side of the block that hits, and its distance from the pivot
SWING = math.radians(50.0)  # to either side


def keyed(times: Array, positions: Array, orientations: Array | None = None) -> KeyedMotion:
    """A motion of arrays (n,), (n, 3) and (n, 4)."""
    turns = [] if orientations is None else orientations.tolist()
    return KeyedMotion(
        tuple(times.tolist()), tuple(map(tuple, positions.tolist())), tuple(map(tuple, turns))
    )


def platform(
    direction: tuple[float, float, float], top: float = 0.3, acceleration: float = 1.0,
    speed: float = 1.0, start: float = 1.0, lasts: float = 1.0, side: float = 20.0,
) -> Prop:  # fmt: skip
    """A platform that starts, moves on and stops, with the same acceleration [m/s2] both times.

    Args:
        direction: unit vector; top: height at first [m]; speed: the largest [m/s].
        start: when it starts [s]; lasts: for how long it has its speed [s]; side: [m].
    """
    change = speed / acceleration
    times = np.arange(0.0, start + 2.0 * change + lasts + 2.0 / KEYS, 1.0 / KEYS)
    fine = np.linspace(0.0, times[-1], 20 * len(times))
    ends = start, start + change, start + change + lasts, start + 2.0 * change + lasts
    rates = np.interp(fine, ends, (0.0, speed, speed, 0.0))
    steps = 0.5 * (rates[1:] + rates[:-1]) * np.diff(fine)
    way = np.interp(times, fine, np.concatenate([[0.0], np.cumsum(steps)]))
    thickness = 0.2
    positions = np.outer(way, direction) + (0.0, 0.0, top - thickness / 2)
    return Prop(
        "platform", size=(side, side, thickness), friction=1.0, motion=keyed(times, positions)
    )


def beam(
    height: float, speed: float, heading: float, place: tuple[float, float], start: float = 0.5
) -> tuple[Prop, float]:
    """A beam that hangs from a pivot and swings once through a place; when it passes there [s].

    Args:
        height: of its lowest point's middle [m]; speed: there [m/s]; heading: of that [rad].
        start: when it begins to swing [s].
    """
    rate = speed / (BEAM_LENGTH * SWING)
    end = start + math.pi / rate
    times = np.append(np.arange(0.0, end, 1.0 / KEYS), end)
    angles = -SWING * np.cos(rate * np.maximum(times - start, 0.0))
    ahead, down = np.array([math.cos(heading), math.sin(heading), 0.0]), np.array([0.0, 0.0, -1.0])
    arms = np.outer(np.sin(angles), ahead) + np.outer(np.cos(angles), down)
    positions = np.array([*place, height + BEAM_LENGTH]) + BEAM_LENGTH * arms
    axis = np.broadcast_to([-ahead[1], ahead[0], 0.0], (len(times), 3))
    turns = quaternions_from_axis_angles(np.column_stack([-angles, axis]))
    block = Prop("beam", size=(BEAM, BEAM, BEAM), friction=0.4,
                 motion=keyed(times, positions, turns))  # fmt: skip
    return block, start + 0.5 * math.pi / rate
