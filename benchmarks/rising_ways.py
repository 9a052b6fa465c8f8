"""Two ways up that look unlike each other: over hands and knees, and out of a squat, on their own.

One that was broken off goes on where it stopped.
"""

from __future__ import annotations

from .parts.table import Row
from .rising import MUST_HUMAN, Case, efforts, outcome_of, success

WAYS, RUNS = ("hands_and_knees", "squat"), 20


def measure() -> list[Row]:
    """The rows of each way for the same fallen states of the human."""
    rows = []
    for way in WAYS:
        outcomes = [outcome_of(Case(-1, seed, seed % 2 == 1, way=way)) for seed in range(RUNS)]
        rows += [success(f"human, {way}", outcomes, MUST_HUMAN), *efforts(outcomes)]
    return rows
