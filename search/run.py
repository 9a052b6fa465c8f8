"""Driving a search: a budget, a journal to go on from, and someone who looks on."""

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
    """How far a search is.

    Attributes:
        trials: how many were judged.
        best: the cheapest of those at the present level, and what it costs.
        level: what is asked at present.
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
    """Drive a search to its end, or until so many trials were judged.

    Args:
        evaluate: the costs of trials, in order.
        journal: a file that every batch's costs are added to. Where it holds some already, those
            are taken instead of judging again: a search that was killed goes on where it was.
        progress: called after every batch; returning False cancels.

    Raises Cancelled, or InvalidInput where the journal is of another search.
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
    """One line for every batch: what it asked, as a checksum, and what it cost."""

    def __init__(self, path: str | Path | None) -> None:
        self._known = [] if path is None else _whole_lines(Path(path))
        self._file = None if path is None else Path(path).open("a", encoding="utf-8")  # noqa: SIM115, closed with the run
        self._next = 0

    def recall(self, batch: Sequence[Trial]) -> list[float] | None:
        """The costs of a batch that was judged before."""
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
    """What a journal holds; a line that was not finished is cut off."""
    if not path.exists():
        return []
    text = path.read_text(encoding="utf-8")
    whole = text[: text.rfind("\n") + 1]
    if whole != text:
        path.write_text(whole, encoding="utf-8")
    return [tuple(json.loads(line)) for line in whole.splitlines()]


def _checksum(batch: Sequence[Trial]) -> float:
    return math.fsum(math.fsum(trial.numbers) + trial.level for trial in batch)
