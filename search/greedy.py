"""Greedy stochastic search: Jones 2011, Algorithm 1, with noise that grows while it is stuck."""

from __future__ import annotations

import math

import numpy as np

from .trial import Array, Best, Search, trial

BATCH = 16  # trials between two updates of the best (Section 6.2)
SHARE, SHARE_SPREAD = 0.2, 0.15  # of the numbers changed: mean and standard deviation
PATIENCE = 80  # trials without improvement after which the noise grows with every batch
GROWTH = 1.1  # factor of that growth: "increased slightly" (Section 6.2.1)


def greedy_search(
    start: Array,
    sigmas: Array,
    seed: int,
    level: float = 0.0,
    batches: int = 1000,
    enough: float = -math.inf,
    share: float = SHARE,
    batch: int = BATCH,
) -> Search:
    """Try random neighbours of the best vector, and move to any that is better.

    Args:
        sigmas: standard deviation of the noise on each number.
        batches: largest number of batches.
        enough: the cost at which the search ends.
        share: mean share of the numbers that are changed.
    """
    random = np.random.default_rng(seed)
    best, noise, stuck = np.array(start, float), 1.0, 0
    (lowest,) = yield [trial(best, level)]
    for _ in range(batches):
        if lowest <= enough:
            break
        tried = [perturbed(best, noise * sigmas, random, share) for _ in range(batch)]
        costs = yield [trial(vector, level, lowest) for vector in tried]
        least = int(np.argmin(costs))
        if costs[least] < lowest:
            best, lowest, noise, stuck = tried[least], costs[least], 1.0, 0
            continue
        stuck += batch
        if stuck > PATIENCE:
            noise *= GROWTH
    return Best(best, lowest)


def perturbed(
    vector: Array, sigmas: Array, random: np.random.Generator, share: float = SHARE
) -> Array:
    """The vector with noise on a random share of its numbers, on one at least."""
    count = int(random.normal(share, SHARE_SPREAD) * len(vector))
    chosen = random.choice(len(vector), min(max(count, 1), len(vector)), replace=False)
    changed = np.array(vector, float)
    changed[chosen] += random.normal(0.0, sigmas[chosen])
    return changed
