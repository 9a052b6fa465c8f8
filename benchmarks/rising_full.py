"""Getting up, in full: 100 fallen states of the human, and 10 of each of 10 other bodies.

It takes hours; one that was broken off goes on where it stopped.
"""

from __future__ import annotations

from .parts.table import Row
from .rising import Case, rows

HUMAN_RUNS, BODIES, RUNS_PER_BODY = 100, 10, 10


def measure() -> list[Row]:
    """The rows of `rising` for the full sets."""
    humans = [Case(-1, seed, seed % 2 == 1) for seed in range(HUMAN_RUNS)]
    bodies = [
        Case(body, seed, seed % 2 == 1) for body in range(BODIES) for seed in range(RUNS_PER_BODY)
    ]
    return rows(humans, bodies)
