"""A performer's cues over time: which one is active, and its parameters' values."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from .catalogue import CUES, Parameter
from .cue import Channel, Cue

STAND = Cue("stand")


class Timeline:
    """Steps through cues; before the first one the performer stands. Events are not its concern."""

    def __init__(self, cues: Sequence[Cue]) -> None:
        self._waiting = [cue for cue in cues if not cue.is_event]
        self._given: dict[str, Channel] = {}
        self._begun = False
        self._enter(STAND)

    def advance(self, time: float) -> tuple[bool, bool]:
        """Whether a new cue begins at this time, and whether values may have changed."""
        begins = not self._begun
        self._begun = True
        while self._waiting and self._waiting[0].start <= time:
            self._enter(self._waiting.pop(0))
            begins = True
        return begins, begins or bool(self._keyed)

    def values(self, time: float) -> dict[str, Channel]:
        """Every parameter of the active skill: given, keyed or default."""
        keyed = {name: channel_value(self._given[name], time) for name in self._keyed}
        return {**self._given, **keyed}

    def _enter(self, cue: Cue) -> None:
        self.skill = cue.skill
        self._given = cue.values()
        numbers = [p.name for p in CUES[cue.skill].parameters if isinstance(p, Parameter)]
        self._keyed = [name for name in numbers if isinstance(self._given[name], tuple)]


def channel_value(channel: Channel, time: float) -> float | str | None:
    """A number or name as it is; a keyed channel linear between keys and constant outside."""
    if not isinstance(channel, tuple):
        return channel
    times = [key[0] for key in channel]
    i = bisect_right(times, time)
    if i == 0:
        return channel[0][1]
    if i == len(channel):
        return channel[-1][1]
    (t0, v0), (t1, v1) = channel[i - 1], channel[i]
    return v0 + (v1 - v0) * (time - t0) / (t1 - t0)
