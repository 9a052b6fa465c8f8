"""Walk straight to a place on the ground, and stand before it."""

from __future__ import annotations

import numpy as np

from ..simulation.body import Motion
from ..simulation.records import Rows
from .behaviour import Behaviour, Values
from .biped import FEET, Biped
from .gait_command import set_gait, start_walking
from .ways.steering import approach_point, tell_arrival


class Approach(Behaviour[Biped]):
    may_touch = FEET

    def enter(self) -> None:
        start_walking(self.body)
        self.body.command["lateral_speed"] = 0.0

    def command(self, values: Values) -> None:
        set_gait(self.body, values)

    def steer(self, motion: Rows[Motion], values: Values) -> None:
        target = np.array(values["target"])
        approach_point(self.body, target, values["distance"], motion, values["speed"])
        tell_arrival(self.body, motion)
