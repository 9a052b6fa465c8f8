"""Base of walking, trotting and pacing."""

from __future__ import annotations

import math
from typing import ClassVar

from ...controllers.quadruped.records import GAIT
from ..behaviour import Behaviour, Values
from .quadruped import PAWS, Quadruped, keep_heading, set_gait, set_heading, stand_tall
from .rising import stand_then


class Gait(Behaviour[Quadruped]):
    """
    Attributes:
        gait: a gait of the catalogue.
    """

    may_touch = PAWS
    gait: ClassVar[str]

    def enter(self) -> None:
        """Begin a gait, from standing or from another gait; a body that lies rises first."""
        keep_heading(self.body)
        stand_then(self.body, _go)

    def command(self, values: Values) -> None:
        quadruped = self.body
        speed, rate = float(values["speed"]), values["turn_rate"]
        set_gait(quadruped, self.gait, speed)
        set_heading(quadruped, values["heading"])
        quadruped.command["speed"] = speed
        quadruped.command["turn_rate"] = math.nan if rate is None else rate
        if values["step_height"] is not None:
            quadruped.command["step_height"] = values["step_height"]


def _go(quadruped: Quadruped) -> None:
    """Advance the gait's clock."""
    stand_tall(quadruped)
    if quadruped.command["mode"] != GAIT and not quadruped.memory["steps"]:
        quadruped.memory["phase"] = 0.0
    quadruped.command["mode"] = GAIT
