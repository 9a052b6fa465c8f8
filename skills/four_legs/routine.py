"""A series of movements by a gait graph: steps of single legs, heights and pitches on their way.

Jones 2011, Sections 5.1.1 to 5.1.3. Times and lengths are those of the thesis' dog, whose hips are
44 cm high; a body of another size takes times by the square root of its size, and lengths by it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from ...bodies.quadruped import DOG_HEIGHT
from ...controllers.quadruped.records import GRAPH, STANDING, QuadrupedCommand, QuadrupedMemory
from ...simulation.body import Motion
from ...simulation.records import Rows, unchecked, views_of
from ...simulation.rotation import Array
from .firm_ground import Standing, firm_place

LONGEST_WAIT = 4.0  # [s] of a dog, after which a stage that waits goes on
LENGTHS = ("shift",)  # among the command's values
Place = Callable[[Any, Motion], Array]
Index = int | tuple[int, int] | None


@dataclass(frozen=True)
class Ramp:
    """A linear transition of a value of the command.

    Attributes:
        name, index: of the command: ("height", FRONT), ("tuck", (leg, joint)).
        start, end: since the stage began [s].
        value: at the end.
    """

    name: str
    index: Index
    start: float
    end: float
    value: float


@dataclass(frozen=True)
class Step:
    """A step of one leg.

    Attributes:
        leg: 0 to 3; lift, land: since the stage began [s].
        place: called as the stage begins; returns the foot's target (2,) [m].
    """

    leg: int
    lift: float
    land: float
    place: Place


@dataclass(frozen=True)
class Stage:
    """Part of a routine.

    Attributes:
        duration: [s]; longer where the stage waits for a condition.
        waits_for: called at each step; returns whether the stage may end.
        settles: whether the feet first step to their standing places, in place of a graph.
        sets: values that change at once as the stage begins: (name, index, value).
        begins: called as the stage begins.
        patience: longest time that the stage waits [s] of a dog.
        steers: called at each step, after the ramps.
    """

    duration: float
    ramps: Sequence[Ramp] = ()
    steps: Sequence[Step] = ()
    waits_for: Callable[[Any, Motion], bool] | None = None
    settles: bool = False
    sets: Sequence[tuple[str, Index, float]] = ()
    begins: Callable[[Any, Motion], None] | None = None
    patience: float = LONGEST_WAIT
    steers: Callable[[Any, Motion], None] | None = None


class FourLegged(Standing, Protocol):
    """A body that performs a routine: a `Quadruped`."""

    command: QuadrupedCommand
    memory: QuadrupedMemory
    routine: Routine | None

    @property
    def slowness(self) -> float: ...


class Routine:
    """Runs stages one after another, then calls `ends`."""

    def __init__(
        self, quadruped: FourLegged, stages: Sequence[Stage], ends: Callable[[], None]
    ) -> None:
        self._quadruped, self._stages, self._ends = quadruped, list(stages), ends
        self._scale = quadruped.slowness
        self._at = -1
        self._time = 0.0
        self._from: list[float | None] = []

    def go_on(self, record: Rows[Motion]) -> None:
        """Advance by one time step."""
        motion = views_of(Motion, record)
        if self._at < 0:
            self._begin(0, motion)
        stage = self._stages[self._at]
        self._time += float(self._quadruped.command["dt"]) / self._scale
        for i, ramp in enumerate(stage.ramps):
            if self._time >= ramp.start:
                self._set(ramp.name, ramp.index, self._on_way(ramp, self._start_of(i, ramp)))
        if stage.steers is not None:
            stage.steers(self._quadruped, motion)
        if self._time < stage.duration:
            return
        waits = stage.waits_for is not None and not stage.waits_for(self._quadruped, motion)
        if waits and self._time < stage.duration + stage.patience:
            return
        if self._at + 1 < len(self._stages):
            self._begin(self._at + 1, motion)
        else:
            self._quadruped.routine = None
            self._ends()

    def _begin(self, number: int, motion: Motion) -> None:
        self._at, self._time = number, 0.0
        stage, command = self._stages[number], self._quadruped.command
        command["mode"] = STANDING if stage.settles else GRAPH
        self._quadruped.memory["time"] = 0.0
        command["step"][:] = math.nan
        for step in stage.steps:
            command["step"][step.leg] = step.lift * self._scale, step.land * self._scale
            place = step.place(self._quadruped, motion)
            command["place"][step.leg] = firm_place(self._quadruped, motion, place)
        if stage.begins is not None:
            stage.begins(self._quadruped, motion)
        for name, index, value in stage.sets:
            self._set(name, index, value)
        self._from = [None] * len(stage.ramps)

    def _start_of(self, number: int, ramp: Ramp) -> float:
        """The value as the ramp began."""
        start = self._from[number]
        if start is None:
            start = self._from[number] = self._get(ramp.name, ramp.index)
        return start

    def _get(self, name: str, index: Index) -> float:
        values = unchecked(self._quadruped.command)[name]
        return float(values if index is None else values[index])

    def _set(self, name: str, index: Index, value: float) -> None:
        command = unchecked(self._quadruped.command)
        if index is None:
            command[name] = value
        else:
            command[name][index] = value

    def _on_way(self, ramp: Ramp, start: float) -> float:
        """The value now; lengths are of this body's size."""
        size = self._quadruped.leg / DOG_HEIGHT if ramp.name in LENGTHS else 1.0
        return float(np.interp(self._time, (ramp.start, ramp.end), (start, size * ramp.value)))
