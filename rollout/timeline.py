"""A performer's cues over time: the active cue, and its parameters' values."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from ..catalogue import CUES, HINDRANCES, ON_HANDS, OPENING, SEATED, STANDING, Parameter
from ..shots.cue import Channel, Cue, begins_on_hands, channel_value, first_seat, skills_among
from ..shots.take import CueRecord

STAND = Cue(OPENING[STANDING])


def _never(_: str) -> bool:
    return False


def opening(cues: Sequence[Cue]) -> Cue:
    """The cue before the first one: standing, or sitting for a performer whose first cue rises."""
    if begins_on_hands(cues):
        return Cue(OPENING[ON_HANDS])
    seat = first_seat(cues)
    return STAND if seat is None else Cue(OPENING[SEATED], seat=seat)


@dataclass
class _CueRun:
    """The course of a cue.

    Attributes:
        event: the event that ends the cue; None where it has no end.
        place: index among the performer's cues; None for an inserted cue.
        began, done, left: as in CueRecord.
        failed: time when the performer fell and stayed down [s].
        lost: time when the cue could not be done, or not go on after a fall [s].
    """

    skill: str
    event: str | None
    place: int | None
    began: float | None = None
    done: float | None = None
    left: float | None = None
    failed: float | None = None
    lost: float | None = None


def _run_of(cue: Cue, place: int | None) -> _CueRun:
    return _CueRun(cue.skill, cue.ending.event if cue.ending else None, place)


class Timeline:
    """Steps through cues; before the first one the performer stands, stands on its hands, or sits,
    as the first cue needs.

    A cue may be inserted: the time of the other cues goes on meanwhile, and the cue that is then
    due begins again at `resume`. A cue with a start takes over at its time from those before it
    that still wait for an end. A cue also waits while the skill before it cannot be left; cues
    that became due meanwhile then begin in successive time steps.
    """

    def __init__(self, cues: Sequence[Cue]) -> None:
        self._cues = skills_among(cues)
        self._runs = [_run_of(cue, i) for i, cue in enumerate(cues) if not cue.is_event]
        self._inserts: list[_CueRun] = []
        self._active: _CueRun | None = None
        self._next: _CueRun | None = None
        self._entered = 0
        self._given: dict[str, Channel] = {}
        self._begun = False
        self._scheduled = opening(cues)
        self._inserted = False
        self._take_on(self._scheduled, None)

    @property
    def records(self) -> tuple[CueRecord, ...]:
        """The records of the cues and of inserted ones, in order of their begin."""
        runs = sorted(
            [*self._runs, *self._inserts],
            key=lambda run: math.inf if run.began is None else run.began,
        )
        return tuple(CueRecord(r.skill, r.place, r.began, r.done, r.left) for r in runs)

    @property
    def over_since(self) -> float | None:
        """Time [s] since which no cue is left to do; None before that, or if the last never ends.
        """
        if not self._entered:
            return None
        last, left = self._runs[self._entered - 1], self._cues[self._entered :]
        if last.failed is not None and all(cue.start is None for cue in left):
            return last.failed
        if self._inserted or left:
            return None
        return last.lost if last.done is None else last.done

    @property
    def is_interrupted(self) -> bool:
        """Whether an inserted cue is active."""
        return self._inserted

    def advance(self, time: float, must_stay: Callable[[str], bool] = _never) -> tuple[bool, bool]:
        """Advance to a time [s]; return whether a cue begins and whether values may have changed.

        Args:
            must_stay: whether the active skill cannot be left now for the next cue's; called when
                that is due.
        """
        begins = not self._begun
        self._begun = True
        self._pass_over(time)
        while self._is_due(time):
            following = self._cues[self._entered].skill
            if not begins and not self._inserted and must_stay(following):
                break
            self._scheduled = self._cues[self._entered]
            self._entered += 1
            if not self._inserted or CUES[self._scheduled.skill].lies:
                self._inserted = False
                self._take_on(self._scheduled, self._runs[self._entered - 1])
                begins = True
                break
        if begins:
            self._note_begin(time)
        return begins, begins or bool(self._keyed)

    def quiet_until(self, time: float) -> float:
        """Time [s] until which `advance` does nothing from a time on, unless events are noted."""
        if not self._begun or self._inserted or self._keyed or self._is_due(time):
            return time
        return self.next_start

    @property
    def next_start(self) -> float:
        """Start of the next cue that has one [s]; infinite where none has."""
        starts = (cue.start for cue in self._cues[self._entered :] if cue.start is not None)
        return next(starts, math.inf)

    def _pass_over(self, time: float) -> None:
        """Pass over cues that still wait for an end when the time of a later cue has come."""
        for number in range(self._entered, len(self._cues)):
            start = self._cues[number].start
            if start is not None:
                if self._entered and start <= time:
                    self._entered = number
                return

    def _is_due(self, time: float) -> bool:
        """Whether the time of the next cue has come."""
        if self._entered == len(self._cues):
            return False
        start = self._cues[self._entered].start
        if start is not None or not self._entered:
            return (start or 0.0) <= time
        before = self._runs[self._entered - 1]
        return before.done is not None or before.lost is not None

    def _note_begin(self, time: float) -> None:
        """Note that a cue begins, or an interrupted one begins again."""
        if self._active is not None:
            self._active.left = time
            if self._next is None and self._entered:  # the cue cannot be resumed
                self._runs[self._entered - 1].lost = time
        self._active = self._next
        if self._active is not None:
            self._active.left = None
            if self._active.began is None:
                self._active.began = time

    def note_events(self, time: float, events: Collection[str]) -> None:
        """Note events, which may end the active cue."""
        run = self._active
        if run is not None and not HINDRANCES.keys().isdisjoint(events):
            run.lost = time
        elif run is not None and run.done is None and run.failed is None and run.event in events:
            run.done = time

    def fail(self, time: float) -> None:
        """Note that the performer has fallen and stays down: the active cue has failed."""
        if self._active is not None and self._active.done is None:
            self._active.failed = time

    def insert(self, cue: Cue) -> None:
        """Begin an inserted cue at the next step."""
        self._inserted, self._begun = True, False
        self._inserts.append(_run_of(cue, None))
        self._take_on(cue, self._inserts[-1])

    def resume(self) -> None:
        """Return to the performer's cues at the next step: the cue that is due begins again, or
        the performer stands where that cue is bound to a place.
        """
        self._inserted, self._begun = False, False
        lost = not CUES[self._scheduled.skill].returns
        if lost or not self._entered:
            self._take_on(STAND if lost else self._scheduled, None)
        else:
            self._take_on(self._scheduled, self._runs[self._entered - 1])

    def change(self, cues: Sequence[Cue]) -> None:
        """Replace the cues by the same ones with other values from a later time on."""
        self._cues = skills_among(cues)
        if self._entered:
            self._scheduled = self._cues[self._entered - 1]
            if not self._inserted:
                self._take_on(self._scheduled, self._next)

    def values(self, time: float) -> dict[str, Channel]:
        """All parameters of the active skill at a time [s]: given, keyed or default."""
        keyed = {name: channel_value(self._given[name], time) for name in self._keyed}
        return {**self._given, **keyed}

    def _take_on(self, cue: Cue, run: _CueRun | None) -> None:
        self.skill, self._next = cue.skill, run
        self._given = cue.values()
        numbers = [p.name for p in CUES[cue.skill].parameters if isinstance(p, Parameter)]
        self._keyed = [name for name in numbers if isinstance(self._given[name], tuple)]
