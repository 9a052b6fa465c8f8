"""Rise from a seat and stand: Jones 2011, Chapter 4."""

from __future__ import annotations

from .behaviour import Behaviour, Values
from .biped import FEET, Biped
from .gait_command import stand_still
from .seats.seating import dress


class SitToStand(Behaviour[Biped]):
    may_touch = FEET

    def enter(self) -> None:
        stand_still(self.body)
        if not self.body.is_seated:
            self.body.report_event("on_feet")

    def command(self, values: Values) -> None:
        dress(self.body, values)
