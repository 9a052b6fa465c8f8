"""What was judged once is not judged again: searches in turn ask for each other's best."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .trial import Trial


class Memory:
    """Costs of trials by their numbers and level."""

    def __init__(self, evaluate: Callable[[Sequence[Trial]], Sequence[float]]) -> None:
        self._evaluate = evaluate
        self._costs: dict[tuple[tuple[float, ...], float], float] = {}

    def __call__(self, batch: Sequence[Trial]) -> list[float]:
        new = [trial for trial in batch if (trial.numbers, trial.level) not in self._costs]
        for trial, cost in zip(new, self._evaluate(new) if new else [], strict=True):
            self._costs[trial.numbers, trial.level] = cost
        return [self._costs[trial.numbers, trial.level] for trial in batch]
