"""The cost of a controller's nodes on one or several grounds, for a search."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from ..bodies.character import Character
from ..search import Trial
from ..shots.ground import Ground
from .nodes import Nodes
from .simulator import SHORTEST, SHORTEST_ON_BUMPS, Simulator
from .target import make_target

Data = Mapping[str, Any]
TOO_LITTLE = 0.001  # gradient below which a terrain has no bumps
EDGE = 1.0  # [m] of the triangles of a long slope, and half its width


@dataclass(frozen=True)
class Terrain:
    """A ground on which trials walk.

    Attributes:
        slope: [degrees]; a terrain with a slope has no bumps.
        gradient: of the steepest bump.
        seed: of the bumps.
        is_strange: whether the terrain differs from the style's own, so that steps may be shorter.
        reach: length of the slope [m], where that of a shot is too short.
    """

    slope: float = 0.0
    gradient: float = 0.0
    seed: int = 0
    is_strange: bool = False
    reach: float = 0.0

    @property
    def shortest_step(self) -> float:
        return SHORTEST_ON_BUMPS if self.is_strange else SHORTEST

    def ground(self) -> Ground:
        if self.slope and self.reach:
            return _long_slope(self.slope, self.reach)
        if self.slope:
            return Ground.slope(self.slope)
        if self.gradient > TOO_LITTLE:
            return Ground.bumps(self.gradient, self.seed)
        return Ground.flat()


def _long_slope(degrees: float, reach: float) -> Ground:
    """A narrow path that rises towards +x over a length [m]."""
    along = np.arange(-EDGE, reach, EDGE)
    rises = along * math.tan(math.radians(degrees))
    vertices = [
        (float(x), side * EDGE, float(z))
        for x, z in zip(along, rises, strict=True)
        for side in (-1.0, 1.0)
    ]
    triangles = []
    for right in range(0, len(vertices) - 2, 2):
        triangles += [(right, right + 2, right + 1), (right + 1, right + 2, right + 3)]
    return Ground.mesh(vertices, triangles)


@dataclass(frozen=True)
class Task:
    """What is learned: plain data, so that it can be sent to other processes.

    Attributes:
        text: the initial controller, as JSON.
        terrains: a trial walks on all of them, and its cost is the mean.
    """

    text: str
    terrains: Sequence[Mapping[str, Any]]


def make_task(controller: Data, terrains: Sequence[Terrain]) -> Task:
    return Task(json.dumps(controller), [asdict(terrain) for terrain in terrains])


def make_trial_cost(task: Task) -> Callable[[Trial], float]:
    """The function that returns the cost of a trial, whose level is the duration [s]."""
    nodes, simulators = make_simulators(task)

    def cost_of(trial: Trial) -> float:
        poses = nodes.filled(np.array(trial.numbers))
        left = trial.bound * len(simulators)
        total = 0.0
        for simulator in simulators:
            total += simulator.try_poses(*poses, trial.level, left - total).cost
            if total > left:
                break
        return total / len(simulators)

    return cost_of


def make_simulators(task: Task) -> tuple[Nodes, list[Simulator]]:
    controller = json.loads(task.text)
    character = Character.planar(controller["character"])
    target = make_target(character, controller["style"])
    terrains = [Terrain(**terrain) for terrain in task.terrains]
    simulators = [Simulator(target, controller, t.ground(), t.shortest_step) for t in terrains]
    return Nodes(character, task.text), simulators
