"""Walk along a path on the ground; stand at its end."""

from __future__ import annotations

from ..simulation.body import Motion
from ..simulation.over_ground import place_of
from ..simulation.records import Rows
from .behaviour import Behaviour, Values
from .biped import FEET, Biped
from .gait_command import set_gait, start_walking
from .ways.course import Course
from .ways.in_stride import keep_stride, pass_over
from .ways.steering import follow_course, tell_arrival
from .ways.stepping_over import look_for_low

# What lies across the path is looked for while so much of it is left [of the leg], and straight
# [1/m].
SEEN, STRAIGHT = 3.0, 0.05


class Follow(Behaviour[Biped]):
    """
    Attributes:
        course: the path to follow; None until the first call of `steer`.
    """

    may_touch = FEET

    def __init__(self, body: Biped) -> None:
        super().__init__(body)
        self.course: Course | None = None

    def enter(self) -> None:
        start_walking(self.body)

    def command(self, values: Values) -> None:
        set_gait(self.body, values)

    def steer(self, motion: Rows[Motion], values: Values) -> None:
        if self.course is None:
            self.course = Course(values["path"], place_of(motion))
        follow_course(self.body, self.course, motion, values["speed"])
        goes_on = self.course.left > SEEN * self.body.leg
        if goes_on and abs(self.course.curvature(self.course.done)) < STRAIGHT:
            look_for_low(self.body, motion)
        pass_over(self.body, motion)
        keep_stride(self.body)
        tell_arrival(self.body, motion)
