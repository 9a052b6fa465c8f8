"""How a body that has landed comes to rest."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from ...simulation.rotation import Array
from .way import Way

ABSORBS = 2.05  # of gravity: mean deceleration of a landing
SLOWEST_STOP = 0.15  # [s]
SLOWEST, FASTEST = 2.5, 7.0  # [1/s] at which a body comes to rest over its feet
NEAR = 0.03  # [m]: nearer than that it is over them
# Of the capture point's way: how far the feet are ahead of a body that lands.
CAUGHT = 0.89


class Catch(NamedTuple):
    """How a body that has landed comes to rest: over its feet, and as deep as its fall asks for.

    Attributes:
        start, velocity: (3,) of the center of mass at the touch [m], [m/s].
        rest: (3,) where it comes to rest [m].
        lasts: until it is at its deepest [s].
    """

    start: Array
    velocity: Array
    rest: Array
    lasts: float

    def at(self, elapsed: float) -> Way:
        """Downwards with a constant deceleration, over the ground as an inverted pendulum."""
        way, speed = self.rest - self.start, self.velocity
        place, velocity, acceleration = self.rest.copy(), np.zeros(3), np.zeros(3)
        far = float(way[:2] @ way[:2])
        rate = float(speed[:2] @ way[:2]) / far if far > NEAR**2 else SLOWEST
        rate = min(max(rate, SLOWEST), FASTEST)
        left = math.exp(-rate * elapsed) * way[:2]
        place[:2] -= left
        velocity[:2], acceleration[:2] = rate * left, -rate * rate * left
        if elapsed < self.lasts:
            acceleration[2] = -speed[2] / self.lasts
            velocity[2] = speed[2] + acceleration[2] * elapsed
            place[2] = self.start[2] + 0.5 * (speed[2] + velocity[2]) * elapsed
        return Way(place, velocity, acceleration)


def plan_catch(
    now: Array, velocity: Array, feet: Array, highest: float, lowest: float, gravity: float
) -> Catch:
    """The catch of a body that has just landed.

    Args:
        now, velocity: (3,) of the center of mass [m], [m/s].
        feet: (2,) or more, the point over which it is to rest [m].
        highest, lowest: heights between which it comes to rest [m].
    """
    falls = max(-float(velocity[2]), 0.3)
    stops = now[2] - falls * falls / (2.0 * ABSORBS * gravity)
    deep = min(max(stops, lowest), highest, now[2] - 0.5 * falls * SLOWEST_STOP)
    rest = np.array([*feet[:2], deep])
    return Catch(now.copy(), velocity.copy(), rest, 2.0 * float(now[2] - deep) / falls)


def ahead_by(height: float, gravity: float) -> float:
    """By how many seconds of its speed [s] the feet are ahead of a body that comes to rest over
    them (the capture point of Pratt, Carff, Drakunov, Goswami 2006).

    Args:
        height: of the center of mass [m].
    """
    return CAUGHT * math.sqrt(height / gravity)
