"""From keyframes to a controller: Sharon 2004, Chapter 4."""

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
from ..search.far_pool import FarPool
from ..search.run import Progress
from ..search.trial import Array
from .cost import Task, Terrain, make_judge, make_stages, make_task
from .nodes import Nodes, first_controller
from .simulator import FALLEN, Outcome
from .target import make_target

Data = Mapping[str, Any]
DURATIONS = (1.2, 2.4, 5.0, 10.0, 20.0)  # [s], Section 4.3.6
ROUGH_DURATIONS = (10.0, 30.0)  # [s]
HILLS = (-5.71, 4.0)  # [degrees]: falling by 10 %, rising by 7 %
UPRIGHT = 0.12  # mean distance [m] of a walk over bumps that falls nowhere
NOISE = 0.1  # of an angle [rad]
SHARE = 0.1  # of the angles that are changed at once
BATCH = 4  # trials between two looks at the best: few, since each sees where the last one failed
MOST_BATCHES = 60  # for a duration
# A walk that lasts to the end and is no further from the target than this [m] is good enough to
# go on to a longer one; what the first steps cost before it finds its stride is added [m s].
NEAR, STRIDING = 0.08, 0.06
BUDGET = 20000  # trials


@dataclass(frozen=True)
class Recipe:
    """How a walk is learned.

    Attributes:
        terrains: grounds that each trial walks on.
        near: mean distance from the target [m] at which a duration is done with.
    """

    terrains: Sequence[Terrain]
    durations: Sequence[float] = DURATIONS
    near: float = NEAR
    noise: float = NOISE
    batches: int = MOST_BATCHES
    seed: int = 1


def usual_recipe(style: Data, seed: int = 1) -> Recipe:
    """On the ground that the style is for."""
    return Recipe(terrains=[Terrain(slope=style["slope"])], seed=seed)


def rough_recipe(gradient: float, terrains: int, seed: int = 1) -> Recipe:
    """Over bumps, up and down hill (Sections 4.3.7 and 5.4): to stay upright counts for more than
    the keyframes.
    """
    rough = [Terrain(slope=slope, is_strange=True) for slope in HILLS]
    rough += [Terrain(gradient=gradient, seed=i, is_strange=True) for i in range(terrains)]
    return Recipe(terrains=rough, durations=ROUGH_DURATIONS, near=UPRIGHT, seed=seed)


def begin(style: Data, command: str) -> dict[str, Any]:
    """The controller before anything is learned."""
    character = Character.planar(style["character"])
    return first_controller(make_target(character, style), style, command)


def learn_walk(
    controller: Data,
    recipe: Recipe,
    workers: int = 1,
    journal: str | Path | None = None,
    progress: Callable[[Progress], object] | None = None,
    scheduler: str | None = None,
) -> dict[str, Any]:
    """Search for nodes that walk.

    Args:
        controller: to begin with.
        journal: a file to go on from where the search was killed.
        scheduler: address of a dask.distributed scheduler whose workers judge instead.
    """
    task = make_task(controller, recipe.terrains)
    nodes = Nodes(Character.planar(controller["character"]), task.text)
    pools = (
        Pool(make_judge, task, workers)
        if scheduler is None
        else FarPool(make_judge, task, scheduler)
    )
    with pools as pool:
        search = growing(nodes.vector(), recipe.durations, partial(_search, recipe), recipe.near)
        best = run(search, pool, BUDGET, journal, progress)
    return nodes.with_vector(best.vector)


def most_trials(recipe: Recipe) -> int:
    """How many tries a search may need."""
    return len(recipe.durations) * (2 + recipe.batches * BATCH)


def _search(recipe: Recipe, vector: Array, duration: float) -> Search:
    return greedy_search(
        vector, np.full(len(vector), recipe.noise), recipe.seed, duration,
        batches=recipe.batches, enough=recipe.near + STRIDING / duration, share=SHARE,
        batch=BATCH,
    )  # fmt: skip


def validate(controller: Data, terrain: Terrain, duration: float) -> Outcome:
    """How a controller walks for a long time."""
    task = Task(json.dumps(controller), make_task(controller, [terrain]).terrains)
    _, stages = make_stages(task)
    try:
        return stages[0].walk(duration)
    finally:
        stages[0].close()


def check_learned(outcome: Outcome) -> None:
    """Raise SimulationError where what was learned does not walk."""
    if outcome.fell or outcome.cost >= FALLEN:
        raise SimulationError(
            f"No walk was found: the best one falls after {outcome.lasted:.1f} s; make the "
            "keyframes' steps shorter or slower, or search longer."
        )
