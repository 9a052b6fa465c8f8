"""Clips performed: captured motions from PyBullet's wheel on the human, three seeds each.

The clips are those of Peng, Abbeel, Levine, van de Panne 2018; they are read at run time.
"""

from __future__ import annotations

from statistics import median

from ..evaluation.cases import human, run_cases
from .parts.performed import (
    LYING,
    Performed,
    bundled_clip,
    is_held,
    off_the_clip_told,
    perform,
    told,
)
from .parts.table import Row

CLIPS = ("walk", "run", "jump", "kick", "punch", "spinkick", "cartwheel", "backflip", "spin",
         "dance_a", "dance_b", *LYING)  # fmt: skip
SEEDS = (1, 2, 3)
ENOUGH_SEEDS, ENOUGH_CLIPS, DEAREST = 2, 12, 25.0


def measure() -> list[Row]:
    """A row for each clip, one for how many are held, and one for the cost."""
    texts = {name: bundled_clip(name) for name in CLIPS}
    cases = [(texts[name], seed) for name in CLIPS for seed in SEEDS]
    outcomes = run_cases(_perform, cases)
    count = len(SEEDS)
    by_clip = {name: outcomes[count * k : count * (k + 1)] for k, name in enumerate(CLIPS)}
    held = {name: sum(is_held(o, name in LYING) for o in found) for name, found in by_clip.items()}
    enough = sum(times >= ENOUGH_SEEDS for times in held.values())
    cost = median(outcome.cost for outcome in outcomes)
    return [
        Row(f"clips of {len(CLIPS)} held to the end in {ENOUGH_SEEDS} of {len(SEEDS)} seeds", "",
            "", f"{enough}", enough >= ENOUGH_CLIPS, f"must: {ENOUGH_CLIPS}, aim: {len(CLIPS)}"),
        Row("cost of a second of motion, median [s of a core]", "", "", f"{cost:.1f}",
            cost <= DEAREST, f"must: {DEAREST:g}, aim: 8"),
        *(_row(name, texts[name], by_clip[name], held[name]) for name in CLIPS),
    ]  # fmt: skip


def _perform(case: tuple[str, int]) -> Performed:
    text, seed = case
    return perform(human(), text, seed)


def _row(name: str, text: str, outcomes: list[Performed], held: int) -> Row:
    """How near each seed came to what the body follows, how far that is off the clip, and the cost.
    """
    seeds, cost = "; ".join(map(told, outcomes)), median(outcome.cost for outcome in outcomes)
    return Row(f"{name}: seeds held; parts over the center of mass, joints RMS, drift at the end",
               "", "", f"{held} of {len(outcomes)}: {seeds}; what is followed "
               f"{off_the_clip_told(human(), text)}; {cost:.0f} s of a core per second",
               held >= ENOUGH_SEEDS, f"must: {ENOUGH_SEEDS}")  # fmt: skip
