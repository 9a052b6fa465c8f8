"""Search over one subset of the numbers at a time, in turn: Kwon and Hodgins 2010, Section 6.

With all numbers at once, the authors' search often ended in a local minimum.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from .trial import Array, Best, Search, Trial

Indices = NDArray[np.int64]


def alternating(
    start: Array,
    parts: Sequence[Indices],
    search: Callable[[Array, int], Search],
    rounds: int,
    enough: float = -math.inf,
) -> Search:
    """The best vector after a number of rounds over all parts.

    Args:
        parts: the indices of the numbers that are searched together; parts may overlap.
        search: makes a search over some numbers, from their present values and the index of the
            turn, which counts the parts of all rounds from 0.
        enough: the cost at which the search ends.
    """
    best = Best(np.array(start, float), math.inf)
    for turn in range(rounds * len(parts)):
        part = parts[turn % len(parts)]
        found = yield from _among(best.vector, part, search(best.vector[part], turn))
        if found.cost < best.cost:
            best = found
        if best.cost <= enough:
            break
    return best


def _among(whole: Array, part: Indices, search: Search) -> Search:
    """A search over some numbers of a vector; the others are constant."""

    def widened(numbers: Array) -> Array:
        vector = whole.copy()
        vector[part] = numbers
        return vector

    def widened_trial(trial: Trial) -> Trial:
        return replace(trial, numbers=tuple(widened(trial.vector).tolist()))

    try:
        batch = next(search)
        while True:
            batch = search.send((yield [widened_trial(trial) for trial in batch]))
    except StopIteration as end:
        found: Best = end.value
        return Best(widened(found.vector), found.cost)
