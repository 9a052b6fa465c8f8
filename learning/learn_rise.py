"""Faster ways to rise, and ways for slopes and other bodies: Jones 2011, Section 6.2."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

import numpy as np

from ..catalogue.planar.rising import LAYOUT
from ..search import Best, Pool, Search, greedy_search, robust_search, run
from ..search.run import Progress
from ..search.trial import Array
from .rising_stage import make_rising_judge, numbers_of, vector_of

# Standard deviations of the noise: of times [s], places and heights [m], and the time warp.
NOISE = {
    "changes of arms": 0.05, "offsets of arms": 0.02, "lifts of arms": 0.01,
    "changes of legs": 0.05, "offsets of legs": 0.02, "lifts of legs": 0.01,
    "hips, times": 0.05, "hips, heights": 0.02, "shoulders, times": 0.05,
    "shoulders, heights": 0.02, "warp": 0.2, "end": 0.05,
}  # fmt: skip
SMALL = 0.2  # of it, for neighbours of a fast way: those are to succeed (Section 6.2.2)
ENOUGH = 0.8  # share of neighbours that succeed, at which a slope is done with
TIMELY = 6.0  # [s]: who is not up by then has failed
BUDGET = 10**6  # trials
BATCH = 4  # trials between two looks at the best: few, since each gains a little
MOST_BATCHES = 40  # for one slope or size
Place = tuple[float, float]  # slope [degrees], torso
Numbers = Mapping[str, Sequence[float]]
Watch = Callable[[Progress], object]


def noise() -> Array:
    """(67,) of each number."""
    return np.concatenate([np.full(count, NOISE[name]) for name, count in LAYOUT.items()])


def quicken(
    numbers: Numbers,
    seconds: float,
    seed: int = 1,
    enough: float = 0.0,
    workers: int = 1,
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

    with Pool(make_rising_judge, (start.tolist(), 0.0, 1.0), workers) as pool:
        search = _until(ended, _climb(start, seed, enough))
        best = run(search, pool, BUDGET, journal, progress)
    return numbers_of(best.vector), best.cost


def _climb(start: Array, seed: int, enough: float) -> Search:
    return greedy_search(start, noise(), seed, batches=BUDGET, enough=enough, batch=BATCH)


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
    tell: Callable[[Place, float], object] | None = None,
) -> list[tuple[Place, Numbers, float]]:
    """Continuation (Sections 6.2.2 and 6.2.3): each place's ways begin the search for the next.

    It ends where too few neighbours succeed.

    Args:
        places: slopes and sizes of the trunk, each a little further.
        tell: called with each place and the share of neighbours that succeed there.
    """
    found: list[tuple[Place, Numbers, float]] = []
    vector = vector_of(numbers)
    for slope, torso in places:
        with Pool(make_rising_judge, (vector.tolist(), slope, torso), 1) as pool:
            search = robust_search(
                vector, SMALL * noise(), seed, TIMELY, ENOUGH, MOST_BATCHES, TIMELY
            )
            best = run(search, pool, BUDGET)
        if tell is not None:
            tell((slope, torso), -best.cost)
        if -best.cost < ENOUGH:
            break
        vector = best.vector
        found.append(((slope, torso), numbers_of(vector), -best.cost))
    return found


def steps(first: float, last: float, step: float) -> Sequence[float]:
    """From the first to the last, both of them."""
    count = round(abs(last - first) / step)
    return [first + (last - first) * i / max(count, 1) for i in range(count + 1)]
