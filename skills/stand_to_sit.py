"""Walk to a seat, sit down on it and stay there: the reverse of Jones 2011, Chapter 4."""

from __future__ import annotations

import math

from ..simulation.body import Motion
from ..simulation.records import Rows
from .behaviour import Behaviour, Values
from .biped import FEET, Biped
from .gait_command import stand_still
from .hands.placing import Walk
from .seats.seating import can_sit_well, dress, spot_before, take_seat
from .ways.steering import is_still


class StandToSit(Behaviour[Biped]):
    """
    Attributes:
        walk: to the seat; None where no walk is needed, or once it has ended.
        seated_at: when the body came to sit [s]; infinite before that.
    """

    may_touch = FEET

    def __init__(self, body: Biped) -> None:
        super().__init__(body)
        self.walk: Walk | None = None
        self.seated_at = math.inf

    def enter(self) -> None:
        stand_still(self.body)
        if self.body.sitting is not None:
            self.body.sitting.wants_up = False

    def command(self, values: Values) -> None:
        dress(self.body, values)

    def steer(self, motion: Rows[Motion], values: Values) -> None:
        biped, seat = self.body, values["seat"]
        if biped.sitting is not None:
            self._sit(values["stay"])
        elif self.walk is not None:
            self.walk.steer(motion)
            if self.walk.is_over:
                take_seat(biped, motion, seat, seated=False)
                self.walk = None
        elif is_still(biped, motion):
            place = values["place"]
            if can_sit_well(biped, motion, seat, place):
                take_seat(biped, motion, seat, seated=False)
            else:
                self.walk = Walk(biped, spot_before(biped, motion, seat, place), values["speed"])

    def _sit(self, stay: float) -> None:
        """Tell that the body sits, once it has done so for a time [s]."""
        biped = self.body
        if biped.sitting is not None and biped.sitting.is_settled:
            self.seated_at = min(self.seated_at, biped.time)
            if biped.time >= self.seated_at + stay:
                biped.report_event("seated")
