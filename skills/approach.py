"""Walk straight to a place on the ground, over what lies before it, and stand there."""

from __future__ import annotations

import math

import numpy as np

from ..simulation.body import Motion
from ..simulation.over_ground import place_of
from ..simulation.records import Rows
from .behaviour import Values
from .gait_command import set_gait
from .obstacle_walk import ObstacleWalk
from .ways.crossing import WALKS_DOWN
from .ways.ducking import bend
from .ways.in_stride import keep_stride
from .ways.steering import approach_point, tell_arrival


class Approach(ObstacleWalk):
    def enter(self) -> None:
        super().enter()
        self.body.command["lateral_speed"] = 0.0

    def command(self, values: Values) -> None:
        set_gait(self.body, values)
        bend(self.body)

    def steer(self, motion: Rows[Motion], values: Values) -> None:
        if self.moves_body:
            return
        body, crossing, target = self.body, self.body.crossing, np.array(values["target"])
        x, y = target - place_of(motion)
        left = math.hypot(x, y) - values["distance"]
        if self.sees_obstacles and (left > 0.0 or crossing.is_busy):
            crossing.reach, crossing.walks_down = left, WALKS_DOWN
            self.get_across(motion, math.atan2(y, x))
            self.bow(motion, values)
        if crossing.is_busy:
            return
        approach_point(body, target, values["distance"], motion, min(values["speed"], self.pace))
        keep_stride(body)
        tell_arrival(body, motion)
