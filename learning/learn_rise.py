"""Learning faster plans to rise, and plans for slopes and other bodies: Jones 2011, Section 6.2."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import numpy as np

from ..search import Pool, Search, run, separable_search
from ..search.run import Progress
from ..search.separable import neighbours
from ..search.trial import Array, trial
from ..skills.planar.rising import Numbers
from .rising_numbers import SIGMAS, numbers_of, vector_of
from .rising_simulator import LONGEST, TIMELY, make_rise_cost

TRIES = 5  # neighbours of the initial plan that measure its time
AMPLE = 1.5  # allowed time of a trial, relative to that time
SURE, HARDLY = 0.8, 0.5  # share of neighbours that stand: enough (Section 6.2.2), and too few
POPULATION, MOST = 16, 15  # trials per generation, and generations, at one slope or size
UNENDING = 10**6
Place = tuple[float, float]  # slope [degrees], torso
Watch = Callable[[Progress], object]


def shorten_rise(
    numbers: Numbers,
    seconds: float,
    seed: int = 1,
    enough: float = 0.0,
    journal: str | Path | None = None,
    progress: Watch | None = None,
) -> tuple[Numbers, float]:
    """From static to dynamic (Section 6.2.1): numbers whose neighbours rise sooner, and the mean
    cost of these [s].

    Args:
        seconds: process time, after which the best numbers so far are returned.
        enough: the cost [s] at which the search ends.
    """
    begun = time.process_time()

    def ended() -> bool:
        return time.process_time() - begun > seconds

    with Pool(make_rise_cost, (0.0, 1.0)) as pool:
        search = _quicker(vector_of(numbers), seed, enough, ended)
        best = run(search, pool, UNENDING, journal, progress)
    return numbers_of(best.vector), best.cost


def _quicker(
    start: Array, seed: int, enough: float, ended: Callable[[], bool]
) -> Search:
    near = neighbours(start, SIGMAS, TRIES, np.random.default_rng(seed))
    time_taken = min((yield [trial(vector, LONGEST) for vector in near]))
    best = yield from separable_search(
        start, SIGMAS, seed, AMPLE * time_taken, UNENDING, enough, ended=ended
    )
    return best


def continue_over(
    numbers: Numbers,
    places: Iterable[Place],
    seed: int = 1,
    report: Callable[[Place, float], object] | None = None,
) -> list[tuple[Place, Numbers]]:
    """Continuation (Sections 6.2.2 and 6.2.3): each place's plan starts the search for the next.

    A plan is found when 80 % of its neighbours stand; the continuation ends where less than half of
    them do.

    Args:
        places: slopes and trunk sizes, in small steps.
        report: called with each place and the share of the plan's neighbours that stand there.
    """
    found: list[tuple[Place, Numbers]] = []
    vector = vector_of(numbers)
    for place in places:
        vector, share = _found_at(vector, place, seed)
        if report is not None:
            report(place, share)
        if share < HARDLY:
            break
        found.append((place, numbers_of(vector)))
    return found


def _found_at(vector: Array, place: Place, seed: int) -> tuple[Array, float]:
    """The most robust plan for a place, and the share of its neighbours that stand."""
    with Pool(make_rise_cost, place) as pool:
        search = separable_search(
            vector, SIGMAS, seed, TIMELY, MOST, -SURE, POPULATION, _minus_share_that_stands
        )
        best = run(search, pool, UNENDING)
    return best.vector, -best.cost


def _minus_share_that_stands(costs: Sequence[float]) -> float:
    return -float(np.mean(np.array(costs) <= TIMELY))
