"""Getting up, in full: 100 fallen states of the human, and of other bodies.

Standers, walkers and runners are pushed over, limp bodies are dropped. It takes hours; one that was
broken off goes on where it stopped.
"""

from __future__ import annotations

from .parts.table import Row
from .rising import OTHERS, Case, rows

RUNS, RUNNERS, WALKERS = 100, 10, 30
BODIES, RUNS_PER_BODY = 10, 6
PRESETS, RUNS_PER_PRESET = ("robot", "child", "giant", "beast1"), 10


def measure() -> list[Row]:
    """The rows of `rising` for the full sets."""
    humans = [_of_human(seed) for seed in range(RUNS)]
    bodies = [
        Case(body, seed, dropped=seed % 2 == 1)
        for body in range(BODIES) for seed in range(RUNS_PER_BODY)
    ]  # fmt: skip
    bodies += [
        Case(body, seed, dropped=seed % 2 == 1)
        for body in PRESETS for seed in range(RUNS_PER_PRESET)
    ]  # fmt: skip
    return rows(humans, bodies, f"{OTHERS}, {', '.join(PRESETS)}")


def _of_human(seed: int) -> Case:
    """Even seeds are pushed as they walk or stand, odd ones as they run, or are dropped."""
    if seed % 2 == 0:
        return Case(-1, seed, dropped=False, moves="walk" if seed < 2 * WALKERS else "stand")
    runs = seed < 2 * RUNNERS
    return Case(-1, seed, dropped=not runs, moves="run" if runs else "stand")
