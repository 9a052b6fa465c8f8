"""Robustness as a cost: Jones 2011, Algorithm 2."""

from __future__ import annotations

import zlib
from collections.abc import Generator, Iterator

import numpy as np

from .greedy import BATCH, perturbed
from .trial import Array, Best, Costs, Search, Trial, trial

NEIGHBOURS = 16


def robust_search(
    start: Array,
    sigmas: Array,
    seed: int,
    level: float = 0.0,
    enough: float = 0.8,
    batches: int = 100,
    succeeds_below: float = 0.0,
) -> Search:
    """Find the vector whose neighbours succeed most often; end once a given share of them does.

    Args:
        sigmas: standard deviation of the noise on each number.
        enough: the share of neighbours that must succeed.
        succeeds_below: a trial succeeds when its cost is not above this.

    The cost of the result is minus the share of its neighbours that succeed.
    """
    random = np.random.default_rng(seed)
    best = np.array(start, float)
    lowest = yield from _failures(best, sigmas, seed, level, succeeds_below)
    for _ in range(batches):
        if lowest <= -enough:
            break
        tried = [perturbed(best, sigmas, random) for _ in range(BATCH)]
        costs = yield [trial(vector, level, succeeds_below) for vector in tried]
        for vector in _by_cost(tried, costs, succeeds_below):
            cost = yield from _failures(vector, sigmas, seed, level, succeeds_below)
            if cost < lowest:
                best, lowest = vector, cost
                break
    return Best(best, lowest)


def _by_cost(tried: list[Array], costs: list[float], most: float) -> Iterator[Array]:
    """The vectors that succeed themselves, by rising cost."""
    for i in np.argsort(costs, kind="stable"):
        if costs[i] <= most:
            yield tried[i]


def _failures(
    vector: Array, sigmas: Array, seed: int, level: float, most: float
) -> Generator[list[Trial], Costs, float]:
    random = np.random.default_rng([seed, zlib.crc32(vector.tobytes())])
    neighbours = [perturbed(vector, sigmas, random) for _ in range(NEIGHBOURS)]
    costs = yield [trial(neighbour, level, most) for neighbour in neighbours]
    return -sum(cost <= most for cost in costs) / NEIGHBOURS
