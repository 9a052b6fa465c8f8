"""How fast the program is: real time, and its share beside the physics engine's own work.

Times are those of the processor, so that other work on the computer counts as little as it can.
"""

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
    """Rows of the fastest of several runs, on one core, with the compile cache warm."""
    performer = Performer(Character.humanoid(height=1.75, mass=70.4), [Cue("walk", speed=0.8)])
    simulate(Shot([performer], duration=1.0))
    shot = Shot([performer], duration=DURATION)
    runs = [_time(shot) for _ in range(REPEATS)]
    spent, inside = min(runs)
    ratio = spent / inside
    return [
        Row("simulate() of 10 s of walking, 1000 Hz physics and control [x real time]",
            "", "11.7 (C++, ODE at 2000 Hz)", f"{DURATION / spent:.1f}",
            DURATION / spent >= REAL_TIME,
            f"must: at least {REAL_TIME:g}, aim: {AIMED_REAL_TIME:g}"),
        Row("its time over the time inside stepSimulation",
            "", "1.6 (C++)", f"{ratio:.2f}", ratio <= RATIO,
            f"must: at most {RATIO:g}, aim: {AIMED_RATIO:g}"),
    ]  # fmt: skip


def _time(shot: Shot) -> tuple[float, float]:
    """Processor time [s] of a run, and of it that inside the engine's step."""
    with _step_clock() as clock:
        start = time.process_time()
        simulate(shot)
        spent = time.process_time() - start
    return spent, clock.seconds


@contextmanager
def _step_clock() -> Iterator[StepClock]:
    """Time every call of the engine's step, by standing before it."""
    bullet: Any = vars(engine)["pybullet"]
    clock, step = StepClock(), bullet.stepSimulation

    def timed_step(**arguments: int) -> None:
        start = time.process_time()
        step(**arguments)
        clock.seconds += time.process_time() - start

    bullet.stepSimulation = timed_step
    try:
        yield clock
    finally:
        bullet.stepSimulation = step
