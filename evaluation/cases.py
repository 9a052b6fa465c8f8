"""Runs that do not depend on each other, side by side on all cores."""

from __future__ import annotations

import math
import multiprocessing
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import TypeVar

from ..base.errors import SimulationError
from ..bodies.character import Character
from ..rollout.simulate import WHOLE, simulate_parts
from ..shots.cue import Cue
from ..shots.shot import Shot
from ..shots.take import Take

Case = TypeVar("Case")
Result = TypeVar("Result")
PAPER_LEG = 0.9  # [m], of a body to which the speeds of the figures apply as they are


def run_cases(function: Callable[[Case], Result], cases: Iterable[Case]) -> list[Result]:
    """The function's result for every case, in order; both must be picklable."""
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(os.cpu_count(), mp_context=context) as pool:
        return list(pool.map(function, cases))


def human() -> Character:
    """The paper's human by mass, of average height."""
    return Character.humanoid(height=1.75, mass=70.4)


def similar_speed(speed: float, character: Character) -> float:
    """The speed [m/s] that is to a body what `speed` is to one with legs of 0.9 m."""
    return speed * (character.leg_length / PAPER_LEG) ** 0.5


def turned(cues: Iterable[Cue], heading: float) -> list[Cue]:
    """The cues with the forces that they name, ahead and to the left of a heading, in the world."""
    cosine, sine = math.cos(heading), math.sin(heading)
    found = []
    for cue in cues:
        parameters = dict(cue.parameters)
        if "force" in parameters:
            ahead, left, up = parameters["force"]
            level = (ahead * cosine - left * sine, ahead * sine + left * cosine)
            parameters["force"] = (round(level[0], 6), round(level[1], 6), up)
        found.append(Cue(cue.skill, cue.start, **parameters))
    return found


def attempt(
    shot: Shot, parts: Mapping[str, float] = WHOLE, record: Sequence[str] = ()
) -> Take | None:
    """The take of a shot; None when the run diverged, which counts as a fall.

    Args:
        parts: shares of the walker's parts, where some are left out.
        record: optional channels.
    """
    try:
        return simulate_parts(shot, parts, record=record)
    except SimulationError:
        return None
