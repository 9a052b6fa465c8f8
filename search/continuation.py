"""Continuation: what was found for one value of a parameter begins the search for the next one."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from .trial import Array, Best, Search


def continued(
    start: Array,
    levels: Iterable[float],
    search: Callable[[Array, float], Search],
    keep: Callable[[float, Best], bool],
) -> Search:
    """Go through levels (of slope, of size) as long as what is found is good enough.

    Args:
        search: makes the search at a level, from a vector.
        keep: told what was found at a level; whether to go on to the next one.
    """
    best = Best(start, float("inf"))
    for level in levels:
        found = yield from search(best.vector, level)
        if not keep(level, found):
            break
        best = found
    return best
