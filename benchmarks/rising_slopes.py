"""Getting up on slopes: fallen states of the human, as in `rising`, up to 17 degrees.

It takes an hour; one that was broken off goes on where it stopped.
"""

from __future__ import annotations

from dataclasses import replace

from .parts.table import Row
from .rising import Case, efforts, outcome_of, success

MUST, AIM = (-8.0, -4.0, 4.0, 8.0), (-12.0, 12.0, 17.0)  # [degrees], up towards +x
RUNS, MUST_STAND = 10, 0.8


def measure() -> list[Row]:
    """A row for each slope, and for what all of them took."""
    outcomes = {
        slope: [outcome_of(Case(-1, seed, seed % 2 == 1, slope)) for seed in range(RUNS)]
        for slope in (*MUST, *AIM)
    }
    rows = [success(f"slope of {s:g} degrees", of, MUST_STAND) for s, of in outcomes.items()]
    aims = [replace(row, passed=None, bar="aim: 80%") for row in rows[len(MUST) :]]
    return [*rows[: len(MUST)], *aims, *efforts([o for of in outcomes.values() for o in of])]
