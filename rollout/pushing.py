"""Pushes on performers during a run."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Protocol

import numpy as np

from ..catalogue.pushes import PUSH
from ..controllers.control_rate import ControlRate, note_push
from ..shots.shot import Push
from ..simulation.actor import Actor
from ..simulation.rotation import Array
from ..simulation.world import World
from .recorder import Recorder

Force = tuple[float, float, float]
LYING = 0.5  # horizontal part of the pelvis's forward axis; less in a lying body


class Tried(Protocol):
    """What a push needs of a performer in a trial."""

    @property
    def actor(self) -> Actor: ...

    @property
    def recorder(self) -> Recorder: ...


class Pushed(Tried, Protocol):
    """What a push needs of a performer."""

    rate: ControlRate


class Pushes:
    """All pushes of a shot, each with its force in the world once it has begun."""

    def __init__(self, pushes: Sequence[Push], time_step: float) -> None:
        self._pushes = [(push, _goes_on(push, pushes, time_step)) for push in pushes]
        self._forces: dict[int, Force] = {}
        self._half_step = time_step / 2

    def act_at(self, time: float) -> bool:
        """Whether any push acts in the time step that begins at a time [s]."""
        return any(_acts(push, time, self._half_step) for push, _ in self._pushes)

    def quiet_until(self, time: float) -> float:
        """Time until which no push acts from a time [s] on; that time where one acts then."""
        if self.act_at(time):
            return time
        begins = [push.time - self._half_step for push, _ in self._pushes]
        return min((begin for begin in begins if begin > time), default=math.inf)

    def act(self, world: World, performers: Mapping[int, Pushed], time: float) -> None:
        """Apply the present pushes; a push that continues another is not a new event.

        Args:
            performers: those that are in the world, by their number.
        """
        for number, (push, goes_on) in enumerate(self._pushes):
            performer = performers.get(push.performer)
            if performer is None or not _acts(push, time, self._half_step):
                continue
            if number not in self._forces:
                world.read(performer.actor)
                self._forces[number] = _in_world(push, performer)
            if push.center is not None and not any(self._forces[number]):
                continue  # out of the blast's reach
            note_push(performer.rate, time)
            if time - push.time < self._half_step and not goes_on:
                performer.recorder.events.append((time, PUSH.name))
            world.read(performer.actor)  # not yet read in a step that keeps its torques
            _push(world, performer, push, self._forces[number])


class TriedPushes:
    """The pushes on one performer, in trials of what it may do.

    Attributes:
        forces: in the world [N], by the number of each push that has begun: a trial that is resumed
            in the middle of a push needs those of its own past.
    """

    def __init__(self, pushes: Sequence[Push], time_step: float, performer: Tried) -> None:
        self.pushes, self._half_step, self._performer = pushes, time_step / 2, performer
        self.forces: dict[int, Force] = {}

    def apply(self, world: World, time: float) -> None:
        """Apply the pushes of the time step that begins at a time [s]."""
        for number, push in enumerate(self.pushes):
            if _acts(push, time, self._half_step):
                if abs(time - push.time) <= self._half_step or number not in self.forces:
                    self.forces[number] = _in_world(push, self._performer)
                _push(world, self._performer, push, self.forces[number])


def _acts(push: Push, time: float, half_step: float) -> bool:
    """Whether a push acts in the time step that begins at a time [s]."""
    return push.time - half_step <= time < push.time + push.duration - half_step


def _goes_on(push: Push, pushes: Sequence[Push], time_step: float) -> bool:
    """Whether another push on the same segment ends as this one begins."""
    return any(
        other.performer == push.performer
        and other.segment == push.segment
        and abs(other.time + other.duration - push.time) < time_step / 2
        for other in pushes
    )


def _push(
    world: World, performer: Tried, push: Push, force: Force
) -> None:
    segment, at = performer.recorder.place_of(push.segment, push.point)
    world.push(performer.actor, segment, force, at.tolist())


def _in_world(push: Push, performer: Tried) -> Force:
    """The force [N] in the world; its direction is fixed as the push begins."""
    if push.center is not None:
        return _of_blast(push, push.center, performer)
    if not push.heading_frame:
        return push.force
    ahead, left, up = push.force
    heading = facing(performer.recorder.pose().rotation[0])
    cosine, sine = math.cos(heading), math.sin(heading)
    return (ahead * cosine - left * sine, ahead * sine + left * cosine, up)


def _of_blast(push: Push, center: tuple[float, float], performer: Tried) -> Force:
    """The force [N] of a blast in the world."""
    away = performer.actor.motion.com[:2] - np.array(center)
    distance = float(np.linalg.norm(away))
    x, y = (away / distance).tolist() if distance > 0.0 else (1.0, 0.0)
    left = max(1.0 - distance / push.radius, 0.0)
    out, aside, up = (left * part for part in push.force)
    return (out * x - aside * y, out * y + aside * x, up)


def facing(pelvis: Array) -> float:
    """Heading [rad] of a body by its pelvis (3, 3); of a lying body, the heading after it rises."""
    ahead, up = pelvis[:, 0], pelvis[:, 2]
    if math.hypot(ahead[0], ahead[1]) < LYING:
        ahead = -math.copysign(1.0, ahead[2]) * up
    return math.atan2(ahead[1], ahead[0])
