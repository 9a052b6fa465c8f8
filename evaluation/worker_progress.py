"""What a worker tells over time: how long its text stays the same, how true its forecast is."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

THIRD = 1 / 3


class Said(NamedTuple):
    """What a worker said, and when."""

    time: float
    note: str
    progress: float
    left: float | None


def longest_still(said: list[Said]) -> float:
    """The longest time that the text stays the same [s]."""
    changes = [said[0].time]
    changes += [now.time for before, now in pairwise(said) if now.note != before.note]
    changes.append(said[-1].time)
    return max(after - before for before, after in pairwise(changes))


def error_after_a_third(said: list[Said]) -> float:
    """The largest error of the total time that is foreseen after the first third of it."""
    total = said[-1].time
    errors = [
        abs(now.time + now.left - total) / total
        for now in said
        if now.left is not None and now.time >= THIRD * total
    ]
    return max(errors, default=0.0)
