"""Keep standing, with a step or more when a push requires it: Wu and Zordan 2010, Section 4."""

from __future__ import annotations

from .behaviour import Behaviour, Values
from .biped import FEET, Biped
from .gait_command import set_gait, set_heading, stand_still


class Balance(Behaviour[Biped]):
    may_touch = FEET

    def enter(self) -> None:
        stand_still(self.body)

    def command(self, values: Values) -> None:
        set_heading(self.body, values["heading"])
        set_gait(self.body, values)
        for name in ("linear_damping", "angular_damping"):
            self.body.command[name] = values[name]
