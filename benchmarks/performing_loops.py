"""Loops of captured cycles that go on for a minute without a search, pushed and not.

The cycles are those of Peng, Abbeel, Levine, van de Panne 2018; they are read at run time.
"""

from __future__ import annotations

import math

import numpy as np

from ..evaluation.cases import attempt, human, run_cases
from ..shots.cue import Cue
from ..shots.push import Push
from ..shots.shot import Performer, Shot
from .parts.performed import FRAME_RATE, bundled_cycle
from .parts.table import Row

CLIPS = ("walk", "run", "dance_a")
SEEDS = (1, 2, 3)
SECONDS = 60.0
FORCE, LASTS, EVERY = 100.0, 0.1, 5.0  # [N], [s], and time between two pushes [s]


def measure() -> list[Row]:
    """For each clip, how long it goes on left alone and pushed [s], and how fast it is."""
    texts = {name: bundled_cycle(name) for name in CLIPS}
    cases = [(texts[name], seed) for name in CLIPS for seed in (None, *SEEDS)]
    found, count = run_cases(_seconds, cases), len(SEEDS) + 1
    rows = []
    for k, name in enumerate(CLIPS):
        alone, *pushed = found[count * k : count * (k + 1)]
        rows += [
            Row(f"{name}: seconds without a fall, of {SECONDS:g}", "", "", f"{alone:.1f}",
                alone >= SECONDS, f"must: {SECONDS:g}"),
            Row(f"{name}: the same, pushed by {FORCE:g} N x {LASTS} s every {EVERY:g} s, by seed",
                "", "", ", ".join(f"{s:.1f}" for s in pushed), min(pushed) >= SECONDS,
                f"must: {SECONDS:g} for each seed"),
        ]  # fmt: skip
    return rows


def _seconds(case: tuple[str, int | None]) -> float:
    """How long a loop goes on without a fall [s]; it is pushed where it is given a seed."""
    text, seed = case
    performer = Performer(human(), [Cue("perform", clip=text, repeated="yes")])
    pushes = [] if seed is None else _pushes(seed)
    shot = Shot([performer], duration=SECONDS, frame_rate=FRAME_RATE, pushes=pushes)
    take = attempt(shot)
    if take is None:
        return 0.0
    fell_at = take.performances[0].fell_at
    return SECONDS if fell_at is None else fell_at


def _pushes(seed: int) -> list[Push]:
    """Pushes in random directions over the ground, at times that are not those of the cycle."""
    random = np.random.default_rng(1000 + seed)
    times = np.arange(EVERY / 2, SECONDS, EVERY) + random.uniform(0.0, 2.0, int(SECONDS / EVERY))
    ways = random.uniform(0.0, 2.0 * math.pi, len(times))
    forces = FORCE * np.column_stack([np.cos(ways), np.sin(ways), 0.0 * ways])
    return [
        Push(0, "torso", float(time), LASTS, (float(x), float(y), float(z)))
        for time, (x, y, z) in zip(times, forces, strict=True)
    ]
