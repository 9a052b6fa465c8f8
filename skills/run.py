"""Run or skip at a speed, in a direction or along a path: a Raibert-style run.

The skill begins with a few steps of a walk, and the next skill begins with a walk too.
"""

from __future__ import annotations

import math

from ..catalogue.styles import NATURAL
from ..controllers.gait.gait import ADULT_LEG
from ..simulation.body import Motion
from ..simulation.over_ground import place_of
from ..simulation.records import Rows
from .behaviour import Behaviour, Values
from .biped import FEET, Biped
from .gait_command import keep_heading, set_gait, set_heading, start_walking
from .running.course import course_for_runs, run_course
from .running.running import Running
from .ways.course import Course
from .ways.steering import tell_arrival

# Fastest turn of an adult's walk before a run, by dynamic similarity: a tighter one keeps it too
# slow to begin to run [rad/s]. Tuned by hand, judged by bench running_paths.
LAUNCH_TURN = 0.5
UNSTYLED: Values = {"style": NATURAL, "style_blend": 1.0, "stance_knee": None}


class Run(Behaviour[Biped]):
    """
    Attributes:
        course: the path to run along; None until the first call of `steer`.
    """

    may_touch = FEET

    def __init__(self, body: Biped) -> None:
        super().__init__(body)
        self.course: Course | None = None

    def enter(self) -> None:
        """The runner runs on."""
        if self.body.running is None:
            start_walking(self.body)
            self.body.running = Running(self.body)
        keep_heading(self.body)

    def command(self, values: Values) -> None:
        set_gait(self.body, UNSTYLED)
        running = self.body.running
        if running is not None:
            running.put_on(values["reference"], values["tracking"])
            running.be_helped(values["assist"])
        if values["path"] is None:
            self._head_for(values)

    def _head_for(self, values: Values) -> None:
        """Take over the target direction and speed."""
        set_heading(self.body, values["heading"])
        if self.body.running is not None:
            self.body.running.ask(values["speed"])

    def _turn(self, rate: float | None) -> None:
        """Turn by a rate [rad/s], or towards the target heading; gently until the body runs."""
        body, most = self.body, math.inf
        if body.running is not None and not body.running.runs:
            most = LAUNCH_TURN / math.sqrt(body.leg / ADULT_LEG)
        body.command["turn_rate"] = math.nan if rate is None else min(max(rate, -most), most)

    def steer(self, motion: Rows[Motion], values: Values) -> None:
        if values.get("path") is None:
            self._turn(values["turn_rate"])
            return
        if self.course is None:
            self.course = course_for_runs(values["path"], place_of(motion), values["speed"])
        run_course(self.body, self.course, motion, values["speed"])
        tell_arrival(self.body, motion)
