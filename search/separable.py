"""Separable evolution: a normal distribution that moves to where costs are low on the whole.

Ros and Hansen 2008, "A Simple Modification in CMA-ES Achieving Linear Time and Space Complexity":
each number has a spread of its own and nothing else is learned, which is what some thousand trials
of some sixty numbers allow. What is found is the middle of the distribution, not the cheapest
trial: where a cost hangs on luck, the cheapest one is but the luckiest.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from .trial import Array, Best, Search, trial

POPULATION = 24  # trials of a generation
NEIGHBOURS = 16  # of the middle, by which it is judged (Jones 2011, Algorithm 2)
LOOKS = 5  # generations between two judgements of the middle
NEAR = 1 / 3  # how far neighbours are, of the spread at the beginning


@dataclass
class Distribution:
    """A normal distribution of independent numbers, and the paths by which it adapts.

    Attributes:
        middle, spread: (n,) mean and standard deviations, to be multiplied by `scale`.
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
        """Move to the better half.

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
        faster = (n + 2.0) / 3.0  # than with a covariance, of which there is more to learn
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
    """The vector whose neighbours are worth most.

    Args:
        sigmas: (n,) of each number at the beginning; of its neighbours a third.
        generations: how many at most.
        enough: value at which it ends.
        value: of the costs of a vector's neighbours, to be made small; their mean if none.
        ended: asked before each generation; whether that is all.
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
    """The cheapest vector that such a distribution comes upon, where a cost is no matter of luck.

    Args:
        sigmas: (n,) of each number at the beginning.
        generations: how many at most.
        enough: cost at which it ends.
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
    """(count, n) vectors a third as far from one as a search with such sigmas begins."""
    return _around(vector, NEAR * sigmas, count, random)


def _around(middle: Array, sigmas: Array, count: int, random: np.random.Generator) -> Array:
    """(count, n) random vectors."""
    return middle + sigmas * random.normal(size=(count, len(middle)))
