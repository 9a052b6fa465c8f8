"""Walk at a speed in a direction: Coros, Beaudoin, van de Panne 2010, Sections 3 and 5.4.

The walker senses what lies or hangs across its way: it steps over that, jumps over it, climbs onto
it, or ducks under it.
"""

from __future__ import annotations

import math

from ..simulation.body import Motion
from ..simulation.records import Rows
from .behaviour import Values
from .gait_command import set_gait, set_heading
from .obstacle_walk import ObstacleWalk
from .ways.ducking import bend
from .ways.in_stride import keep_stride


class Walk(ObstacleWalk):
    def command(self, values: Values) -> None:
        set_heading(self.body, values["heading"])
        set_gait(self.body, values)
        bend(self.body)
        self._set_pace(values)

    def steer(self, motion: Rows[Motion], values: Values) -> None:
        if not self.sees_obstacles or values["speed"] <= 0.0 or self.moves_body:
            return
        if values["avoid"] in ("both", "step_over"):
            self.get_across(motion)
            self._set_pace(values)
        else:
            self.body.crossing.forget()
        if values["avoid"] in ("both", "duck"):
            self.bow(motion, values)

    def _set_pace(self, values: Values) -> None:
        biped, rate = self.body, values["turn_rate"]
        biped.command["turn_rate"] = math.nan if rate is None else rate
        biped.command["speed"] = min(values["speed"], self.pace)
        biped.command["lateral_speed"] = values["lateral_speed"]
        keep_stride(biped)
