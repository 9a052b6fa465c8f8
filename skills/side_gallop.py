"""Gallop sideways: a foot steps out to the side, the other one closes up to it in a flight."""

from __future__ import annotations

import math

from ..controllers.gait.footing import outward
from ..controllers.gait.gait import ADULT_LEG
from ..controllers.program.anatomy import LEFT, RIGHT
from .behaviour import Values
from .gait_command import set_gait, set_heading
from .run import UNSTYLED, Run
from .running.drawn_gaits import side_gallop
from .running.running import Launch

# Fastest walk sideways before it, of an adult, by dynamic similarity [m/s]. Tuned by hand, judged
# by bench hops.
LAUNCH_SPEED = 0.4


class SideGallop(Run):
    def command(self, values: Values) -> None:
        body, lead = self.body, LEFT if values["side"] == "left" else RIGHT
        speed, way = values["speed"], outward(lead)
        set_gait(body, UNSTYLED)
        set_heading(body, values["heading"])
        if body.running is not None:
            slow = min(speed / math.sqrt(body.leg / ADULT_LEG), LAUNCH_SPEED)
            launch = Launch(ahead=0.0, aside=way * slow)
            body.running.change_gait(f"side gallop {values['side']}", side_gallop(lead), launch)
            body.running.ask(0.0, way * speed)
