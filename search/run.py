"""Driving a search: a budget, a journal from which to resume, and progress reports."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ..base.errors import Cancelled, InvalidInput
from .trial import Best, Search, Trial

Evaluate = Callable[[Sequence[Trial]], Sequence[float]]


@dataclass(frozen=True)
class Progress:
    """The state of a search.

    Attributes:
        trials: number of trials evaluated so far.
        best: the cheapest trial of the present level, with its cost.
        level: the present level.
    """

    trials: int
    best: Best
    level: float


def run(
    search: Search,
    evaluate: Evaluate,
    budget: int,
    journal: str | Path | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> Best:
    """Drive a search to its end, or until a number of trials has been evaluated.

    Args:
        evaluate: returns the costs of trials, in order.
        budget: largest number of trials.
        journal: a file to which the costs of every batch are appended. Costs that it already holds
            are used instead of evaluating again, so that a search that was killed is resumed.
        progress: called after every batch; returning False cancels the search.

    Raises Cancelled, or InvalidInput where the journal belongs to another search.
    """
    log = _Journal(journal)
    watch = _Watch()
    try:
        batch = next(search)
        while watch.trials + len(batch) <= budget:
            costs = log.recall(batch)
            if costs is None:
                costs = [float(cost) for cost in evaluate(batch)]
                log.add(batch, costs)
            watch.look(batch, costs)
            if progress is not None and progress(watch.progress()) is False:
                raise Cancelled("The search was cancelled.")
            batch = search.send(costs)
    except StopIteration as end:
        found: Best = end.value
        return found
    finally:
        log.close()
    return watch.best


class _Watch:
    """Remembers the cheapest trial of the present level."""

    def __init__(self) -> None:
        self.trials = 0
        self.level = -math.inf
        self.best = Best(np.empty(0), math.inf)

    def look(self, batch: Sequence[Trial], costs: Sequence[float]) -> None:
        for trial, cost in zip(batch, costs, strict=True):
            self.trials += 1
            if trial.level != self.level or cost < self.best.cost:
                self.level, self.best = trial.level, Best(trial.vector, cost)

    def progress(self) -> Progress:
        return Progress(self.trials, self.best, self.level)


class _Journal:
    """A file with one line per batch: a checksum of its trials, and their costs."""

    def __init__(self, path: str | Path | None) -> None:
        self._known = [] if path is None else _whole_lines(Path(path))
        self._file = None if path is None else Path(path).open("a", encoding="utf-8")  # noqa: SIM115, closed with the run
        self._next = 0

    def recall(self, batch: Sequence[Trial]) -> list[float] | None:
        """The costs of a batch from the journal; None after its last batch."""
        if self._next >= len(self._known):
            return None
        asked, costs = self._known[self._next]
        self._next += 1
        if asked != _checksum(batch):
            raise InvalidInput(
                "The journal is of another search: remove it, or give this one a file of its own."
            )
        return [float(cost) for cost in costs]

    def add(self, batch: Sequence[Trial], costs: Sequence[float]) -> None:
        if self._file is not None:
            self._file.write(json.dumps([_checksum(batch), list(costs)]) + "\n")
            self._file.flush()

    def close(self) -> None:
        if self._file is not None:
            self._file.close()


def _whole_lines(path: Path) -> list[tuple[float, list[float]]]:
    """The lines of a journal; an unfinished last line is cut off."""
    if not path.exists():
        return []
    text = path.read_text(encoding="utf-8")
    whole = text[: text.rfind("\n") + 1]
    if whole != text:
        path.write_text(whole, encoding="utf-8")
    return [tuple(json.loads(line)) for line in whole.splitlines()]


def _checksum(batch: Sequence[Trial]) -> float:
    return math.fsum(math.fsum(trial.numbers) + trial.level for trial in batch)
