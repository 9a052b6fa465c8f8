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
    humans = [
        Case(-1, seed, dropped=_moves(seed) == "", moves=_moves(seed) or "stand")
        for seed in range(RUNS)
    ]
    bodies = [
        Case(body, seed, dropped=seed % 2 == 1)
        for body in range(BODIES) for seed in range(RUNS_PER_BODY)
    ]  # fmt: skip
    bodies += [
        Case(body, seed, dropped=seed % 2 == 1)
        for body in PRESETS for seed in range(RUNS_PER_PRESET)
    ]  # fmt: skip
    return rows(humans, bodies, f"{OTHERS}, {', '.join(PRESETS)}")


def _moves(seed: int) -> str:
    """What the human does as it is pushed; "": it is dropped."""
    if seed % 2 == 1:
        return "run" if seed < 2 * RUNNERS else ""
    return "walk" if seed < 2 * WALKERS else "stand"
