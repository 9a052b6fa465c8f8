"""Bodies of a world that follow keyed paths: they push and carry others, and nothing pushes them.

The engine moves such a body itself, by a velocity that is set anew before each time step, so that
contacts and friction see its velocity. Its mass is so large that no contact changes that velocity.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..base.rotations import multiply_quaternions
from .engine import Engine
from .keyed_path import KeyedPath
from .rotation import Array

MASS = 1e9  # [kg]: a body's weight changes its speed by less than 1e-9 m/s in a time step
INVERSE = np.array([1.0, -1.0, -1.0, -1.0])


class Movers:
    """The moved bodies of a world.

    Attributes:
        steps: number of time steps since the world began.
    """

    def __init__(self, engine: Engine, gravity: Sequence[float], time_step: float) -> None:
        self._engine, self._time_step = engine, time_step
        self._fallen = time_step * np.array(gravity)  # velocity that a step of gravity adds [m/s]
        self._paths: dict[int, KeyedPath] = {}
        self.steps = 0

    def __len__(self) -> int:
        return len(self._paths)

    def add(self, identity: int, path: KeyedPath) -> None:
        """Move a body, which is at the path's present place, along the path from now on."""
        self._paths[identity] = path

    def drive(self) -> None:
        """Set all moved bodies on their ways for the next time step."""
        self.steps += 1
        for identity, path in self._paths.items():
            position, turn = self._engine.pose(identity)
            goal, goal_turn = path.at(self.steps * self._time_step)
            velocity = (goal - position) / self._time_step - self._fallen
            turning = _rotation(turn, goal_turn) / self._time_step
            self._engine.set_base_going(identity, velocity.tolist(), turning.tolist())

    def velocity_under(self, supports: Array) -> Array | None:
        """(3,) mean velocity [m/s] of the surfaces that bear a body, by load; None in the air.

        Args:
            supports: (n, 5) of the body: see `Engine.supports`.
        """
        total, moving = 0.0, np.zeros(3)
        for other, *place, load in supports.tolist():
            total += load
            if int(other) in self._paths:
                velocity, turning = self._engine.velocity(int(other))
                arm = np.array(place) - self._engine.pose(int(other))[0]
                moving += load * (velocity + np.cross(turning, arm))
        return moving / total if total > 0.0 else None


def _rotation(start: Array, end: Array) -> Array:
    """(3,) rotation vector in the world [rad] from an orientation to another."""
    w, *axis = multiply_quaternions(end, start * INVERSE)
    length = float(np.linalg.norm(axis))
    if length == 0.0:
        return np.zeros(3)
    angle = 2.0 * np.arctan2(length, abs(w)) * np.copysign(1.0, w)
    return angle / length * np.array(axis)
