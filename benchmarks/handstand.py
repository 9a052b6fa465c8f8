"""Steps on the hands in a handstand.

Wu and Zordan 2010, Section 6. Not with a human's arms: in a handstand the shoulders turn without
limits, and on a body of 70 kg shoulders, elbows and wrists give up to 133, 133 and 65 N m, where
they give 77, 70 and 14 N m else.
"""

from __future__ import annotations

import math

import numpy as np

from ..evaluation.cases import human, run_cases
from ..evaluation.hand_prints import AFTERWARDS, step_on_hands
from .parts.table import Row

STOOD = 10.0  # [s] before the first step
STRIDE = 0.1  # [m] that each hand goes ahead
LISTS, STEPS = 20, 4
AHEAD, BEHIND, OUT, IN = 0.15, 0.08, 0.03, 0.03  # [m] from where a hand is beside the other
TURN = math.radians(10.0)  # outwards at most


def measure() -> list[Row]:
    """Rows of a long handstand with two steps, and of random lists."""
    missed = step_on_hands(human(), [("L", STRIDE, 0.0, 0.0), ("R", 0.0, 0.0, 0.0)], STOOD)
    outcomes = [missed for missed in run_cases(_random_list, range(LISTS)) if missed is not None]
    mean = float(np.mean(outcomes)) if outcomes else math.inf
    return [
        Row(f"handstand of {STOOD:g} s, then a step of {STRIDE:g} m with each hand; "
            "hands off their prints [cm]", "steps shown", "not tried",
            "fell" if missed is None else f"{100 * missed:.1f}", missed is not None, "must: stand"),
        Row(f"lists of {STEPS} random steps on the hands, upright {AFTERWARDS:g} s after, "
            f"of {LISTS}; hands off their prints [cm]", "-", "-",
            f"{len(outcomes)}; {100 * mean:.1f}"),
    ]  # fmt: skip


def _random_list(seed: int) -> float | None:
    random = np.random.default_rng(seed)
    moves, sides = [], "LR" if random.random() < 0.5 else "RL"
    for step in range(STEPS):
        side = sides[step % 2]
        out = 1.0 if side == "L" else -1.0
        ahead, aside = random.uniform(-BEHIND, AHEAD), out * random.uniform(-IN, OUT)
        moves.append((side, ahead, aside, out * random.uniform(0.0, TURN)))
    return step_on_hands(human(), moves, 1.0)


