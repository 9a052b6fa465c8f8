"""A performer's cues over time: which one is active, and its parameters' values."""

from __future__ import annotations

from collections.abc import Sequence

from .catalogue import CUES, Parameter
from .cue import Channel, Cue, begins_on_hands, channel_value, first_seat, skills_among

STAND, HANDSTAND = Cue("stand"), Cue("handstand")
BOUND_TO_A_PLACE = ("step", "stand_to_sit")  # footprints, a seat: not where one gets up
MEANS_TO_LIE = ("fall", "get_up")  # cues that end a recovery: they know of a body that lies


def opening(cues: Sequence[Cue]) -> Cue:
    """What is done before the first cue: who rises first sits."""
    if begins_on_hands(cues):
        return HANDSTAND
    seat = first_seat(cues)
    return STAND if seat is None else Cue("stand_to_sit", seat=seat)


class Timeline:
    """Steps through cues; before the first one the performer stands, on its hands where
    it goes on there, or sits to rise first.

    Events are not its concern. Something else may be inserted: the cues go on meanwhile, unseen,
    and the one whose time it then is begins again at `resume`.
    """

    def __init__(self, cues: Sequence[Cue]) -> None:
        self._cues = skills_among(cues)
        self._entered = 0
        self._given: dict[str, Channel] = {}
        self._begun = False
        self._scheduled = opening(cues)
        self._inserted = False
        self._take_on(self._scheduled)

    @property
    def is_interrupted(self) -> bool:
        """Whether what was inserted is being done."""
        return self._inserted

    def advance(self, time: float) -> tuple[bool, bool]:
        """Whether a new cue begins at this time, and whether values may have changed."""
        begins = not self._begun
        self._begun = True
        while self._entered < len(self._cues) and self._cues[self._entered].start <= time:
            self._scheduled = self._cues[self._entered]
            self._entered += 1
            if not self._inserted or self._scheduled.skill in MEANS_TO_LIE:
                self._inserted = False
                self._take_on(self._scheduled)
                begins = True
        return begins, begins or bool(self._keyed)

    def insert(self, cue: Cue) -> None:
        """Begin something else at the next step."""
        self._inserted, self._begun = True, False
        self._take_on(cue)

    def resume(self) -> None:
        """Go on at the next step with what the cues say, which begins again; stand where that is
        bound to a place.
        """
        self._inserted, self._begun = False, False
        lost = self._scheduled.skill in BOUND_TO_A_PLACE
        self._take_on(STAND if lost else self._scheduled)

    def change(self, cues: Sequence[Cue]) -> None:
        """Go on with the same cues, whose values are others from a later time on."""
        self._cues = skills_among(cues)
        if self._entered:
            self._scheduled = self._cues[self._entered - 1]
            if not self._inserted:
                self._take_on(self._scheduled)

    def values(self, time: float) -> dict[str, Channel]:
        """Every parameter of the active skill: given, keyed or default."""
        keyed = {name: channel_value(self._given[name], time) for name in self._keyed}
        return {**self._given, **keyed}

    def _take_on(self, cue: Cue) -> None:
        self.skill = cue.skill
        self._given = cue.values()
        numbers = [p.name for p in CUES[cue.skill].parameters if isinstance(p, Parameter)]
        self._keyed = [name for name in numbers if isinstance(self._given[name], tuple)]
