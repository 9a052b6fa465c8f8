"""Trials in parallel on a dask.distributed cluster, whose workers have the same Footfall."""

from __future__ import annotations

import hashlib
import pickle
from collections.abc import Callable, Sequence
from typing import Any

from ..base.errors import SimulationError
from .dask_client import connect
from .scheduler import Scheduler
from .trial import Trial
from .workers import Pool, TrialCost

_costs: dict[str, TrialCost] = {}  # of this process, which runs a worker of the cluster


class ClusterPool(Pool):
    """Evaluates trials on a cluster.

    Args:
        make_cost, content: as for `Pool`; each worker of the cluster makes its function once.
        scheduler: or its address, such as "tls://farm:8786".

    Raises InvalidInput and SimulationError as `connect` does, and SimulationError if a trial fails.
    """

    def __init__(
        self, make_cost: Callable[[Any], TrialCost], content: Any, scheduler: str | Scheduler
    ) -> None:
        self._client = connect(scheduler)
        self._packed = pickle.dumps((make_cost, content))

    def __call__(self, batch: Sequence[Trial]) -> list[float]:
        tasks = [
            self._client.submit(cost_on_cluster, self._packed, trial, pure=False) for trial in batch
        ]
        try:
            costs: list[float] = self._client.gather(tasks)
        except Exception as error:  # any failure of the cluster becomes one sentence for the artist
            raise SimulationError(
                f"The cluster could not evaluate a trial: {type(error).__name__}: {error}."
            ) from error
        return costs

    def close(self) -> None:
        self._client.close()


def cost_on_cluster(packed: bytes, trial: Trial) -> float:
    """Evaluate a trial in a worker of the cluster; the worker keeps its last function."""
    key = hashlib.sha256(packed).hexdigest()
    if key not in _costs:
        make_cost, content = pickle.loads(packed)
        _costs.clear()
        _costs[key] = make_cost(content)
    return _costs[key](trial)
