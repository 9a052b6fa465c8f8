"""Trying a controller's nodes on one ground or several: what a search asks for."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from ..ground import Ground
from ..rigs.character import Character
from ..search import Trial
from .nodes import Nodes
from .stage import SHORTEST, SHORTEST_ON_BUMPS, Stage
from .target import make_target

Data = Mapping[str, Any]
TOO_LITTLE = 0.001  # gradient of bumps that are none


@dataclass(frozen=True)
class Terrain:
    """A ground to try on.

    Attributes:
        slope: [degrees]; where there is one there are no bumps.
        gradient: of the steepest bump; seed: of the bumps.
        is_strange: whether it is not what the style is for, so that steps may be shorter.
    """

    slope: float = 0.0
    gradient: float = 0.0
    seed: int = 0
    is_strange: bool = False

    @property
    def shortest_step(self) -> float:
        return SHORTEST_ON_BUMPS if self.is_strange else SHORTEST

    def ground(self) -> Ground:
        if self.slope:
            return Ground.slope(self.slope)
        if self.gradient > TOO_LITTLE:
            return Ground.bumps(self.gradient, self.seed)
        return Ground.flat()


@dataclass(frozen=True)
class Task:
    """What is learned: plain data, so that it travels to other processes.

    Attributes:
        text: the controller to begin with, as JSON.
        terrains: on all of which a trial walks; the mean of what that costs counts.
    """

    text: str
    terrains: Sequence[Mapping[str, Any]]


def make_task(controller: Data, terrains: Sequence[Terrain]) -> Task:
    return Task(json.dumps(controller), [asdict(terrain) for terrain in terrains])


def make_judge(task: Task) -> Callable[[Trial], float]:
    """Costs of trials, whose level is the duration [s]."""
    nodes, stages = make_stages(task)

    def judge(trial: Trial) -> float:
        poses = nodes.filled(np.array(trial.numbers))
        left = trial.bound * len(stages)
        total = 0.0
        for stage in stages:
            total += stage.try_poses(*poses, trial.level, left - total).cost
            if total > left:
                break
        return total / len(stages)

    return judge


def make_stages(task: Task) -> tuple[Nodes, list[Stage]]:
    controller = json.loads(task.text)
    character = Character.planar(controller["character"])
    target = make_target(character, controller["style"])
    terrains = [Terrain(**terrain) for terrain in task.terrains]
    stages = [Stage(target, controller, t.ground(), t.shortest_step) for t in terrains]
    return Nodes(character, task.text), stages
