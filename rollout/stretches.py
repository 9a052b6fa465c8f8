"""Stretches of time between frames and pushes: compiled code simulates bipeds.

It asks the laws of those who walk or stand. Python decides for the others, and where a cue begins,
steering is due, a foot strikes or a body falls. A run is bit-identical with and without stretches.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from ..base.errors import SimulationError
from ..controllers.walkers import FAILED, FOUND, WALKER, Kinds, walk_on
from ..simulation.records import unchecked
from ..simulation.world import World
from ..skills.biped import Biped
from .pushing import Pushes
from .runtime import PerformerRuntime


class Stretches:
    """The stretches of a run."""

    def __init__(
        self, world: World, performers: Sequence[PerformerRuntime], pushes: Pushes
    ) -> None:
        self._world, self._performers, self._pushes = world, performers, pushes
        self._walkers = np.zeros(len(performers), WALKER)
        self._rows = list(self._walkers)
        self._all = range(len(performers))
        self._is_under_way = False  # whether the walkers, not the performers, have what is present
        self._kinds: Kinds | None = None
        self._is_possible = (
            world.engine.handles() is not None and not world.movers and self._enter()
        )

    def run(self, step: int, next_frame: float) -> int:
        """Advance from a time step on to the one in which a frame is shown or a push acts.

        Args:
            next_frame: its time [s].

        Returns:
            The number of the step that follows.
        """
        dt = self._world.time_step
        until = min(next_frame, self._pushes.quiet_until(step * dt))
        last = math.ceil(until / dt)
        while last * dt >= until:  # rounding may add one
            last -= 1
        if not self._is_possible or last <= step:
            return step
        self._advance(step, last)
        if next_frame <= (last + 1) * dt:
            self._read_those_who_hold()
        return last

    def take(self, step: int) -> bool:
        """Take a time step in which a frame is shown; return False where Python must take it."""
        if not self._is_possible:
            return False
        if self._pushes.act_at(step * self._world.time_step):
            self.hand_over()
            return False
        self._advance(step, step + 1)
        self._read_those_who_hold()
        return True

    def hand_over(self) -> None:
        """Let Python have the performers' present states, and change what they do."""
        if self._is_under_way:
            self._arrive(self._all)
        self._is_under_way = False

    def _advance(self, step: int, last: int) -> None:
        """Advance from a time step to another one."""
        if not self._is_under_way:
            self._set_off(self._all, step)
        self._is_under_way = True
        while step < last:
            found, step = self._walk_on(step, last)
            if found:
                for i in np.flatnonzero(self._walkers["found"]):
                    self._arrive([i])
                    bits, time = int(self._walkers["found"][i]), step * self._world.time_step
                    self._performers[i].note_found(bits, time)
                    self._set_off([i], step)
            elif step < last:
                self._act(step)

    def _act(self, step: int) -> None:
        """Let those act who wait for Python."""
        time = step * self._world.time_step
        waits = (self._walkers["steps_left"] == 0) & (self._walkers["decides_until"] < time)
        for i in np.flatnonzero(waits):
            self._arrive([i])
            self._performers[i].act(self._world, time)
            self._set_off([i], step)

    def _read_those_who_hold(self) -> None:
        """Read the states that the next frame shows and no law has asked for."""
        for i in np.flatnonzero(self._walkers["steps_left"]):
            self._world.read(self._performers[i].actor)
            self._world.read_contacts(self._performers[i].actor)

    def _walk_on(self, step: int, last: int) -> tuple[bool, int]:
        """Advance until a foot strikes, a body falls, Python must decide, or to a last step.

        Returns:
            Whether a foot strikes or a body falls, and the number of the step that follows.
        """
        handles = self._world.engine.handles()
        assert handles is not None and self._kinds is not None
        ending, taken = walk_on(
            handles.client, self._world.ground, handles.commands, self._walkers, self._kinds,
            handles.contacts_at, step, last - step, self._world.time_step,
        )  # fmt: skip
        if ending == FAILED:
            raise SimulationError("The physics engine could not take a time step.")
        return ending == FOUND, step + taken

    def _set_off(self, numbers: Iterable[int], step: int) -> None:
        """Write the states of performers at a time step for compiled code."""
        dt = self._world.time_step
        for i in numbers:
            _set_off(self._rows[i], self._performers[i], step * dt, dt)

    def _arrive(self, numbers: Iterable[int]) -> None:
        """Take over the states of performers from compiled code."""
        handles = self._world.engine.handles()
        assert handles is not None
        for i in numbers:
            row, performer = self._rows[i], self._performers[i]
            at, size = row["torques_at"], row["rates"]
            performer.torques = handles.commands.torques[at : at + size].copy()
            performer.steps_left = int(row["steps_left"])
            performer.decided_at = float(row["decided_at"])
            unchecked(performer.body).held = int(row["held"])

    def _enter(self) -> bool:
        """Note where the performers' arrays are; return whether their records have equal types."""
        types = set()
        for row, performer in zip(self._rows, self._performers, strict=True):
            if not isinstance(performer.body, Biped) or performer.recorder.is_recording:
                return False
            kinds = _kinds_of(performer, performer.body)
            self._kinds = self._kinds or kinds
            types.add(tuple(unchecked(record).dtype for record in kinds))
            _note_addresses(row, performer, kinds, self._world)
        return len(types) == 1


def _is_calm(performer: PerformerRuntime) -> bool:
    """Whether nothing but the walking law moves a performer until its next cue, or a fall."""
    body = performer.body
    return (
        isinstance(body, Biped)
        and body.is_calm
        and not performer.timeline.is_interrupted
    )


def _kinds_of(performer: PerformerRuntime, body: Biped) -> Kinds:
    actor = performer.actor
    return Kinds(
        body.body, body.anatomies, actor.motion_record, body.commands, body.memories,
        performer.recorder.watches, performer.rates,
    )  # fmt: skip


def _note_addresses(row: Any, performer: PerformerRuntime, kinds: Kinds, world: World) -> None:
    actor, layout = performer.actor, world.engine.layout(performer.actor)
    row["identity"], row["number"] = actor.identity, layout.number
    row["torques_at"], row["segments"] = layout.span.start, len(actor.names)
    row["links"] = len(actor.segment_of_link)
    row["positions"], row["rates"] = len(layout.positions_at), len(layout.rates_at)
    records = {**kinds._asdict(), "ahead": actor.motion_ahead}
    arrays = {
        "contact_forces": actor.contact_forces,
        "touches_ground": actor.touches_ground,
        "segment_of_link": actor.segment_of_link,
        "positions_at": layout.positions_at,
        "rates_at": layout.rates_at,
    }
    for name, array in (records | arrays).items():
        row[name] = unchecked(array).ctypes.data


def _set_off(row: Any, performer: PerformerRuntime, time: float, time_step: float) -> None:
    """Write a performer's state at a time [s]."""
    body = unchecked(performer.body)
    may_touch = body.may_touch
    is_calm = _is_calm(performer)
    row["decides_until"] = performer.decides_until(time, time_step) if is_calm else -math.inf
    row["decided_at"], row["steps_left"] = performer.decided_at, performer.steps_left
    row["held"], row["may_hold"] = body.held, body.may_hold
    row["recovers"] = performer.recovers and may_touch is not None
    row["known"] = performer.recorder.known(may_touch, body.may_be_low)
    row["may_touch"] = performer.recorder.mask_of(may_touch).ctypes.data
    row["found"] = 0
