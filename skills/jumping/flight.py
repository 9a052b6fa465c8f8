"""The way of the center of mass in a jump: to the crouch, the take-off, the flight, the landing."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from ...simulation.rotation import Array

PUSH = 1.25  # of gravity: mean acceleration of the take-off
SHALLOWEST, DEEPEST = 0.12, 0.38  # of the leg: how far a body crouches before the take-off
LEAVES = 0.03  # of the leg: above standing, on the toes, as the body leaves the ground
# Of the capture point's way: how far the feet are ahead of a body that lands.
CAUGHT = 0.95


class Way(NamedTuple):
    """Where the center of mass is to be, how fast, and its acceleration: (3,) [m], [m/s], [m/s2].
    """

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


def stop_way(start: Array, velocity: Array, rest: Array, elapsed: float, lasts: float) -> Way:
    """From a velocity to rest at a place in a time [s], by a cubic."""
    if elapsed >= lasts:
        return Way(rest, np.zeros(3), np.zeros(3))
    t, way = elapsed, rest - start
    square = (3.0 * way - 2.0 * velocity * lasts) / lasts**2
    cube = (velocity * lasts - 2.0 * way) / lasts**3
    return Way(
        start + velocity * t + square * t * t + cube * t**3,
        velocity + 2.0 * square * t + 3.0 * cube * t * t,
        2.0 * square + 6.0 * cube * t,
    )


class Flight(NamedTuple):
    """A flight and the push before it.

    Attributes:
        crouch, leaves: places (3,) of the center of mass at its deepest, and at the take-off [m].
        velocity: (3,) at the take-off [m/s].
        pushes, lasts: durations of push and flight [s].
    """

    crouch: Array
    leaves: Array
    velocity: Array
    pushes: float
    lasts: float

    def push(self, elapsed: float) -> Way:
        """From the crouch to the take-off, with a constant acceleration."""
        acceleration = self.velocity / self.pushes
        t = min(max(elapsed, 0.0), self.pushes)
        return Way(self.crouch + 0.5 * acceleration * t * t, acceleration * t, acceleration)


def plan_flight(
    stands: Array, leg: float, gravity: float, rise: float, way: Array, lands: float
) -> Flight:
    """The flight over a way.

    Args:
        stands: (3,) the center of mass in standing [m].
        rise: how far it rises above that [m].
        way: (2,) from there to where the feet land [m].
        lands: height of the center of mass at the touch, above that in standing [m].
    """
    up = math.sqrt(2.0 * gravity * max(rise - LEAVES * leg, 0.01))
    falls = math.sqrt(2.0 * gravity * max(rise - lands, 0.0))
    lasts = (up + falls) / gravity
    ahead = ahead_by(stands[2], gravity)
    # A push with a constant acceleration covers half of what its last speed would.
    pushes = 2.0 * (SHALLOWEST + LEAVES) * leg / up
    for _ in range(3):
        pace = way / (lasts + 0.5 * pushes + ahead)
        speed = math.hypot(*pace, up)
        depth = min(max(0.5 * speed * up / (PUSH * gravity), SHALLOWEST * leg), DEEPEST * leg)
        pushes = 2.0 * (depth + LEAVES * leg) / up
    crouch, leaves = stands.copy(), stands.copy()
    crouch[2] -= depth
    leaves[2] += LEAVES * leg
    leaves[:2] += 0.5 * pushes * pace
    return Flight(crouch, leaves, np.array([*pace, up]), pushes, lasts)


def ahead_by(height: float, gravity: float) -> float:
    """By how many seconds of its speed [s] the feet are ahead of a body that comes to rest over
    them (the capture point of Pratt, Carff, Drakunov, Goswami 2006).

    Args:
        height: of the center of mass [m].
    """
    return CAUGHT * math.sqrt(height / gravity)
