"""A memory of costs, so that no trial is evaluated twice: consecutive searches share their best."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .trial import Trial


class Memory:
    """An evaluation of trials that remembers the costs by numbers and level."""

    def __init__(self, evaluate: Callable[[Sequence[Trial]], Sequence[float]]) -> None:
        self._evaluate = evaluate
        self._costs: dict[tuple[tuple[float, ...], float], float] = {}

    def __call__(self, batch: Sequence[Trial]) -> list[float]:
        new = [trial for trial in batch if (trial.numbers, trial.level) not in self._costs]
        for trial, cost in zip(new, self._evaluate(new) if new else [], strict=True):
            self._costs[trial.numbers, trial.level] = cost
        return [self._costs[trial.numbers, trial.level] for trial in batch]
