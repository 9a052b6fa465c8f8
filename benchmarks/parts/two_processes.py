"""How much faster two processes evaluate the trials of a search than one does."""

from __future__ import annotations

import math
import os
import time

import numpy as np
from numpy.typing import NDArray

from ...bodies.character import Character
from ...catalogue.planar import controller_of
from ...learning.cost import Terrain, make_task, make_trial_cost
from ...learning.nodes import Nodes
from ...search import Pool
from ...search.trial import Trial, trial
from .table import Row

TRIES, LASTING = 32, 20.0  # tries of a batch, and how long each walks [s]
MUST = 1.7
QUIET = 1.0  # load of a machine that has two cores to spare


def two_processes_row() -> Row:
    """By wall clock, once both are warm; not measured while the machine has other work."""
    figure = "tries of a search: how much faster with two processes"
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    if load > QUIET:
        return Row(figure, "-", "-", f"not measured: load {load:.1f}", None, f"must: {MUST:g}")
    one, two = (_time_of(workers) for workers in (1, 2))
    return Row(figure, "-", "-", f"{one / two:.2f}", one / two >= MUST, f"must: {MUST:g}")


def _time_of(workers: int) -> float:
    """The time that a batch takes [s]."""
    controller = controller_of("regular")
    task = make_task(controller, [Terrain()])
    vector = Nodes(Character.planar(controller["character"]), task.text).vector()
    with Pool(make_trial_cost, task, workers) as pool:
        pool(_batch(vector, 0.1))  # compiles and loads
        begun = time.perf_counter()
        pool(_batch(vector, LASTING))
        return time.perf_counter() - begun


def _batch(vector: NDArray[np.float64], duration: float) -> list[Trial]:
    return [trial(vector, duration, math.inf) for _ in range(TRIES)]
