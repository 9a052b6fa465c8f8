"""Faster ways to rise, and ways for slopes and other bodies: Jones 2011, Section 6.2."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from pathlib import Path

import numpy as np

from ..search import Best, Pool, Search, greedy_search, run
from ..search.run import Progress
from ..search.trial import Array
from ..skills.planar_rising import Numbers
from .hasten import SIGMAS, hasten
from .rising_stage import (
    NEVER_UP,
    TIMELY,
    Rise,
    RisingStage,
    make_rising_judge,
    numbers_of,
    vector_of,
)

SMALL, FEW = 0.25, 0.1  # of the noise, and of the numbers: at a next slope or size
BATCH = 4  # trials between two looks at the best
BUDGET, ON_THE_WAY = 10**6, 200  # trials, and for one slope or size
Place = tuple[float, float]  # slope [degrees], torso
Watch = Callable[[Progress], object]


def quicken(
    numbers: Numbers,
    seconds: float,
    seed: int = 1,
    enough: float = 0.0,
    journal: str | Path | None = None,
    progress: Watch | None = None,
) -> tuple[Numbers, float]:
    """Static to dynamic (Section 6.2.1): numbers that rise sooner, and what they cost [s].

    Args:
        seconds: of process time, after which the best so far is taken.
        enough: cost [s] at which it ends.
    """
    begun = time.process_time()
    start = vector_of(numbers)

    def ended() -> bool:
        return time.process_time() - begun > seconds

    with Pool(make_rising_judge, (start.tolist(), 0.0, 1.0)) as pool:
        search = _until(ended, hasten(start, seed, enough))
        best = run(search, pool, BUDGET, journal, progress)
    return numbers_of(best.vector), best.cost


def _until(ended: Callable[[], bool], search: Search) -> Search:
    """The same search, cut off with the cheapest trial of all."""
    best = Best(np.empty(0), np.inf)
    try:
        batch = next(search)
        while not ended():
            costs = yield batch
            least = int(np.argmin(costs))
            if costs[least] < best.cost:
                best = Best(batch[least].vector, costs[least])
            batch = search.send(costs)
    except StopIteration as end:
        found: Best = end.value
        return found
    return best


def continue_over(
    numbers: Numbers,
    places: Iterable[Place],
    seed: int = 1,
    tell: Callable[[Place, Rise], object] | None = None,
) -> list[tuple[Place, Numbers]]:
    """Continuation (Sections 6.2.2 and 6.2.3): each place's way begins the search for the next.

    It ends where none is found that stands in time. (The thesis asks for more: that 80 % of the
    neighbours do; `search.robust_search` is for that.)

    Args:
        places: slopes and sizes of the trunk, each a little further.
        tell: called with each place and how the way that was found goes there.
    """
    found: list[tuple[Place, Numbers]] = []
    vector = vector_of(numbers)
    for slope, torso in places:
        vector = _found_at(vector, slope, torso, seed)
        stage = RisingStage(numbers_of(vector), slope, torso)
        rise = stage.rise(numbers_of(vector), TIMELY)
        stage.close()
        if tell is not None:
            tell((slope, torso), rise)
        if not rise.stands:
            break
        found.append(((slope, torso), numbers_of(vector)))
    return found


def _found_at(vector: Array, slope: float, torso: float, seed: int) -> Array:
    """What stands there in time, or came nearest to it."""
    with Pool(make_rising_judge, (vector.tolist(), slope, torso)) as pool:
        search = greedy_search(
            vector, SMALL * SIGMAS, seed, enough=TIMELY, share=FEW, batch=BATCH
        )
        best = run(search, pool, ON_THE_WAY)
    return best.vector if best.cost < NEVER_UP else vector
