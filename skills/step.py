"""Step on footprints, one after the other, then stand: Wu and Zordan 2010, Sections 4 and 5."""

from __future__ import annotations

from ..shots.footsteps import read_footsteps
from ..simulation.body import Motion
from ..simulation.records import Rows
from .behaviour import Behaviour, Values
from .biped import FEET, Biped
from .gait_command import set_footsteps, set_gait, stop_walking
from .ways.steering import tell_arrival


class Step(Behaviour[Biped]):
    may_touch = FEET

    def enter(self) -> None:
        stop_walking(self.body)
        self.body.memory["next_footstep"] = 0

    def command(self, values: Values) -> None:
        biped = self.body
        set_gait(biped, values)
        footsteps = read_footsteps("step's footsteps", values["footsteps"])
        set_footsteps(biped, footsteps)

    def steer(self, motion: Rows[Motion], values: Values) -> None:
        biped = self.body
        if biped.memory["next_footstep"] >= biped.command["footstep_count"]:
            tell_arrival(biped, motion)
