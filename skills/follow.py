"""Walk along a path on the ground, over what lies across it; stand at its end."""

from __future__ import annotations

import math

from ..simulation.body import Motion
from ..simulation.over_ground import place_of
from ..simulation.records import Rows
from .behaviour import Values
from .biped import Biped
from .gait_command import set_gait
from .obstacle_walk import ObstacleWalk
from .ways.course import Course
from .ways.crossing import WALKS_DOWN
from .ways.ducking import bend
from .ways.in_stride import SEEN_IN_STRIDE, keep_stride, pass_over
from .ways.steering import follow_course, tell_arrival

STRAIGHT = 0.1  # [m]: a path that leaves a line by no more is straight
LEAPT = 2.0  # of the leg: what a leap takes it ahead, at most


class Follow(ObstacleWalk):
    """
    Attributes:
        course: the path to follow; None until the first call of `steer`.
    """

    def __init__(self, body: Biped) -> None:
        super().__init__(body)
        self.course: Course | None = None

    def command(self, values: Values) -> None:
        set_gait(self.body, values)
        bend(self.body)

    def steer(self, motion: Rows[Motion], values: Values) -> None:
        if self.moves_body:
            return
        body, crossing = self.body, self.body.crossing
        if self.course is None:
            self.course = Course(values["path"], place_of(motion))
        if crossing.is_busy:
            self.course.advance(place_of(motion), LEAPT * body.leg)
        if self.sees_obstacles:
            self._look_along(self.course, motion)
            self.bow(motion, values)
        if crossing.is_busy:
            return
        follow_course(body, self.course, motion, min(values["speed"], self.pace))
        keep_stride(body)
        tell_arrival(body, motion)

    def _look_along(self, course: Course, motion: Rows[Motion]) -> None:
        """Get across what lies on the straight part of the path ahead."""
        body, crossing = self.body, self.body.crossing
        crossing.reach, crossing.walks_down = course.straight(SEEN_IN_STRIDE, STRAIGHT), WALKS_DOWN
        if not crossing.is_busy and crossing.reach < body.leg:
            crossing.line, crossing.pace = None, math.inf
            pass_over(body, motion)
            return
        self.get_across(motion, course.direction(course.done))
