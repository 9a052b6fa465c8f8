"""Paths of hands and trunk with bounded speed and acceleration, from their present places.

A new goal at any time causes no jump: a path takes the time that is asked for, or as much more as
its bounds require.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...simulation.rotation import Array
from ..interpolator import Interpolator

SAMPLES = np.linspace(0.0, 1.0, 65)  # of a path's time, at which the bounds are checked
TRIED = np.geomspace(1.0, 64.0, 64)  # of the time that is asked for, the shortest first
KEPT = 1.0 + 1e-6  # of a bound


@dataclass(frozen=True)
class Bounds:
    """Bounds of a path: speed [1/s] and acceleration [1/s2], of metres or radians."""

    speed: float
    acceleration: float

    def excess(self, speeds: Array, accelerations: Array) -> float:
        """Largest ratio of speeds and accelerations (n,) to the bounds, or to larger ones at 0."""
        speed = speeds.max() / max(self.speed, speeds[0])
        return float(max(speed, accelerations.max() / max(self.acceleration, accelerations[0])))


@dataclass(frozen=True)
class Move:
    """Interpolators that together move a palm or the trunk to a goal.

    Attributes:
        interpolators, goals: one for each axis.
        bounds: of the speed and acceleration over all axes.
        shares: of the move's time, after which each axis is at its goal.
    """

    interpolators: Sequence[Interpolator]
    goals: Sequence[float]
    bounds: Bounds
    shares: Sequence[float] = (1.0,)

    def begin(self, duration: float) -> None:
        """Go to the goal within a time [s]."""
        for interpolator, goal, share in zip(
            self.interpolators, self.goals, self.shares, strict=True
        ):
            interpolator.aim(goal, share * duration)

    def excess(self, duration: float) -> float:
        """Largest ratio of a move's speed or acceleration to its bounds, for a time [s]."""
        axes = zip(self.interpolators, self.goals, self.shares, strict=True)
        paths = np.array(
            [
                interpolator.path_to(goal, share * duration, SAMPLES * duration)
                for interpolator, goal, share in axes
            ]
        )
        speeds, accelerations = np.linalg.norm(paths[:, :, 1:], axis=0).T  # of (axes, samples, 3)
        return self.bounds.excess(speeds, accelerations)


def move_together(moves: Sequence[Move], duration: float) -> None:
    """Begin moves that end together, after a time [s] or as much more as their bounds require.

    They keep the present velocity but not the present acceleration, which over a long time would
    exceed the bounds.
    """
    for interpolator in (interpolator for move in moves for interpolator in move.interpolators):
        interpolator.coast()
    durations = duration * TRIED
    excesses = (max((move.excess(tried) for move in moves), default=0.0) for tried in durations)
    least, chosen = np.inf, duration
    for excess, tried in zip(excesses, durations, strict=True):
        if excess < least:
            least, chosen = excess, float(tried)
        if least <= KEPT:
            break
    for move in moves:
        move.begin(chosen)
