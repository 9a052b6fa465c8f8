"""Simple deterministic search: Sharon 2004, Figure 4.2."""

from __future__ import annotations

import numpy as np

from .trial import Array, Best, Search, trial


def coordinate_search(
    start: Array,
    level: float = 0.0,
    step: float = 0.3,
    decay: float = 0.1,
    smallest: float = 0.02,
    enough: float = -np.inf,
) -> Search:
    """Change one number at a time, up or down by a step, and keep the better value.

    Both directions are evaluated in one batch, so that two processes halve the time.

    Args:
        step: of the first sweep over all numbers; each sweep multiplies it by `decay`.
        smallest: the step below which the search ends.
        enough: the cost at which the search ends.
    """
    best = np.array(start, float)
    (lowest,) = yield [trial(best, level)]
    while step >= smallest:
        for i in range(len(best)):
            if lowest <= enough:
                return Best(best, lowest)
            change = np.zeros(len(best))
            change[i] = step
            ways = [best + change, best - change]
            costs = yield [trial(way, level, lowest) for way in ways]
            least = int(np.argmin(costs))
            if costs[least] < lowest:
                best, lowest = ways[least], costs[least]
        step *= decay
    return Best(best, lowest)
