"""A number that moves smoothly from its present value and rate to a goal."""

from __future__ import annotations

import numpy as np

from ..simulation.rotation import Array

# Of the quintic in share of time: value, rate and acceleration at its end without the start's part.
_END = np.array([[1.0, 1.0, 1.0], [3.0, 4.0, 5.0], [6.0, 12.0, 20.0]])
_SOLVE = np.linalg.inv(_END)


class Interpolator:
    """A quintic polynomial of time; it rests at its goal."""

    def __init__(self, value: float = 0.0, rate: float = 0.0) -> None:
        self._start = np.array([value, rate, 0.0])
        self._bend = np.zeros(3)
        self._duration, self._time = 1.0, 0.0
        self.goal = value
        if rate:
            self.aim(value, self._duration)

    @property
    def is_over(self) -> bool:
        return self._time >= self._duration

    def aim(self, goal: float, duration: float) -> None:
        """Be at `goal`, at rest, `duration` seconds from now."""
        self._start, self._bend = self._quintic(goal, duration)
        self._duration, self._time, self.goal = duration, 0.0, goal

    def path_to(self, goal: float, duration: float, times: Array) -> Array:
        """(n, 3) values, rates and accelerations at times from now on [s] of a move to a goal."""
        start, bend = self._quintic(goal, duration)
        path: Array = np.stack(_along(start, bend, np.minimum(times / duration, 1.0), duration), 1)
        path[times > duration] = goal, 0.0, 0.0
        return path

    def coast(self) -> None:
        """Go on at the present rate, without acceleration, until the next `aim`."""
        value, rate, _ = self.now()
        self._start, self._bend = np.array([value, rate, 0.0]), np.zeros(3)
        self._duration, self._time = 1.0, 0.0

    def step(self, dt: float) -> None:
        self._time += dt

    def now(self) -> Array:
        """(3,) value, rate and acceleration."""
        share = self._time / self._duration
        if share >= 1.0:
            return np.array([self.goal, 0.0, 0.0])
        return np.array(_along(self._start, self._bend, share, self._duration))

    def _quintic(self, goal: float, duration: float) -> tuple[Array, Array]:
        """Coefficients of the quintic in shares of a time [s], lowest first."""
        value, rate, pull = self.now()
        start = np.array([value, rate * duration, 0.5 * pull * duration**2])
        left = [goal - start.sum(), -start[1] - 2.0 * start[2], -2.0 * start[2]]
        return start, _SOLVE @ left


def _along(
    start: Array, bend: Array, share: float | Array, duration: float
) -> tuple[float | Array, float | Array, float | Array]:
    """Value, rate and acceleration of a quintic at a share of its time."""
    a, b, c = start
    d, e, f = bend
    value = a + share * (b + share * (c + share * (d + share * (e + share * f))))
    rate = b + share * (2 * c + share * (3 * d + share * (4 * e + share * 5 * f)))
    pull = 2 * c + share * (6 * d + share * (12 * e + share * 20 * f))
    return value, rate / duration, pull / duration**2
