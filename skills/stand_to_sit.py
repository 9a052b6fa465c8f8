"""Walk to a seat, sit down on it and stay there: the reverse of Jones 2011, Chapter 4."""

from __future__ import annotations

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
    """

    may_touch = FEET

    def __init__(self, body: Biped) -> None:
        super().__init__(body)
        self.walk: Walk | None = None

    def enter(self) -> None:
        stand_still(self.body)
        if self.body.sitting is not None:
            self.body.sitting.wants_up = False

    def command(self, values: Values) -> None:
        dress(self.body, values)

    def steer(self, motion: Rows[Motion], values: Values) -> None:
        biped, seat = self.body, values["seat"]
        if biped.sitting is not None:
            if biped.sitting.is_settled:
                biped.report_event("seated")
        elif self.walk is not None:
            self.walk.steer(motion)
            if self.walk.is_over:
                take_seat(biped, motion, seat, seated=False)
                self.walk = None
        elif is_still(biped, motion):
            if can_sit_well(biped, motion, seat):
                take_seat(biped, motion, seat, seated=False)
            else:
                self.walk = Walk(biped, spot_before(biped, motion, seat), values["speed"])
