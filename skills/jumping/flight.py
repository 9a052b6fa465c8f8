"""The way of the center of mass in a jump: to the crouch, the take-off, the flight, the landing."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from ...simulation.rotation import Array

PUSH = 1.25  # of gravity: mean acceleration of the take-off
SHALLOWEST, DEEPEST = 0.12, 0.38  # of the leg: how far a body crouches before the take-off
LEAVES = 0.03  # of the leg: above standing, on the toes, as the body leaves the ground
GOES = 0.4  # of the speed over ground at the take-off, with which the push begins
ABSORBS = 2.2  # of gravity: mean deceleration of a landing
SLOWEST_STOP = 0.15  # [s]
SLOWEST, FASTEST = 2.5, 7.0  # [1/s] at which a body comes to rest over its feet
NEAR = 0.03  # [m]: nearer than that it is over them
ROUNDS = 8
INERTIA = 0.12  # of the mass x leg^2, about a horizontal axis, of a body in the air
AT_REST = np.zeros(3)
# Of the capture point's way: how far the feet are ahead of a body that lands.
CAUGHT = 0.95


class Way(NamedTuple):
    """Where the center of mass is to be, how fast, and its acceleration: (3,) [m], [m/s], [m/s2].
    """

    place: Array
    velocity: Array
    acceleration: Array


def ease_way(
    start: Array, goal: Array, elapsed: float, lasts: float, ends_at: Array = AT_REST
) -> Way:
    """From rest to a place in a time [s], by the minimum-jerk polynomial (Flash, Hogan 1985).

    Args:
        ends_at: (3,) velocity there [m/s].
    """
    s = min(max(elapsed / lasts, 0.0), 1.0)
    way, last = goal - start, ends_at * lasts
    along = s**3 * (10.0 - 15.0 * s + 6.0 * s * s), s**3 * (-4.0 + 7.0 * s - 3.0 * s * s)
    rate = 30.0 * s * s * (1.0 - s) ** 2, s * s * (-12.0 + 28.0 * s - 15.0 * s * s)
    growth = 60.0 * s * (1.0 - 3.0 * s + 2.0 * s * s), s * (-24.0 + 84.0 * s - 60.0 * s * s)
    return Way(
        start + along[0] * way + along[1] * last,
        (rate[0] * way + rate[1] * last) / lasts,
        (growth[0] * way + growth[1] * last) / lasts**2,
    )


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


class Flight(NamedTuple):
    """A flight and the push before it.

    Attributes:
        crouch, leaves: places (3,) of the center of mass as the push begins, and at the take-off [m].
        goes, velocity: velocities (3,) then [m/s].
        spin: (3,) angular momentum per mass then [m2/s].
        pushes, lasts: durations of push and flight [s].
    """

    crouch: Array
    leaves: Array
    goes: Array
    velocity: Array
    spin: Array
    pushes: float
    lasts: float

    def push(self, elapsed: float) -> Way:
        """From the crouch to the take-off, with a constant acceleration."""
        acceleration = (self.velocity - self.goes) / self.pushes
        t = min(max(elapsed, 0.0), self.pushes)
        place = self.crouch + self.goes * t + 0.5 * acceleration * t * t
        return Way(place, self.goes + acceleration * t, acceleration)


def plan_flight(
    over: Array, height: float, leg: float, gravity: float, rise: float, way: Array, lands: float
) -> Flight:
    """The flight over a way.

    A body that jumps ahead begins the push with some speed, ahead of its feet, so that the push
    hardly tips it: it leaves with the feet behind it and turns backwards in the air until they are
    ahead of it.

    Args:
        over: (3,) the center of mass in standing, over the point from which the feet push [m].
        height: of it above the ground [m].
        rise: how far it rises above that [m].
        way: (2,) from there to where the feet land [m].
        lands: height of the center of mass at the touch, above that in standing [m].
    """
    up = math.sqrt(2.0 * gravity * max(rise - LEAVES * leg, 0.01))
    lasts = (up + math.sqrt(2.0 * gravity * max(rise - lands, 0.0))) / gravity
    after = lasts + ahead_by(height, gravity)
    pace, pushes, leaves, spin = way / after, 0.2, np.zeros(2), np.zeros(2)
    for _ in range(ROUNDS):
        pace = (way - leaves) / after
        speed = math.hypot(*pace, up)
        depth = min(max(0.5 * speed * up / (PUSH * gravity), SHALLOWEST * leg), DEEPEST * leg)
        pushes = 2.0 * (depth + LEAVES * leg) / up
        goes = GOES * pace
        growth = (pace - goes) / pushes
        spin = INERTIA * leg**2 * (leaves + (after - lasts) * pace) / (height * lasts)
        push = up / pushes + gravity
        middle = (height - 0.5 * depth) * growth / push - spin / (pushes * push)
        crouch = middle - 0.5 * pushes * goes - 0.125 * pushes**2 * growth
        leaves = crouch + 0.5 * pushes * (goes + pace)
    return Flight(
        over + [*crouch, -depth], over + [*leaves, LEAVES * leg], np.array([*goes, 0.0]),
        np.array([*pace, up]), np.array([spin[1], -spin[0], 0.0]), pushes, lasts,
    )  # fmt: skip


def ahead_by(height: float, gravity: float) -> float:
    """By how many seconds of its speed [s] the feet are ahead of a body that comes to rest over
    them (the capture point of Pratt, Carff, Drakunov, Goswami 2006).

    Args:
        height: of the center of mass [m].
    """
    return CAUGHT * math.sqrt(height / gravity)
