"""Who is in the world during a run: performers enter, and leave once their last cue is done."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from ..shots.frame_stream import Records, frame_type, performance_of
from ..shots.schedule import with_usual_times
from ..shots.shot import Performer
from ..shots.take import Performance
from ..simulation.over_ground import place_of
from ..skills.ways.avoidance import SHOULDERS
from .recorder import Moment
from .runtime import PerformerRuntime
from .setting import Setting

AT_ONCE = 1e-9  # [s]: rounding of the times of frames
ROOM = 1.5  # of the radii of two bodies: where one enters, no other is nearer


class Presence:
    """The performers of a run, by their number in the shot.

    Attributes:
        frames: number of frames so far.
        runtimes: of all that have entered, those that have left included.
        present: of those in the world.
    """

    def __init__(self, setting: Setting, enter: Callable[[int], PerformerRuntime]) -> None:
        """
        Args:
            enter: puts the performer with a number into the world.
        """
        self._setting, self._enter = setting, enter
        self._shot = shot = setting.shot
        self.frames = 0
        self._waiting = sorted(
            range(len(shot.performers)), key=lambda number: shot.performers[number].enters
        )
        self.runtimes: dict[int, PerformerRuntime] = {}
        self.present: dict[int, PerformerRuntime] = {}
        self._nothing = [np.zeros((), frame_type(p.character)) for p in shot.performers]

    def is_due(self, time: float) -> bool:
        """Whether a performer should enter or leave at a time [s]."""
        return bool(self._entering(time) or self._leaving())

    def change(self, time: float) -> None:
        """Let performers leave and enter at a time [s]."""
        for number in self._leaving():
            self._setting.remove(self.present.pop(number).actor)
        for number in self._entering(time):
            runtime = self._enter(number)
            runtime.decided_at = time
            runtime.recorder.skip(self.frames)
            self.runtimes[number] = self.present[number] = runtime
            self._waiting.remove(number)
        self.present = dict(sorted(self.present.items()))

    def _leaving(self) -> list[int]:
        return [
            number
            for number, runtime in self.present.items()
            if self._shot.performers[number].leaves and runtime.timeline.over_since is not None
        ]

    def _entering(self, time: float) -> list[int]:
        """Numbers of those whose time has come, and who find room; one at a time in each place, or
        all of a company.
        """
        entering = list[int]()
        for number in self._waiting:
            if self._shot.performers[number].enters > time + AT_ONCE:
                break
            if number in entering:
                continue
            together = self._together(number)
            if time == 0.0 or all(self._has_room(p, entering) for p in together.values()):
                entering += together
        return entering

    def _together(self, number: int) -> dict[int, Performer]:
        """The performer with a number, and those of its company that enter with it."""
        performer = self._shot.performers[number]
        others = [
            other
            for other in self._waiting
            if performer.company and self._shot.performers[other].company == performer.company
        ]
        found = {other: self._shot.performers[other] for other in others or [number]}
        return {other: p for other, p in found.items() if p.enters == performer.enters}

    def _has_room(self, performer: Performer, entering: Sequence[int]) -> bool:
        """Whether nobody that it could touch stands, or enters, where a performer enters."""
        if not self._shot.performers_collide:
            return True
        others = [
            (place_of(other.actor.motion_record), other.actor.character.height)
            for other in self.present.values()
        ]
        others += [
            (np.array(other.position), other.character.height)
            for other in map(self._shot.performers.__getitem__, entering)
        ]
        start, own = np.array(performer.position), performer.character.height
        return all(
            np.linalg.norm(place - start) > ROOM * SHOULDERS * (own + height)
            for place, height in others
        )

    def moments(self) -> dict[int, Moment]:
        """What the next frame consists of, at present."""
        return {number: p.recorder.moment() for number, p in self.present.items()}

    def sample(self, moments: Mapping[int, Moment], share: float) -> list[Records]:
        """The records of a frame that lies `share` of the way from moments to the present."""
        records = list(self._nothing)
        for number, runtime in self.runtimes.items():
            if number in self.present:
                records[number] = runtime.recorder.sample(moments[number], share)
            else:
                runtime.recorder.skip(1)
        self.frames += 1
        return records

    def performances(self) -> list[Performance]:
        """The performances of all so far."""
        return [self._performance(number) for number in range(len(self._nothing))]

    def _performance(self, number: int) -> Performance:
        performer, runtime = self._shot.performers[number], self.runtimes.get(number)
        if runtime is None:
            nothing = np.zeros(self.frames, frame_type(performer.character))
            return performance_of(performer.character, nothing)
        records = runtime.timeline.records
        return runtime.recorder.finish(
            self._shot, with_usual_times(records, performer, self._shot.props)
        )

    def over_since(self) -> list[float | None]:
        """When each performer's last cue was over [s]; None before that."""
        runtimes = map(self.runtimes.get, range(len(self._nothing)))
        return [None if one is None else one.timeline.over_since for one in runtimes]

    @property
    def has_fallen(self) -> bool:
        """Whether any performer has fallen."""
        return any(p.recorder.fell_at is not None for p in self.runtimes.values())
