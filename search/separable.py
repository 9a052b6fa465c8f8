"""Separable evolution: a normal distribution that moves to where costs are low on average.

Ros and Hansen 2008, "A Simple Modification in CMA-ES Achieving Linear Time and Space Complexity":
each number has its own standard deviation and no correlations are learned, which is what some
thousand trials of some sixty numbers allow. The result is the mean of the distribution, not the
cheapest trial: where the cost depends on chance, the cheapest trial is merely the luckiest one.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from .trial import Array, Best, Search, trial

POPULATION = 24  # trials per generation
NEIGHBOURS = 16  # of the mean, by whose costs it is evaluated (Jones 2011, Algorithm 2)
LOOKS = 5  # generations between two evaluations of the mean
NEAR = 1 / 3  # spread of the neighbours, as a share of the initial sigmas


@dataclass
class Distribution:
    """A normal distribution of independent numbers, and its evolution paths.

    Attributes:
        middle, spread: (n,) mean and standard deviations; the latter are multiplied by `scale`.
    """

    middle: Array
    spread: Array
    scale: float = 1.0
    _of_scale: Array = field(init=False)
    _of_spread: Array = field(init=False)

    def __post_init__(self) -> None:
        self._of_scale = np.zeros(len(self.middle))
        self._of_spread = np.zeros(len(self.middle))

    def adapt(self, tried: Array) -> None:
        """Adapt mean, scale and spread to the better half of the trials.

        Args:
            tried: (m, n) trials, the cheapest first.
        """
        n, half = len(self.middle), len(tried) // 2
        weights = math.log(half + 0.5) - np.log(np.arange(1, half + 1))
        weights /= weights.sum()
        effective = 1.0 / float(weights @ weights)
        steps = (tried[:half] - self.middle) / (self.scale * self.spread)
        step = weights @ steps
        self.middle = self.middle + self.scale * self.spread * step
        self._adapt_scale(step, effective, n)
        self._adapt_spread(step, steps, weights, effective, n)

    def _adapt_scale(self, step: Array, effective: float, n: int) -> None:
        rate = (effective + 2.0) / (n + effective + 3.0)
        kept = math.sqrt(rate * (2.0 - rate) * effective)
        self._of_scale = (1.0 - rate) * self._of_scale + kept * step
        damping = 1.0 + rate + 2.0 * max(0.0, math.sqrt((effective - 1.0) / (n + 1.0)) - 1.0)
        usual = math.sqrt(n) * (1.0 - 1.0 / (4.0 * n) + 1.0 / (21.0 * n * n))
        longer = float(np.linalg.norm(self._of_scale)) / usual - 1.0
        self.scale *= math.exp(rate / damping * longer)

    def _adapt_spread(
        self, step: Array, steps: Array, weights: Array, effective: float, n: int
    ) -> None:
        rate = 4.0 / (n + 4.0)
        kept = math.sqrt(rate * (2.0 - rate) * effective)
        self._of_spread = (1.0 - rate) * self._of_spread + kept * step
        faster = (n + 2.0) / 3.0  # than the rates of full CMA-ES, which must learn more
        by_path = faster * 2.0 / ((n + 1.3) ** 2 + effective)
        by_rank = faster * 2.0 * (effective - 2.0 + 1.0 / effective) / ((n + 2.0) ** 2 + effective)
        variance = (1.0 - by_path - by_rank) + by_path * self._of_spread**2
        variance += by_rank * (weights @ steps**2)
        self.spread = self.spread * np.sqrt(variance)


def mean_cost(costs: Sequence[float]) -> float:
    return float(np.mean(costs))


def separable_search(
    start: Array,
    sigmas: Array,
    seed: int,
    level: float = 0.0,
    generations: int = 100,
    enough: float = -math.inf,
    population: int = POPULATION,
    value: Callable[[Sequence[float]], float] = mean_cost,
    ended: Callable[[], bool] = lambda: False,
) -> Search:
    """Find the vector whose neighbours have the best value.

    Args:
        sigmas: (n,) initial standard deviation of each number; neighbours have a third of it.
        generations: largest number of generations.
        enough: the value at which the search ends.
        value: reduces the costs of a vector's neighbours to one number to minimize.
        ended: called before each generation; returns whether to stop.
    """
    random = np.random.default_rng(seed)
    known = Distribution(np.array(start, float), np.array(sigmas, float))
    best = Best(known.middle, math.inf)
    for generation in range(generations + 1):
        if generation % LOOKS == 0:
            near = neighbours(known.middle, sigmas, NEIGHBOURS, random)
            worth = value((yield [trial(vector, level) for vector in near]))
            if worth < best.cost:
                best = Best(known.middle, worth)
            if worth <= enough:
                break
        if ended():
            break
        tried = _around(known.middle, known.scale * known.spread, population, random)
        costs = yield [trial(vector, level) for vector in tried]
        known.adapt(tried[np.argsort(costs, kind="stable")])
    return best


def cheapest_search(
    start: Array,
    sigmas: Array,
    seed: int,
    level: float = 0.0,
    generations: int = 100,
    enough: float = -math.inf,
    population: int = POPULATION,
) -> Search:
    """Find the cheapest vector with such a distribution, for costs that do not depend on chance.

    Args:
        sigmas: (n,) initial standard deviation of each number.
        generations: largest number of generations.
        enough: the cost at which the search ends.
    """
    random = np.random.default_rng(seed)
    known = Distribution(np.array(start, float), np.array(sigmas, float))
    (lowest,) = yield [trial(known.middle, level)]
    best = Best(known.middle, lowest)
    for _ in range(generations):
        if best.cost <= enough:
            break
        tried = _around(known.middle, known.scale * known.spread, population, random)
        costs = yield [trial(vector, level) for vector in tried]
        order = np.argsort(costs, kind="stable")
        known.adapt(tried[order])
        if costs[order[0]] < best.cost:
            best = Best(tried[order[0]], costs[order[0]])
    return best


def neighbours(
    vector: Array, sigmas: Array, count: int, random: np.random.Generator
) -> Array:
    """Random vectors (count, n) around a vector, with a third of a search's initial sigmas."""
    return _around(vector, NEAR * sigmas, count, random)


def _around(middle: Array, sigmas: Array, count: int, random: np.random.Generator) -> Array:
    """Random vectors (count, n) of a normal distribution."""
    return middle + sigmas * random.normal(size=(count, len(middle)))
