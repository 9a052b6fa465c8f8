"""Continuation: the result for one value of a parameter starts the search for the next value."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from .trial import Array, Best, Search


def continued(
    start: Array,
    levels: Iterable[float],
    search: Callable[[Array, float], Search],
    keep: Callable[[float, Best], bool],
) -> Search:
    """Go through levels (of slope, of size) while the result is good enough.

    Args:
        search: makes the search at a level, from a vector.
        keep: called with a level and its result; returns whether to go on to the next level.
    """
    best = Best(start, float("inf"))
    for level in levels:
        found = yield from search(best.vector, level)
        if not keep(level, found):
            break
        best = found
    return best
