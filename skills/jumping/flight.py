"""The way of the center of mass in a jump: to the crouch, the take-off and the flight."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from ...controllers.balance.free_fall import falling_time
from ...simulation.rotation import Array
from .catch import ahead_by
from .way import Lean, Way, ease_way, lean, over_ground

PUSH = 1.38  # of gravity: mean acceleration of the take-off
SHALLOWEST, DEEPEST = 0.12, 0.38  # of the leg: how far a body crouches before the take-off
LEAVES = 0.03  # of the leg: above standing, on the toes, as the body leaves the ground
GOES = 0.3  # of the speed over ground at the take-off: that with which the push begins
INERTIA = 0.09  # of the mass x leg^2, about a horizontal axis, of a body in the air
ROUNDS = 30  # of the equations of a flight, solved by turns


class Flight(NamedTuple):
    """A flight and the push before it.

    Attributes:
        crouch: (3,) the center of mass as the push begins [m].
        lean: from where the body stands to where the push begins.
        goes: (3,) velocity as the push begins [m/s]; 0 where the body does not lean.
        velocity: (3,) at the take-off [m/s].
        spin: (3,) angular momentum per mass at the take-off [m2/s].
        pushes, lasts: durations of push and flight [s].
    """

    crouch: Array
    lean: Lean
    goes: Array
    velocity: Array
    spin: Array
    pushes: float
    lasts: float

    def sink(self, start: Array, elapsed: float, lasts: float) -> Way:
        """Down to the crouch; at last the body leans ahead."""
        down = ease_way(start, self.crouch, elapsed, lasts)
        if not self.goes.any():
            return down
        return over_ground(self.lean.at(elapsed - (lasts - self.lean.lasts)), down)

    def push(self, elapsed: float) -> Way:
        """From the crouch to the take-off, with a constant acceleration."""
        acceleration = (self.velocity - self.goes) / self.pushes
        t = min(max(elapsed, 0.0), self.pushes)
        place = self.crouch + self.goes * t + 0.5 * acceleration * t * t
        return Way(place, self.goes + acceleration * t, acceleration)


def plan_flight(
    start: Array, over: Array, height: float, leg: float, gravity: float, rise: float, way: Array,
    lands: float, behind: float, fold: float,
) -> Flight:  # fmt: skip
    """The flight over a way.

    A body that jumps ahead begins the push with some speed, ahead of its feet, so that the push
    hardly tips it: it leaves with the feet behind it and turns backwards in the air until they are
    ahead of it.

    Args:
        start: (3,) the center of mass now [m].
        over: (3,) where it would be in standing over the point from which the feet push [m].
        height: of it above the ground [m].
        rise: how far it rises above that [m].
        way: (2,) from `over` to where the feet land [m].
        lands: height of the center of mass at the touch, above that in standing [m].
        behind: how far the ground that the feet span reaches from the start against the way [m].
        fold: as of `feet.fold_of` [m].
    """
    up = math.sqrt(2.0 * gravity * max(rise - LEAVES * leg, 0.01))
    lasts = falling_time(up, LEAVES * leg - lands, gravity)
    after = lasts + ahead_by(height, gravity)
    pace, pushes, leaves, crouch = way / after, 0.2, np.zeros(2), np.zeros(2)
    stands, goes = (start - over)[:2], np.zeros(2)
    for _ in range(ROUNDS):
        pace = (way - leaves) / after
        speed = math.hypot(*pace, up)
        depth = min(max(0.5 * speed * up / (PUSH * gravity), SHALLOWEST * leg), DEEPEST * fold)
        pushes = 2.0 * (depth + LEAVES * leg) / up
        rate = math.sqrt(gravity / (height - 0.5 * depth))
        leans = lean(stands, crouch, GOES * math.hypot(*pace), behind, rate)
        is_ahead = behind > 0.0 and float((crouch - stands) @ pace) > 0.0
        fastest = leans.speed * (crouch - stands) / leans.far if is_ahead else np.zeros(2)
        goes = 0.5 * (goes + fastest)
        growth = (pace - goes) / pushes
        spin = INERTIA * leg**2 * (leaves + (after - lasts) * pace) / (height * lasts)
        push = up / pushes + gravity
        middle = (height - 0.5 * depth) * growth / push - spin / (pushes * push)
        crouch = middle - 0.5 * pushes * goes - 0.125 * pushes**2 * growth
        leaves = crouch + 0.5 * pushes * (goes + pace)
    return Flight(
        over + [*crouch, -depth], lean(start[:2], over[:2] + crouch, GOES * math.hypot(*pace),
        behind, rate), np.array([*goes, 0.0]),
        np.array([*pace, up]), np.array([spin[1], -spin[0], 0.0]), pushes, lasts,
    )  # fmt: skip
