"""Learning a controller from keyframes: Sharon 2004, Chapter 4."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from ..base.errors import SimulationError
from ..bodies.character import Character
from ..search import Pool, Search, greedy_search, growing, run
from ..search.cluster_pool import ClusterPool
from ..search.run import Progress
from ..search.scheduler import Scheduler
from ..search.trial import Array
from .cost import Task, Terrain, make_simulators, make_task, make_trial_cost
from .nodes import Nodes, first_controller
from .simulator import FALLEN, WalkResult
from .target import make_target

Data = Mapping[str, Any]
DURATIONS = (1.2, 2.4, 5.0, 10.0, 20.0)  # [s], Section 4.3.6
ROUGH_DURATIONS = (10.0, 30.0)  # [s]
HILLS = (-5.71, 4.0)  # [degrees]: falling by 10 %, rising by 7 %
UPRIGHT = 0.12  # mean distance from the target [m] of a walk over bumps without a fall
NOISE = 0.1  # [rad] on an angle
SHARE = 0.1  # of the angles that change at once
BATCH = 4  # trials between two updates of the best: few, since each one shows where the last failed
MOST_BATCHES = 60  # for one duration
# A walk that lasts to the end within this mean distance [m] of the target is good enough for the
# next duration; the second number allows for the cost of the first steps [m s].
NEAR, STRIDING = 0.08, 0.06
BUDGET = 20000  # trials


@dataclass(frozen=True)
class Recipe:
    """How a walk is learned.

    Attributes:
        terrains: grounds on which each trial walks.
        near: mean distance from the target [m] that is good enough for a duration.
    """

    terrains: Sequence[Terrain]
    durations: Sequence[float] = DURATIONS
    near: float = NEAR
    noise: float = NOISE
    batches: int = MOST_BATCHES
    seed: int = 1


def usual_recipe(style: Data, seed: int = 1) -> Recipe:
    """Learning on the ground of the style."""
    return Recipe(terrains=[Terrain(slope=style["slope"])], seed=seed)


def rough_recipe(gradient: float, terrains: int, seed: int = 1) -> Recipe:
    """Learning over bumps, up and down hills (Sections 4.3.7 and 5.4): staying upright counts more
    than the keyframes.
    """
    rough = [Terrain(slope=slope, is_strange=True) for slope in HILLS]
    rough += [Terrain(gradient=gradient, seed=i, is_strange=True) for i in range(terrains)]
    return Recipe(terrains=rough, durations=ROUGH_DURATIONS, near=UPRIGHT, seed=seed)


def begin(style: Data, command: str) -> dict[str, Any]:
    """The initial controller."""
    character = Character.planar(style["character"])
    return first_controller(make_target(character, style), style, command)


def learn_walk(
    controller: Data,
    recipe: Recipe,
    workers: int = 1,
    journal: str | Path | None = None,
    progress: Callable[[Progress], object] | None = None,
    scheduler: str | Scheduler | None = None,
) -> dict[str, Any]:
    """Search for nodes with which the body walks.

    Args:
        controller: the initial one.
        journal: a file from which the search resumes after it was killed.
        scheduler: a dask.distributed scheduler, or its address, whose workers evaluate the trials
            instead.
    """
    task = make_task(controller, recipe.terrains)
    nodes = Nodes(Character.planar(controller["character"]), task.text)
    pools = (
        Pool(make_trial_cost, task, workers)
        if scheduler is None
        else ClusterPool(make_trial_cost, task, scheduler)
    )
    with pools as pool:
        search = growing(nodes.vector(), recipe.durations, partial(_search, recipe), recipe.near)
        best = run(search, pool, BUDGET, journal, progress)
    return nodes.with_vector(best.vector)


def most_trials(recipe: Recipe) -> int:
    """The largest number of trials of a search."""
    return len(recipe.durations) * (2 + recipe.batches * BATCH)


def _search(recipe: Recipe, vector: Array, duration: float) -> Search:
    return greedy_search(
        vector, np.full(len(vector), recipe.noise), recipe.seed, duration,
        batches=recipe.batches, enough=recipe.near + STRIDING / duration, share=SHARE,
        batch=BATCH,
    )  # fmt: skip


def validate(controller: Data, terrain: Terrain, duration: float) -> WalkResult:
    """Walk with a controller for a long time."""
    task = Task(json.dumps(controller), make_task(controller, [terrain]).terrains)
    _, simulators = make_simulators(task)
    try:
        return simulators[0].walk(duration)
    finally:
        simulators[0].close()


def check_learned(outcome: WalkResult) -> None:
    """Raise SimulationError where the learned controller does not walk."""
    if outcome.fell or outcome.cost >= FALLEN:
        raise SimulationError(
            f"No walk was found: the best one falls after {outcome.lasted:.1f} s; make the "
            "keyframes' steps shorter or slower, or search longer."
        )
