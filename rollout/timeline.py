"""A performer's cues over time: which one is active, and its parameters' values."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from ..catalogue import CUES, HINDRANCES, ON_HANDS, OPENING, SEATED, STANDING, Parameter
from ..shots.cue import Channel, Cue, begins_on_hands, channel_value, first_seat, skills_among
from ..shots.take import CueRecord

STAND = Cue(OPENING[STANDING])


def _never() -> bool:
    return False


def opening(cues: Sequence[Cue]) -> Cue:
    """What is done before the first cue; a performer that rises first sits."""
    if begins_on_hands(cues):
        return Cue(OPENING[ON_HANDS])
    seat = first_seat(cues)
    return STAND if seat is None else Cue(OPENING[SEATED], seat=seat)


@dataclass
class _Run:
    """How a cue goes.

    Attributes:
        event: that tells its end; None where it has none.
        place: of the cue among the performer's; None for something inserted.
        began, done, left: as in CueRecord.
        failed: when the performer fell and stayed down [s].
        lost: when it could not be done, or not go on after a fall [s].
    """

    skill: str
    event: str | None
    place: int | None
    began: float | None = None
    done: float | None = None
    left: float | None = None
    failed: float | None = None
    lost: float | None = None


def _run_of(cue: Cue, place: int | None) -> _Run:
    return _Run(cue.skill, cue.ending.event if cue.ending else None, place)


class Timeline:
    """Steps through cues; before the first one the performer stands, on its hands where
    it goes on there, or sits to rise first.

    Events are not its concern. Something else may be inserted: the cues go on meanwhile, unseen,
    and the one whose time it then is begins again at `resume`. A cue also waits while the skill
    before it cannot be left; cues that were due meanwhile then begin one step after the other.
    """

    def __init__(self, cues: Sequence[Cue]) -> None:
        self._cues = skills_among(cues)
        self._runs = [_run_of(cue, i) for i, cue in enumerate(cues) if not cue.is_event]
        self._inserts: list[_Run] = []
        self._active: _Run | None = None
        self._next: _Run | None = None
        self._entered = 0
        self._given: dict[str, Channel] = {}
        self._begun = False
        self._scheduled = opening(cues)
        self._inserted = False
        self._take_on(self._scheduled, None)

    @property
    def records(self) -> tuple[CueRecord, ...]:
        """How the cues have gone, and what was inserted, by when they began."""
        runs = sorted(
            [*self._runs, *self._inserts],
            key=lambda run: math.inf if run.began is None else run.began,
        )
        return tuple(CueRecord(r.skill, r.place, r.began, r.done, r.left) for r in runs)

    @property
    def over_since(self) -> float | None:
        """Since when there is nothing left to do [s]; None while there is, or where that never
        ends.
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
        """Whether what was inserted is being done."""
        return self._inserted

    def advance(self, time: float, must_stay: Callable[[], bool] = _never) -> tuple[bool, bool]:
        """Whether a new cue begins at this time, and whether values may have changed.

        Args:
            must_stay: whether the active skill cannot be left now, asked when another cue is due.
        """
        begins = not self._begun
        self._begun = True
        while self._is_due(time) and (begins or self._inserted or not must_stay()):
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
        """Another cue begins, or one that was interrupted begins again."""
        if self._active is not None:
            self._active.left = time
            if self._next is None and self._entered:  # it stands where what it was at cannot go on
                self._runs[self._entered - 1].lost = time
        self._active = self._next
        if self._active is not None:
            self._active.left = None
            if self._active.began is None:
                self._active.began = time

    def note_events(self, time: float, events: Collection[str]) -> None:
        """Something has happened, by which the active cue may be done."""
        run = self._active
        if run is not None and not HINDRANCES.keys().isdisjoint(events):
            run.lost = time
        elif run is not None and run.done is None and run.failed is None and run.event in events:
            run.done = time

    def fail(self, time: float) -> None:
        """The performer has fallen and stays down: the active cue will not be done."""
        if self._active is not None and self._active.done is None:
            self._active.failed = time

    def insert(self, cue: Cue) -> None:
        """Begin something else at the next step."""
        self._inserted, self._begun = True, False
        self._inserts.append(_run_of(cue, None))
        self._take_on(cue, self._inserts[-1])

    def resume(self) -> None:
        """Go on at the next step with what the cues say, which begins again; stand where that is
        bound to a place.
        """
        self._inserted, self._begun = False, False
        lost = not CUES[self._scheduled.skill].returns
        if lost or not self._entered:
            self._take_on(STAND if lost else self._scheduled, None)
        else:
            self._take_on(self._scheduled, self._runs[self._entered - 1])

    def change(self, cues: Sequence[Cue]) -> None:
        """Go on with the same cues, whose values are others from a later time on."""
        self._cues = skills_among(cues)
        if self._entered:
            self._scheduled = self._cues[self._entered - 1]
            if not self._inserted:
                self._take_on(self._scheduled, self._next)

    def values(self, time: float) -> dict[str, Channel]:
        """Every parameter of the active skill: given, keyed or default."""
        keyed = {name: channel_value(self._given[name], time) for name in self._keyed}
        return {**self._given, **keyed}

    def _take_on(self, cue: Cue, run: _Run | None) -> None:
        self.skill, self._next = cue.skill, run
        self._given = cue.values()
        numbers = [p.name for p in CUES[cue.skill].parameters if isinstance(p, Parameter)]
        self._keyed = [name for name in numbers if isinstance(self._given[name], tuple)]
