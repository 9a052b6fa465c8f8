"""Trials in parallel, in processes of this computer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import Any

from .helpers import Helpers
from .trial import Trial

TrialCost = Callable[[Trial], float]


class Pool(AbstractContextManager["Pool"]):
    """Evaluates trials in a number of processes; one process means this one.

    Args:
        make_cost: called with `content` once in each process; returns the function that evaluates
            a trial. Both must be picklable: a function of a module, and plain data.
    """

    def __init__(
        self, make_cost: Callable[[Any], TrialCost], content: Any, workers: int = 1
    ) -> None:
        cost_of = make_cost(content)
        self._helpers = Helpers(cost_of, make_cost, content, workers - 1, lambda: None)

    def __call__(self, batch: Sequence[Trial]) -> list[float]:
        return self._helpers.evaluate_all(batch)

    def close(self) -> None:
        self._helpers.close()

    def __exit__(self, *_: object) -> None:
        self.close()
