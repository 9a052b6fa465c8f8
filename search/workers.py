"""Trials in parallel, in processes of this computer."""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from types import TracebackType
from typing import Any

from .trial import Trial

TrialCost = Callable[[Trial], float]
_costs: dict[str, TrialCost] = {}  # of this process


class Pool:
    """Evaluates trials in a number of processes; one process means this one.

    Args:
        make_cost: called with `content` once in each process; returns the function that evaluates
            a trial. Both must be picklable: a function of a module, and plain data.
    """

    def __init__(
        self, make_cost: Callable[[Any], TrialCost], content: Any, workers: int = 1
    ) -> None:
        self._executor: ProcessPoolExecutor | None = None
        if workers == 1:
            self._cost_of = make_cost(content)
        else:
            self._executor = ProcessPoolExecutor(
                workers,
                mp_context=multiprocessing.get_context("spawn"),
                initializer=_prepare,
                initargs=(make_cost, content),
            )

    def __call__(self, batch: Sequence[Trial]) -> list[float]:
        if self._executor is None:
            return [self._cost_of(trial) for trial in batch]
        return list(self._executor.map(_cost_here, batch))

    def close(self) -> None:
        if self._executor is not None:
            self._executor.shutdown(cancel_futures=True)

    def __enter__(self) -> Pool:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:  # fmt: skip
        self.close()


def _prepare(make_cost: Callable[[Any], TrialCost], content: Any) -> None:
    threading.Thread(target=_end_with_parent, daemon=True).start()
    _costs["mine"] = make_cost(content)


def _cost_here(trial: Trial) -> float:
    return _costs["mine"](trial)


def _end_with_parent() -> None:
    """End this worker with its parent: a search that is killed cannot end its worker processes."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
