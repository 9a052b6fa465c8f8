"""Trying what a performer may do before it is done for good; its world goes back afterwards."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from numpy.typing import NDArray

from ..simulation.actor import Actor
from ..simulation.rotation import Array
from ..simulation.world import Snapshot, World

LOOKS_EVERY = 20  # time steps from one look at whether to go on to the next
Watch = Callable[[int, float], object]
Look = Callable[[NDArray[Any], float], object]


class Mind(Protocol):
    """What moves a body, with all that it remembers and is told."""

    memory: NDArray[Any]
    command: NDArray[Any]
    news: list[str]

    @property
    def has_done(self) -> bool:
        """Whether what it was at is done."""

    def actuators(self, motion: NDArray[Any]) -> Array:
        """The flat actuator vector for the next time step."""


def _never() -> bool:
    return False


@dataclass(frozen=True)
class Mark:
    """A moment: when it is, the world, and what its mind remembers and is told."""

    time: float
    world: Snapshot
    memory: NDArray[Any]
    command: NDArray[Any]


class Rehearsal:
    """One performer acts, any others are limp. Whoever marks a moment drops it in the end."""

    def __init__(
        self, world: World, actor: Actor, mind: Mind, time: float, look: Look, watch: Watch
    ) -> None:
        """
        Args:
            time: of the shot now [s].
            look: called with the body's state and the time before each step, to see the ground.
            watch: called often with how many tries have begun and how long they were in all [s];
                what it raises ends the rehearsal.
        """
        self._world, self._actor, self._mind = world, actor, mind
        self._time, self._look, self._watch = time, look, watch
        self._tries, self._steps = 0, 0

    @property
    def motion(self) -> NDArray[Any]:
        """The record of the body's present state."""
        record: NDArray[Any] = self._actor.motion_record
        return record

    def play(self, most: float, gives_up: Callable[[], bool] = _never) -> float:
        """Go on until it has done or gives up; how long it was, at most so long [s]."""
        world, actor, mind = self._world, self._actor, self._mind
        steps = round(most / world.time_step)
        self._tries += 1
        for step in range(1, steps + 1):
            self._look(actor.motion_record, self._time)
            world.write_torques(actor, mind.actuators(actor.motion_record))
            world.step()
            world.read(actor)
            world.read_contacts(actor)
            self._steps += 1
            self._time += world.time_step
            if self._steps % LOOKS_EVERY == 0:
                self._watch(self._tries, self._steps * world.time_step)
            if mind.has_done:
                return step * world.time_step
            if step % LOOKS_EVERY == 0 and gives_up():
                return step * world.time_step
        return most

    def mark(self) -> Mark:
        """The present moment."""
        mind = self._mind
        return Mark(self._time, self._world.snapshot(), mind.memory.copy(), mind.command.copy())

    def go_back(self, mark: Mark) -> None:
        """To a moment: what follows is bit-identical to what followed it."""
        self._time = mark.time
        self._world.restore(mark.world)
        self._mind.memory[:], self._mind.command[:] = mark.memory, mark.command
        self._mind.news.clear()

    def drop(self, mark: Mark) -> None:
        """Forget a moment."""
        self._world.drop(mark.world)
