"""Search with backtracking for a plan to get up: ways are tried for one movement after another.

The world is saved before each movement. After a movement that comes near its pose, gently enough,
the next one is tried; when no way of a movement does, another way of the one before is tried.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, NamedTuple

from ..behaviour import Lookahead
from .rising import ON_SIDE, Rise

# Numbers without a source: tuned by hand, judged by bench rising.
BUDGET = 220.0  # [s] of simulation
MOST_WAYS, MOST_WAYS_TO_ROLL = 5, 30  # largest numbers of ways tried from one saved state
LONGEST_MOVEMENT = 5.0  # [s]
STANDS_WELL = 2.5  # [s] that the body must stand
LEAST_ROLL = 0.15  # [rad]: a way with a smaller roll counts as none
HARDEST = 3.2  # largest load on the ground of a movement, of body weight
CALM = 0.4  # [m/s]: largest speed of the center of mass at the end of a movement


@dataclass
class Place:
    """A saved state before a movement, and the way to try next from there."""

    mark: Any
    rise: Rise
    # From the side on which the way up begins [rad]; 0 where the way to standing is planned.
    roll: float
    most_ways: int = MOST_WAYS
    way: int = 0
    best_way: int | None = None  # the one with the best roll so far
    least_roll: float = math.inf  # after the best way [rad]

    def next_way(self) -> int | None:
        """The way to try next; None when all have been tried."""
        if self.way < (MOST_WAYS_TO_ROLL if self.roll > ON_SIDE else self.most_ways):
            self.way += 1
            return self.way - 1
        self.least_roll = math.inf
        best, self.best_way = self.best_way, None
        return best


class Found(NamedTuple):
    """The numbers of a plan, whether it leads to stable standing, and the time spent [s]."""

    numbers: tuple[int, ...]
    stands: bool
    spent: float


def search(
    rise: Rise, lookahead: Lookahead, budget: float = BUDGET, first_ways: int = MOST_WAYS
) -> Found:
    """The first plan that leads to stable standing, else the one that came furthest.

    It begins with the movement that is next; the plan holds the numbers of those before as well.

    Args:
        budget: [s] of simulation.
        first_ways: largest number of ways of the next movement.
    """
    places = [replace(_place(rise, lookahead), most_ways=first_ways)]
    furthest: tuple[int, ...] = ()
    stands = False
    spent, dead_ends = 0.0, 0
    while spent < budget:
        place = places[-1]
        is_settled = place.way >= MOST_WAYS_TO_ROLL  # the best roll is used
        way = place.next_way()
        if way is None:
            if len(places) == 1:
                break
            # The cause may lie several movements back.
            dead_ends += 1
            _go_back(places, dead_ends, lookahead)
            continue
        lookahead.go_back(place.mark)
        rise.go_back(place.rise)
        rise.plan = (*rise.plan[: rise.made], way)
        spent += lookahead.rollout(LONGEST_MOVEMENT, gives_up=partial(is_hopeless, rise))
        if rise.failures > place.rise.failures or is_hopeless(rise):
            continue
        if rise.stands_for is not None:
            place.way = MOST_WAYS_TO_ROLL  # there is only one way to stand
            if rise.stands_for > STANDS_WELL:
                furthest, stands = rise.plan, True
                break
        elif _is_good(rise, place) or is_settled:
            places.append(_place(rise, lookahead))
            if len(rise.plan) > len(furthest):
                furthest, dead_ends = rise.plan, 0
    lookahead.go_back(places[0].mark)
    rise.go_back(places[0].rise)
    for place in places:
        lookahead.drop(place.mark)
    return Found(furthest, stands, spent)


def _go_back(places: list[Place], count: int, lookahead: Lookahead) -> None:
    """Drop the last places, but never the first."""
    for _ in range(min(count, len(places) - 1)):
        lookahead.drop(places.pop().mark)


def _place(rise: Rise, lookahead: Lookahead) -> Place:
    rise.body.look(lookahead.motion)
    roll = 0.0 if rise.is_planned else rise.off_lying()
    return Place(lookahead.mark(), rise.remember(), roll)


def is_hopeless(rise: Rise) -> bool:
    """Whether the present movement has already failed, so that a trial may end."""
    if rise.stands_for is not None or rise.movement is None:
        return False
    return rise.peak > HARDEST or rise.has_lost_its_way()


def _is_good(rise: Rise, place: Place) -> bool:
    """Whether a movement came near its pose, gently, and ended at rest."""
    if rise.has_missed():
        return False
    if not rise.is_planned:
        roll = rise.off_lying()
        if roll < min(place.roll - LEAST_ROLL, place.least_roll):
            place.best_way, place.least_roll = place.way - 1, roll
        return roll < ON_SIDE
    return float((rise.body.motion.com_velocity**2).sum()) < CALM**2
