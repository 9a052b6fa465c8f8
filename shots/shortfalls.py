"""What a performer did not finish in a take, in sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..base.checks import title_of
from ..catalogue import CUES, HINDRANCES
from .take import CueRecord, Performance, Take

Array = NDArray[np.float64]
NEARLY_NOW = 0.01  # [s]: a cue begins with the first time step after its start


class Shortfall(NamedTuple):
    """One unfinished cue: its index among the performer's (None: inserted), and a sentence."""

    place: int | None
    sentence: str


def shortfalls(take: Take, number: int = 0) -> list[Shortfall]:
    """What the performer with this number did not finish, by the time at which it began.

    Empty for a take that a failure ended: whether the rest would have been finished is unknown.
    """
    performance = take.performances[number]
    if take.failure:
        return []
    found = []
    for record in performance.cues:
        if record.began is None:
            sentence = _why_not_begun(record, performance.cues)
        elif record.done is None and record.usual is not None:
            sentence = _why_not_done(record, performance, take.times)
        else:
            continue
        if sentence:
            found.append(Shortfall(record.place, sentence))
    return found


def unrecovered(take: Take) -> int:
    """How many performers that may recover fell and are not back on their feet at the end."""
    return sum(
        any(r.place is None and r.left is None and r.done is None for r in performance.cues)
        for performance in take.performances
    )


def _why_not_begun(record: CueRecord, records: Sequence[CueRecord]) -> str:
    """A sentence where the cue waited for another one; "" where its time did not come."""
    earlier = [r for r in records if r.place is not None and r.place < (record.place or 0)]
    before = max(earlier, key=lambda r: r.place or 0, default=None)
    if before is None or before.usual is None or before.done is not None:
        return ""
    return f"{title_of(record.skill)} did not begin: {title_of(before.skill)} was not done"


def _why_not_done(record: CueRecord, performance: Performance, times: Array) -> str:
    """A sentence; "" for a cue that was given all of the time that it sets itself."""
    name, fell_at = title_of(record.skill), performance.fell_at
    assert record.began is not None and record.usual is not None
    if fell_at is not None and record.began <= fell_at and fell_at <= (record.left or fell_at):
        return f"{name} did not finish: the character fell"
    for time, event in performance.events:
        if event in HINDRANCES and record.began <= time <= (record.left or time):
            return f"{name} was left out: {HINDRANCES[event]}"
    if _had_its_time(record, times):
        return ""
    usual = f"usually takes about {max(record.usual, 1.0):.0f} s"
    if record.left is None:
        ending = CUES[record.skill].ending
        still = f"{ending.still} at the end, " if ending else ""
        return f"{name} did not finish: {still}{usual}: make the shot longer"
    after = [r for r in performance.cues if r.began == record.left]
    if not after or after[0].place is None:
        return f"{name} did not finish: it was interrupted by a fall"
    other, spent = title_of(after[0].skill), record.left - record.began
    return (
        f"{name} did not finish: {other} cut it short after {spent:.1f} s, {usual}: "
        f"start {other} later"
    )


def _had_its_time(record: CueRecord, times: Array) -> bool:
    """Whether a cue lasted as long as its parameters say, to a frame."""
    ending = CUES[record.skill].ending
    if ending is None or ending.lasts is None or record.began is None or record.usual is None:
        return False
    until, frame = (times[-1] if record.left is None else record.left), times[:2].max()
    return bool(until - record.began > record.usual - frame - NEARLY_NOW)
