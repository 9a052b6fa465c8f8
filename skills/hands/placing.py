"""Walking to a spot and a direction, precisely enough for the hands to go on from there.

Coros et al. 2010, Section 5.4: the place of the object steers the heading. The walker walks to a
line through the spot and halts where two directed steps lead onto the spot. A walker that comes
from beside or behind first steps ahead, aside and back while facing the final direction.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ...bodies.lifting_stance import STANDS, Stance
from ...controllers.gait.footing import aside, outward, sole_middle, support_middle
from ...controllers.gait.gait import ADULT_LEG
from ...controllers.gait.modes import STANDING, WALKING
from ...controllers.program.anatomy import LEFT, RIGHT
from ...simulation.body import Motion
from ...simulation.over_ground import place_of, velocity_of
from ...simulation.records import Rows, views_of
from ...simulation.rotation import Array, heading_of, wrapped
from ..biped import Biped
from ..gait_command import NOTHING_TO_STEP_OVER, start_walking
from ..ways.steering import drive, pace_before_stop, stop, stopping_way

# Numbers without a source: tuned by hand, judged by bench tasks_hands.
FACES_FROM = 0.65  # of the leg: distance from which on the walker faces the final direction
EASED_IN = 1.5  # of the distance aside: how far before the spot the walker meets the line
SHUFFLE_GAIN, FASTEST_SHUFFLE = 0.9, 0.1  # [1/s], [sqrt(g leg)]
TURN_GAIN, FASTEST_TURN = 2.0, 1.0  # [1/s], [rad/s]
# Largest correction by two directed steps: of the leg, ahead and aside, and [rad].
MADE_UP_AHEAD, MADE_UP_ASIDE, MADE_UP_TURN = 0.42, 0.2, 0.5
CLOSE = 0.06  # of the leg: nearer to the spot its direction is undefined
EXACT, EXACTLY_FACING = 0.04, 0.1  # of the leg; [rad]: smaller errors need no step
APART_ENOUGH = 0.15  # of the leg: larger errors of the feet's distance need a step
SLOW, STILL = 0.3, 0.08  # [m/s]: slower, it is there; slower yet, it can step anew
LEAST_SPEED = 1e-6  # [m/s]
STEP_TIME = 0.6  # [s] of an adult's directed step
FEET_APART = 0.2  # of the leg
ENOUGH_ROOM = 0.75  # of that: room that a foot needs beside the other one
LATE_SHARE, LATE_BY = 2.0, 20.0  # of the expected time of the way, and in addition [s]
STUCK_AFTER = 4.5  # [s] of an adult's two directed steps, which are then given up
ATTEMPTS = 3  # to correct the remaining error
NEARER = 0.75  # of the present reach: where a walker stops next, after it stopped out of reach


@dataclass(frozen=True)
class Spot:
    """Where to stand: place (2,) under the center of mass [m], heading [rad], and the stance."""

    place: Array
    facing: float
    stance: Stance = STANDS


class Walk:
    """Walks to a spot; `is_over` is True once the body stands still there."""

    def __init__(
        self, biped: Biped, spot: Spot, speed: float, exact: float = EXACT,
        stops_within: float = 1.0,
    ) -> None:  # fmt: skip
        """
        Args:
            exact: largest error of the feet at the end, as a share of the leg.
            stops_within: from where it takes directed steps, as a share of their reach.
        """
        self._biped, self.spot, self.speed, self._exact = biped, spot, speed, exact
        self._attempts = 0
        self._stops_within = stops_within
        self._due: float | None = None
        self._steps_at = math.inf
        self.arrives = False
        self.is_over = False

    @property
    def is_late(self) -> bool:
        """Whether the walk takes far too long: something is in its way."""
        return self._due is not None and self._biped.time > self._due

    def steer(self, motion: Rows[Motion]) -> None:
        """Called many times a second."""
        biped = self._biped
        if self._due is None:
            away = float(np.linalg.norm(self.spot.place - place_of(motion)))
            self._due = biped.time + LATE_BY + LATE_SHARE * away / self.speed
            start_walking(biped)
        if self.is_over:
            return
        if not self.arrives:
            self._go(motion)
        elif self._stands(motion):
            self._make_up(motion)
        elif biped.time > self._steps_at + STUCK_AFTER * math.sqrt(biped.leg / ADULT_LEG):
            stop(biped)  # what a hand or a knee leans on keeps the weight from shifting
            self._steps_at = biped.time
        biped.command["walking"] = not self.arrives

    def _go(self, motion: Rows[Motion]) -> None:
        biped, spot = self._biped, self.spot
        off, velocity = spot.place - place_of(motion), velocity_of(motion)
        away, faced = float(np.hypot(*off)), float(biped.memory["heading"])
        turn = wrapped(spot.facing - faced)
        walks = biped.memory["mode"] == WALKING
        way_left = off - _stopping(velocity) if walks else off
        if self._is_in_reach(way_left, turn, self._stops_within):
            self._stop(spot.facing if walks else faced)  # steps turn a body that stands
        elif away > FACES_FROM * biped.leg and self._is_before(off):
            beside = abs(_seen(off, spot.facing)[1])
            way = off - min(EASED_IN * beside, away) * ahead_of(spot.facing)
            heading = math.atan2(way[1], way[0]) if np.hypot(*way) > CLOSE else spot.facing
            going = max(float(velocity @ ahead_of(heading)), 0.0)
            left = away - MADE_UP_AHEAD * biped.leg
            biped.command["lateral_speed"] = 0.0
            drive(biped, heading, min(self.speed, pace_before_stop(left, going)))
        else:
            self._shuffle(off, turn)

    def _is_in_reach(self, off: Array, turn: float, share: float = 1.0) -> bool:
        """Whether a share of the reach of directed steps covers a distance (2,) [m], and a turn."""
        forward, leftward = _seen(off, self.spot.facing)
        shares = math.hypot(forward / MADE_UP_AHEAD, leftward / MADE_UP_ASIDE)
        return shares < share * self._biped.leg and abs(turn) < MADE_UP_TURN

    def _shuffle(self, off: Array, turn: float) -> None:
        """Step ahead, aside or back by a distance (2,) [m], turning meanwhile."""
        biped = self._biped
        forward, leftward = _seen(off, float(biped.memory["heading"]))
        gravity = float(biped.command["gravity"])
        fastest = FASTEST_SHUFFLE * math.sqrt(gravity * biped.leg)
        biped.command["speed"] = _bounded(SHUFFLE_GAIN * forward, fastest)
        biped.command["lateral_speed"] = _bounded(SHUFFLE_GAIN * leftward, fastest)
        biped.command["turn_rate"] = _bounded(TURN_GAIN * turn, FASTEST_TURN)

    def _is_before(self, off: Array) -> bool:
        """Whether the spot lies ahead along the final heading, or is far away."""
        return _seen(off, self.spot.facing)[0] > 0.0 or float(np.hypot(*off)) > 2 * self._biped.leg

    def _stop(self, heading: float) -> None:
        stop(self._biped)
        self._biped.command["speed"] = self._biped.command["lateral_speed"] = 0.0
        self._biped.command["heading"] = heading
        self.arrives = True

    def _stands(self, motion: Rows[Motion]) -> bool:
        memory, command = self._biped.memory, self._biped.command
        stepping = memory["next_footstep"] < command["footstep_count"]
        speed = float(np.linalg.norm(velocity_of(motion)))
        return bool(memory["mode"] == STANDING and not stepping and speed < SLOW)

    def _stands_still(self, motion: Rows[Motion]) -> bool:
        speed = float(np.linalg.norm(views_of(Motion, motion).com_velocity))
        return speed < STILL

    def _make_up(self, motion: Rows[Motion]) -> None:
        """Step to the feet's final places, unless they are there; walk where that is too far."""
        biped, spot = self._biped, self.spot
        off = spot.place - support_middle(motion[0], biped.anatomy)[:2]
        turn = wrapped(spot.facing - self._feet_point(motion))
        is_there = float(np.hypot(*off)) < self._exact * biped.leg and abs(turn) < EXACTLY_FACING
        is_there = is_there and self._stands_apart(motion)
        if is_there or self._attempts == ATTEMPTS:
            self.is_over = True
            return
        if not self._stands_still(motion):
            return
        if self._is_in_reach(off, turn):
            self._attempts += 1
            self._steps_at = biped.time
            self._step(motion)
        else:
            self._stops_within *= NEARER
            self.arrives = False

    def _stands_apart(self, motion: Rows[Motion]) -> bool:
        """Whether the feet are about as far apart as the stance asks."""
        anatomy, prints = self._biped.anatomy, self._prints()
        soles = [sole_middle(motion[0], anatomy, side)[:2] for side in (LEFT, RIGHT)]
        off = np.linalg.norm(soles[LEFT] - soles[RIGHT])
        off -= np.linalg.norm(prints[LEFT] - prints[RIGHT])
        return bool(abs(off) < APART_ENOUGH * self._biped.leg)

    def _feet_point(self, motion: Rows[Motion]) -> float:
        """Mean direction of both feet [rad]; the body turns to it once they stand."""
        feet = views_of(Motion, motion).rotation[self._biped.anatomy["foot"]]
        left, right = heading_of(feet[LEFT]), heading_of(feet[RIGHT])
        return float(left + 0.5 * wrapped(right - left))

    def _step(self, motion: Rows[Motion]) -> None:
        """Plan footprints at the final places of both feet."""
        biped, spot = self._biped, self.spot
        biped.command["heading"] = spot.facing
        period = STEP_TIME * math.sqrt(biped.leg / ADULT_LEG)
        prints = self._prints()
        first = self._first_to_step(prints, motion)
        for row, side in zip(biped.command["footsteps"], (first, 1 - first), strict=False):
            points = spot.facing + outward(side) * spot.stance.splay
            row[:] = (side, *prints[side], points, period, math.nan, *NOTHING_TO_STEP_OVER)
        biped.memory["next_footstep"] = 0
        biped.command["footstep_count"] = 2

    def _prints(self) -> Array:
        """(2, 2) final places of the middles of both soles [m]."""
        leg, breadth = self._biped.leg, float(self._biped.anatomy["breadth"])
        half = max(0.5 * FEET_APART * leg, 0.5 * breadth, self.spot.stance.apart * leg)
        out = np.array([[outward(side) * half] for side in (LEFT, RIGHT)])
        prints: Array = self.spot.place + out * ahead_of(self.spot.facing + math.pi / 2)
        return prints

    def _first_to_step(self, prints: Array, motion: Rows[Motion]) -> int:
        """The foot to step first: with more room beside the other one, else the one behind."""
        anatomy, facing = self._biped.anatomy, self.spot.facing
        apart = float(np.linalg.norm(prints[LEFT] - prints[RIGHT]))
        soles = [sole_middle(motion[0], anatomy, side)[:2] for side in (LEFT, RIGHT)]
        room = [
            _seen(outward(side) * (prints[side] - soles[1 - side]), facing)[1]
            for side in (LEFT, RIGHT)
        ]
        if min(room) > ENOUGH_ROOM * apart:
            room = [_seen(prints[side] - soles[side], facing)[0] for side in (LEFT, RIGHT)]
        return LEFT if room[LEFT] >= room[RIGHT] else RIGHT


def _stopping(velocity: Array) -> Array:
    """(2,) distance that a walker still covers after the command to stand [m]."""
    speed = float(np.hypot(*velocity))
    way: Array = velocity * (stopping_way(speed) / max(speed, LEAST_SPEED))
    return way


def ahead_of(heading: float) -> Array:
    return np.array([math.cos(heading), math.sin(heading)])


def _seen(vector: Array, heading: float) -> tuple[float, float]:
    """Forward and leftward component of a vector (2,)."""
    forward = vector[0] * math.cos(heading) + vector[1] * math.sin(heading)
    return float(forward), float(aside(vector, heading))


def _bounded(value: float, most: float) -> float:
    return min(max(value, -most), most)
