"""A jump as a way of the center of mass: crouch, take off, fly, land."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from ...simulation.rotation import Array

CROUCH, RISE = 0.30, -0.03  # of the leg: down before, and up to the take-off on the toes
LANDS, DEEPEST = 0.12, 0.32  # of the leg: below standing at the touch, and after it
ARMS = 0.05
CROUCHES_FOR = 0.55  # [s] of an adult
CAUGHT = 0.95  # of the capture point's way, by which the feet are ahead at the touch


class Way(NamedTuple):
    """Where the center of mass is to be, and how fast: (3,) each [m], [m/s], [m/s2]."""

    place: Array
    velocity: Array
    acceleration: Array


def eased_way(start: Array, goal: Array, share: float, seconds: float) -> Way:
    """From rest to rest, by the minimum-jerk polynomial (Flash, Hogan 1985)."""
    s = min(max(share, 0.0), 1.0)
    along = s**3 * (10.0 - 15.0 * s + 6.0 * s * s)
    rate = 30.0 * s * s * (1.0 - s) ** 2 / seconds
    growth = 60.0 * s * (1.0 - 3.0 * s + 2.0 * s * s) / seconds**2
    way = goal - start
    return Way(start + along * way, rate * way, growth * way)


class Flight(NamedTuple):
    """
    Attributes:
        crouch, leaves: where the center of mass is at the deepest, and as the feet leave (3,) [m].
        velocity: (3,) then [m/s].
        pushes: time from one to the other [s].
        lasts: of the flight [s].
    """

    crouch: Array
    leaves: Array
    velocity: Array
    pushes: float
    lasts: float

    def push(self, elapsed: float) -> Way:
        """From the crouch to the take-off, with an acceleration that grows and stays."""
        t = self.pushes
        a = self.velocity / t
        share = min(max(elapsed / t, 0.0), 1.0)
        return Way(self.crouch + 0.5 * a * (share * t) ** 2, a * share * t, a)


def plan_flight(
    stands: Array, leg: float, gravity: float, height: float, way: Array, drop: float = 0.0,
    lands: float = LANDS
) -> Flight:
    """The flight over a way (2,) [m] with the center of mass rising by a height [m] after take-off.

    Args:
        stands: (3,) where the center of mass is as the body stands [m].
        drop: how much lower the ground is where it lands [m].
    """
    up = math.sqrt(2.0 * gravity * height)
    crouch, leaves = stands.copy(), stands.copy()
    crouch[2] -= CROUCH * leg
    leaves[2] += RISE * leg
    pushes = 2.0 * (leaves[2] - crouch[2]) / up
    falls = leaves[2] - (stands[2] - lands * leg - drop)
    lasts = (up + math.sqrt(up * up + 2.0 * gravity * falls)) / gravity
    pace = way / (lasts + 0.5 * pushes + ahead_by(stands[2] - lands * leg, gravity))
    leaves[:2] += 0.5 * pushes * pace
    return Flight(crouch, leaves, np.array([*pace, up]), pushes, lasts)


def ahead_by(height: float, gravity: float) -> float:
    """By how many seconds of its speed [s] a body's feet are ahead as it lands, so that it comes to
    rest over them (the capture point of Pratt, Carff, Drakunov, Goswami 2006).

    Args:
        height: of the center of mass over the ground [m].
    """
    return CAUGHT * math.sqrt(height / gravity)
