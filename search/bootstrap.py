"""Bootstrapping over growing durations: Sharon 2004, Section 4.3.6."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from .trial import Array, Best, Search


def growing(
    start: Array, durations: Iterable[float], search: Callable[[Array, float], Search]
) -> Search:
    """What was found for a short time begins the search for a longer one.

    Args:
        search: makes the search for a duration, from a vector.
    """
    best = Best(start, float("inf"))
    for duration in durations:
        best = yield from search(best.vector, duration)
    return best
