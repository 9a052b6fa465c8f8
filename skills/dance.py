"""Step in place to a beat, with trunk and arms in the style of a dance."""

from __future__ import annotations

from ..simulation.body import Motion
from ..simulation.over_ground import place_of
from ..simulation.records import Rows
from .behaviour import Behaviour, Values
from .biped import FEET, Biped
from .dancing import Rhythm, step_time, time_to_step, way_back
from .gait_command import set_gait, set_heading, start_walking


class Dance(Behaviour[Biped]):
    """
    Attributes:
        rhythm: where and since when the dancer steps; None until its first step.
    """

    may_touch = FEET

    def __init__(self, body: Biped) -> None:
        super().__init__(body)
        self.rhythm: Rhythm | None = None

    def enter(self) -> None:
        start_walking(self.body)

    def command(self, values: Values) -> None:
        set_heading(self.body, values["heading"])
        period = self.body.command["step_period"]
        set_gait(self.body, values)
        self.body.command["step_period"] = period  # that ends on the beat; set at the last steering

    def steer(self, motion: Rows[Motion], values: Values) -> None:
        biped, place = self.body, place_of(motion)
        if self.rhythm is None:
            self.rhythm = Rhythm(biped.time, place.copy())
        between = step_time(values["bpm"], biped.leg)
        biped.command["step_period"] = time_to_step(self.rhythm, biped.time, between)
        speeds = way_back(self.rhythm, place, float(biped.memory["heading"]))
        biped.command["speed"], biped.command["lateral_speed"] = speeds
