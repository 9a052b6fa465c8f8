"""Lookahead: simulate what a performer may do, then restore the world."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

from ..simulation.actor import Actor
from ..simulation.body import Motion
from ..simulation.records import Rows, copy_of, overwrite
from ..simulation.world import Snapshot, World
from ..skills.behaviour import ControlledBody
from .camera import Camera
from .pushing import Force, TriedPushes

LOOKS_EVERY = 20  # time steps between two checks whether to go on
Watch = Callable[[int, float], object]


def _never() -> bool:
    return False


@dataclass(frozen=True)
class Mark:
    """A moment: its time, a snapshot of the world, the body's memory and command, and the forces of
    the pushes that have begun.
    """

    time: float
    world: Snapshot
    memories: Rows[Any]
    commands: Rows[Any]
    forces: Mapping[int, Force]


class Lookahead:
    """Rollouts in which one performer acts and any others are limp.

    Each marked moment must be dropped.

    Attributes:
        folder: where marked moments are kept, for other processes; None: in memory.
        camera: films for those who watch; None where nobody does.
        is_exact: whether what is tried is what happens then: no other body is in the world.
    """

    camera: Camera | None = None
    is_exact: bool = True

    def __init__(
        self, world: World, actor: Actor, body: ControlledBody, time: float, watch: Watch,
        pushes: TriedPushes, folder: Path | None = None,
    ) -> None:  # fmt: skip
        """
        Args:
            time: present time of the shot [s].
            watch: called often with the number of rollouts begun and their total simulated time
                [s]; an exception that it raises ends the lookahead.
            pushes: that push the body.
            folder: as the attribute.
        """
        self._world, self._actor, self._body = world, actor, body
        self._time, self._watch, self._pushes = time, watch, pushes
        self.folder, self._numbers = folder, count()
        self._tries, self._steps = 0, 0

    @property
    def motion(self) -> Rows[Motion]:
        """The record of the body's present state."""
        return self._actor.motion_record

    @property
    def spent(self) -> tuple[int, int]:
        """Number of rollouts begun, and of their time steps."""
        return self._tries, self._steps

    def rollout(self, longest: float, gives_up: Callable[[], bool] = _never) -> float:
        """Simulate until the behaviour is over or gives up; return the simulated time [s]."""
        time_step, body = self._world.time_step, self._body
        self._tries += 1
        for step in range(1, round(longest / time_step) + 1):
            self._step()
            if body.is_over:
                return step * time_step
            if step % LOOKS_EVERY == 0 and gives_up():
                return step * time_step
        return longest

    def film(self, longest: float) -> None:
        """Simulate so long [s], or until the behaviour is over, and show the frames of that."""
        camera = self.camera
        if camera is None:
            return
        camera.cut(self._time)
        for _ in range(round(longest / self._world.time_step)):
            start, before = self._time, camera.moment()
            self._step()
            camera.take(before, start, self._time)
            if self._body.is_over:
                break
        camera.show()

    def _step(self) -> None:
        world, actor, body = self._world, self._actor, self._body
        body.look(actor.motion_record, self._time)
        world.write_torques(actor, body.actuators(actor.motion_record))
        self._pushes.apply(world, self._time)
        world.step()
        world.read(actor)
        world.read_contacts(actor)
        self._steps += 1
        self._time += world.time_step
        if self._steps % LOOKS_EVERY == 0:
            self._look()

    def mark(self) -> Mark:
        """The present moment."""
        body, path = self._body, None
        if self.folder is not None:
            path = self.folder / f"{os.getpid()}-{next(self._numbers)}.bullet"
        memories, commands = copy_of(body.memories), copy_of(body.commands)
        snapshot = self._world.snapshot(path)
        return Mark(self._time, snapshot, memories, commands, dict(self._pushes.forces))

    def go_back(self, mark: Mark) -> None:
        """Restore a moment; simulation from there is bit-identical to the first time."""
        self._time = mark.time
        self._world.restore(mark.world)
        overwrite(self._body.memories, mark.memories)
        overwrite(self._body.commands, mark.commands)
        self._pushes.forces = dict(mark.forces)
        self._body.events.clear()

    def forget_contacts(self) -> None:
        """Compute the contacts of the body's pelvis again: see `World.forget_contacts`."""
        self._world.forget_contacts(self._actor)

    def drop(self, mark: Mark) -> None:
        """Forget a moment."""
        self._world.drop(mark.world)

    def note(self, tries: int, steps: int) -> None:
        """Take note of rollouts in another process."""
        self._tries, self._steps = self._tries + tries, self._steps + steps
        self._look()

    def _look(self) -> None:
        self._watch(self._tries, self._steps * self._world.time_step)
