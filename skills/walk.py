"""Walk at a speed in a direction: Coros, Beaudoin, van de Panne 2010, Sections 3 and 5.4.

The walker senses obstacles that lie or hang across its way, and steps over or ducks under them.
"""

from __future__ import annotations

import math

from ..simulation.body import Motion
from ..simulation.records import Rows
from .behaviour import Behaviour, Values
from .biped import FEET, Biped
from .gait_command import set_gait, set_heading, start_walking
from .hands.clearance import keep_clear
from .ways.ducking import bend, duck, pace_under
from .ways.stepping_over import cross


class Walk(Behaviour[Biped]):
    may_touch = FEET

    def enter(self) -> None:
        """A walker that steps over an obstacle completes that."""
        biped = self.body
        if biped.crossing.is_busy and biped.memory["directed"]:
            return
        start_walking(biped)
        biped.crossing.leave()
        biped.bent = 0.0

    def command(self, values: Values) -> None:
        set_heading(self.body, values["heading"])
        set_gait(self.body, values)
        bend(self.body)
        self._set_pace(values)

    def steer(self, motion: Rows[Motion], values: Values) -> None:
        biped = self.body
        sees_obstacles = len(biped.obstacles) > 0 or biped.ground_heights is not None
        if not sees_obstacles or values["speed"] <= 0.0:
            return
        if values["avoid"] in ("both", "step_over"):
            cross(biped, motion)
            keep_clear(biped, biped.crossing.is_busy)
            self._set_pace(values)
        if values["avoid"] in ("both", "duck"):
            duck(biped, motion)
            self.command(values)

    def _set_pace(self, values: Values) -> None:
        biped, rate = self.body, values["turn_rate"]
        biped.command["turn_rate"] = math.nan if rate is None else rate
        biped.command["speed"] = min(values["speed"], biped.crossing.pace, pace_under(biped))
        biped.command["lateral_speed"] = values["lateral_speed"]
