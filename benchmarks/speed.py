"""How fast the program is: real time, and its share beside the physics engine's own work."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from ..bodies.character import Character
from ..rollout.simulate import simulate
from ..shots.cue import Cue
from ..shots.shot import Performer, Shot
from ..simulation import engine
from .parts.table import Row

DURATION = 10.0  # [s]
REPEATS = 5
REAL_TIME, AIMED_REAL_TIME = 5.0, 12.0
RATIO, AIMED_RATIO = 2.5, 2.0


@dataclass
class StepClock:
    """Seconds spent inside the engine's step."""

    seconds: float = 0.0


def measure() -> list[Row]:
    """Rows of the best of several runs, on one core, with the compile cache warm."""
    performer = Performer(Character.humanoid(height=1.75, mass=70.4), [Cue("walk", speed=0.8)])
    simulate(Shot([performer], duration=1.0))
    shot = Shot([performer], duration=DURATION)
    runs = [_time(shot) for _ in range(REPEATS)]
    wall = min(wall for wall, _ in runs)
    ratio = min(wall / inside for wall, inside in runs)
    return [
        Row("simulate() of 10 s of walking, 1000 Hz physics and control [x real time]",
            "", "11.7 (C++, ODE at 2000 Hz)", f"{DURATION / wall:.1f}",
            DURATION / wall >= REAL_TIME,
            f"must: at least {REAL_TIME:g}, aim: {AIMED_REAL_TIME:g}"),
        Row("its wall time over the time inside stepSimulation",
            "", "1.6 (C++)", f"{ratio:.2f}", ratio <= RATIO,
            f"must: at most {RATIO:g}, aim: {AIMED_RATIO:g}"),
    ]  # fmt: skip


def _time(shot: Shot) -> tuple[float, float]:
    with _step_clock() as clock:
        start = time.perf_counter()
        simulate(shot)
        wall = time.perf_counter() - start
    return wall, clock.seconds


@contextmanager
def _step_clock() -> Iterator[StepClock]:
    """Time every call of the engine's step, by standing before it."""
    bullet: Any = vars(engine)["pybullet"]
    clock, step = StepClock(), bullet.stepSimulation

    def timed_step(**arguments: int) -> None:
        start = time.perf_counter()
        step(**arguments)
        clock.seconds += time.perf_counter() - start

    bullet.stepSimulation = timed_step
    try:
        yield clock
    finally:
        bullet.stepSimulation = step
