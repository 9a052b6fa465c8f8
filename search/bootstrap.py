"""Bootstrapping over growing durations: Sharon 2004, Section 4.3.6."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np

from .trial import Array, Best, Search, trial


def growing(
    start: Array,
    durations: Sequence[float],
    search: Callable[[Array, float], Search],
    enough: float = -math.inf,
) -> Search:
    """Search over growing durations: the result for a short one starts the search for a longer one.

    A vector that is good enough for a short duration often is for the longest one too ("we may
    chance upon a controller early", Section 6.2), so that is tried before each search.

    Args:
        search: makes the search for a duration, from a vector.
        enough: the cost over the longest duration at which the search ends.
    """
    best = Best(np.array(start, float), math.inf)
    for duration in durations:
        (cost,) = yield [trial(best.vector, durations[-1], enough)]
        if cost <= enough:
            return Best(best.vector, cost)
        best = yield from search(best.vector, duration)
    return best
