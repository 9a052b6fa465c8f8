"""CMA-ES, by the `cma` package."""

from __future__ import annotations

import warnings

import numpy as np

from ..base.errors import InvalidInput
from .trial import Array, Best, Search, trial


def covariance_search(
    start: Array,
    sigmas: Array,
    seed: int,
    level: float = 0.0,
    generations: int = 100,
    enough: float = -np.inf,
    population: int | None = None,
) -> Search:
    """Adapt a multivariate normal distribution to the region of low cost.

    Args:
        sigmas: initial standard deviation of each number.
        population: trials per generation; None: chosen from the number of dimensions.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about optional packages that are not installed
            import cma
    except ImportError as error:
        raise InvalidInput("CMA-ES needs the package cma: pip install cma.") from error
    options = {"seed": seed + 1, "verbose": -9, "CMA_stds": np.asarray(sigmas).tolist()}
    if population is not None:
        options["popsize"] = population
    strategy = cma.CMAEvolutionStrategy(np.asarray(start).tolist(), 1.0, options)
    best = np.array(start, float)
    (lowest,) = yield [trial(best, level)]
    for _ in range(generations):
        if lowest <= enough or strategy.stop():
            break
        tried = strategy.ask()
        costs = yield [trial(np.asarray(vector), level) for vector in tried]
        strategy.tell(tried, costs)
        least = int(np.argmin(costs))
        if costs[least] < lowest:
            best, lowest = np.array(tried[least]), costs[least]
    return Best(best, lowest)
