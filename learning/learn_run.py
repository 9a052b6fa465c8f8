"""Improving a clip's run on a body: Kwon and Hodgins 2010, Section 6.

The clip's `Tuning` is searched by separable CMA-ES, over two parts of it in turn, for increasing
numbers of strides.
"""

from __future__ import annotations

import time
import zlib
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import numpy as np

from ..base.errors import Cancelled
from ..bodies.character import Character
from ..motion.reference import ReferenceMotion, to_text
from ..motion.tuning import STEPS, UNTUNED, Tuning, tuning_of_steps
from ..search import Memory, Pool, Search, alternating, cheapest_search, growing, run
from ..search.run import Progress
from ..search.trial import Array
from .run_trials import FAILED, OTHER_STARTS, RunCost, RunTask, make_run_cost, run_once

FEET = ("stance", "flight", "knee", "fold", "reach", "ahead", "aside")
POSTURE = ("lean", "trunk_swing", "arm_swing", "arm_lead", "knee", "aside")
PARTS = [np.array([list(STEPS).index(name) for name in part]) for part in (FEET, POSTURE)]
STRIDES = (3, 6, 12)  # of the curriculum, at full speed
POPULATION, GENERATIONS = 8, 4  # of each part, in each turn
ROUNDS, LAST_ROUNDS = 2, 6  # over both parts: for a few strides, and for all of them
SPREAD, NARROWING = 1.0, 0.7  # of the first turn, in usual steps; factor per round
UNENDING = 10**6
MINUTE = 60.0  # [s]


@dataclass(frozen=True)
class Improvement:
    """An improvement over all earlier results.

    Attributes:
        reference: the reference motion with its tuning.
        cost: 1 or more where the body falls, or runs at another speed.
    """

    reference: ReferenceMotion
    cost: float


Keep = Callable[[Improvement], object]
Watch = Callable[[Progress], object]


def make_task(reference: ReferenceMotion, character: Character, speed: float) -> RunTask:
    """A body that is to run like a reference motion, at a speed [m/s]."""
    return RunTask(to_text(replace(reference, tuning=UNTUNED)), character, speed)


def improve(
    task: RunTask,
    reference: ReferenceMotion,
    keep: Keep,
    minutes: float,
    workers: int = 1,
    journal: str | Path | None = None,
    progress: Watch | None = None,
    durations: tuple[float, ...] | None = None,
) -> Improvement:
    """Search for a tuning until the time is over or the search has ended.

    Args:
        keep: called with every improvement over the longest duration; at first with the reference
            as it is.
        minutes: time limit.
        journal: a file from which the search resumes after it was stopped.
        durations: increasing durations of runs [s]; None: those that suit the reference.
    """
    keeper = _Keeper(reference, keep, durations or usual_durations(task, reference))
    ends = time.monotonic() + minutes * MINUTE

    def look(seen: Progress) -> bool:
        keeper.look(seen)
        wanted = progress is None or progress(seen) is not False
        return wanted and time.monotonic() < ends

    search = growing(
        np.zeros(len(STEPS)), keeper.durations, partial(_search, task, keeper.durations[-1])
    )
    # When the time is over, or the search is cancelled, the best result so far is kept.
    with Pool(make_run_cost, task, workers) as pool, suppress(Cancelled):
        run(search, Memory(pool), UNENDING, journal, look)
    return keeper.best


def search_file(task: RunTask, path: str | Path) -> Path:
    """The journal of a task's search, beside the file of its result."""
    return Path(path).with_suffix(f".{_key(task):08x}.search")


def _key(task: RunTask) -> int:
    return zlib.crc32(repr((task.reference, task.character, task.speed)).encode())


def usual_durations(task: RunTask, reference: ReferenceMotion) -> tuple[float, ...]:
    """Durations of runs [s] for increasing numbers of strides at full speed."""
    pace = np.sqrt(task.character.leg_length / reference.character.leg_length)
    return tuple(task.up_to_speed + strides * reference.period * pace for strides in STRIDES)


@dataclass(frozen=True)
class Check:
    """Results of runs from starts that no search has used.

    Attributes:
        lasted: number of starts without a fall.
        starts: number of starts.
        speed: mean speed of those runs [m/s].
    """

    lasted: int
    starts: int
    speed: float


def check(task: RunTask, tuning: Tuning, lasting: float) -> Check:
    """Run for `lasting` seconds from `OTHER_STARTS`."""
    reference = RunCost(task).reference
    results = [run_once(task, reference, tuning, lasting, start) for start in OTHER_STARTS]
    speeds = [one.speed for one in results if one.fell_at is None]
    return Check(len(speeds), len(results), float(np.mean(speeds)) if speeds else 0.0)


def _search(task: RunTask, longest: float, vector: Array, duration: float) -> Search:
    """The search for one duration: to a first success, or for the longest to the time limit."""
    is_last = duration == longest
    enough = -np.inf if is_last else np.nextafter(FAILED, 0.0)
    seed = _key(task) % 2**31

    def turn(numbers: Array, count: int) -> Search:
        spread = SPREAD * NARROWING ** (count // len(PARTS))
        return cheapest_search(
            numbers, np.full(len(numbers), spread), seed + count, duration,
            GENERATIONS, enough, POPULATION,
        )  # fmt: skip

    return alternating(vector, PARTS, turn, LAST_ROUNDS if is_last else ROUNDS, enough)


class _Keeper:
    """Reports every improvement over the longest duration."""

    def __init__(
        self, reference: ReferenceMotion, keep: Keep, durations: tuple[float, ...]
    ) -> None:
        self.durations = durations
        self.best = Improvement(replace(reference, tuning=UNTUNED), np.inf)
        self._keep = keep

    def look(self, seen: Progress) -> None:
        if seen.level == self.durations[-1] and seen.best.cost < self.best.cost:
            tuning = tuning_of_steps(seen.best.vector)
            self.best = Improvement(replace(self.best.reference, tuning=tuning), seen.best.cost)
            self._keep(self.best)
