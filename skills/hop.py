"""Hop on one foot: the law of runs with the same foot in each contact."""

from __future__ import annotations

import math

from ..controllers.gait.gait import ADULT_LEG
from ..controllers.program.anatomy import LEFT, RIGHT
from .behaviour import Values
from .gait_command import set_gait
from .run import UNSTYLED, Run
from .running.drawn_gaits import hop
from .running.running import LAUNCH_SPEED, Launch

# Numbers without a source: tuned by hand, judged by bench hops.
STEP_WIDTH = 0.03  # of the walk before [m]: the foot that hops has to come under the body
MARGIN = 0.07  # largest margin of stability at that walk's last footstrike [leg]


class Hop(Run):
    def command(self, values: Values) -> None:
        body, side = self.body, LEFT if values["foot"] == "left" else RIGHT
        size = body.leg / ADULT_LEG
        set_gait(body, UNSTYLED)
        body.command["step_width"] = STEP_WIDTH * size
        if body.running is not None:
            ahead = min(values["speed"] / math.sqrt(size), LAUNCH_SPEED)
            launch = Launch(ahead, margin=MARGIN)
            body.running.move_by(f"hop {values['foot']}", hop(side), launch)
        self._head_for(values)
