"""Hop on one foot: the law of runs with the same foot in each contact."""

from __future__ import annotations

import math

import numpy as np

from ..controllers.gait.gait import ADULT_LEG
from ..controllers.program.anatomy import LEFT, RIGHT
from ..controllers.run.clock import PRESSED
from .behaviour import Values
from .gait_command import set_gait
from .run import UNSTYLED, Run
from .running.drawn_gaits import hop
from .running.reference import Fields
from .running.running import Launch

# Numbers without a source: tuned by hand, judged by bench hops.
# Fastest walk before it, of an adult, by dynamic similarity [m/s]: out of a faster one the first
# hop falls behind its foot.
LAUNCH_SPEED = 0.4
STEP_WIDTH = 0.03  # of the walk before [m]: the foot that hops has to come under the body
MARGIN = 0.07  # largest margin of stability at that walk's last footstrike [leg]
FOREFOOT = 0.6  # of the forefoot: furthest mean place of a stance's pressure ahead of the ankle


class Hop(Run):
    def command(self, values: Values) -> None:
        body, side = self.body, LEFT if values["foot"] == "left" else RIGHT
        size = body.leg / ADULT_LEG
        set_gait(body, UNSTYLED)
        body.command["step_width"] = STEP_WIDTH * size
        if body.running is not None:
            ahead = min(values["speed"] / math.sqrt(size), LAUNCH_SPEED)
            launch = Launch(ahead, margin=MARGIN)
            body.running.change_gait(f"hop {values['foot']}", self._fields(side), launch)
        self._head_for(values)

    def _fields(self, side: int) -> Fields:
        """Of the run's record: a short forefoot comes down further ahead, to bear where it is."""
        fields, anatomy = hop(side), self.body.anatomy
        bears = FOREFOOT * float(anatomy["ball"][side]) / self.body.leg
        short = np.array([max(PRESSED - bears, 0.0), 0.0])
        return {**fields, "foothold_shift": fields["foothold_shift"] + short}
