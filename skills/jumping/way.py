"""Ways of a body's center of mass: where it is to be, how fast, and its acceleration."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from ...simulation.rotation import Array

LEAST, MOST = 0.1, 0.5  # of the ground behind a body: how far back it may fall about


class Way(NamedTuple):
    """A moment of a way: place, velocity and acceleration, (3,) each [m], [m/s], [m/s2]."""

    place: Array
    velocity: Array
    acceleration: Array


def ease_way(start: Array, goal: Array, elapsed: float, lasts: float) -> Way:
    """From rest to rest in a time [s], by the minimum-jerk polynomial (Flash, Hogan 1985)."""
    s = min(max(elapsed / lasts, 0.0), 1.0)
    along = s**3 * (10.0 - 15.0 * s + 6.0 * s * s)
    rate = 30.0 * s * s * (1.0 - s) ** 2 / lasts
    growth = 60.0 * s * (1.0 - 3.0 * s + 2.0 * s * s) / lasts**2
    way = goal - start
    return Way(start + along * way, rate * way, growth * way)


def over_ground(flat: Way, upright: Way) -> Way:
    """The horizontal part of one way with the vertical part of another one."""
    return Way(*(np.append(f[:2], u[2]) for f, u in zip(flat, upright, strict=True)))


class Lean(NamedTuple):
    """A fall ahead from rest, as an inverted pendulum about a point of the ground.

    Attributes:
        start, goal: (2,) of the center of mass [m].
        behind: from the start back to that point [m].
        rate: of the pendulum, the root of gravity over height [1/s].
    """

    start: Array
    goal: Array
    behind: float
    rate: float

    @property
    def far(self) -> float:
        """From the start to the goal [m]."""
        return float(np.linalg.norm(self.goal - self.start))

    @property
    def lasts(self) -> float:
        """How long it takes [s]."""
        return math.acosh(1.0 + self.far / self.behind) / self.rate

    @property
    def speed(self) -> float:
        """At the goal [m/s]."""
        return self.rate * math.sqrt(self.far * (self.far + 2.0 * self.behind))

    def at(self, elapsed: float) -> Way:
        """The way a time [s] after it has begun; the third numbers are 0."""
        ahead = np.append(self.goal - self.start, 0.0) / max(self.far, 1e-9)
        turn = self.rate * min(max(elapsed, 0.0), self.lasts)
        place = np.append(self.start, 0.0) + self.behind * (math.cosh(turn) - 1.0) * ahead
        growth = self.behind * self.rate**2 * math.cosh(turn) * ahead
        rate = self.behind * self.rate * math.sinh(turn) * ahead
        return Way(place, rate, growth if elapsed > 0.0 else np.zeros(3))


def lean(start: Array, goal: Array, fastest: float, behind: float, rate: float) -> Lean:
    """The fall from a start to a goal (2,) that ends at a speed [m/s], or as near to it as can be.

    Args:
        behind: how far the ground that the feet span reaches behind the start [m].
        rate: as in Lean.
    """
    far = max(float(np.linalg.norm(goal - start)), 1e-9)
    needed = ((fastest / rate) ** 2 - far * far) / (2.0 * far)
    return Lean(start, goal, min(max(needed, LEAST * behind), MOST * behind), rate)
