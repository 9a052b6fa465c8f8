"""What walking, trotting and pacing share."""

from __future__ import annotations

import math

from ...controllers.quadruped.records import GAIT
from .quadruped import Quadruped, Values, keep_heading, set_gait, set_heading, stand_tall
from .rising import stand_then


def begin_gait(quadruped: Quadruped) -> None:
    """Go on in a gait, from standing or from another; rise first."""
    keep_heading(quadruped)
    stand_then(quadruped, go)


def go(quadruped: Quadruped) -> None:
    """Let the gait's clock run."""
    stand_tall(quadruped)
    if quadruped.command["mode"] != GAIT and not quadruped.memory["steps"]:
        quadruped.memory["phase"] = 0.0
    quadruped.command["mode"] = GAIT


def command_gait(quadruped: Quadruped, name: str, values: Values) -> None:
    """Set a gait's rhythm, speed and direction."""
    speed, rate = float(values["speed"]), values["turn_rate"]
    set_gait(quadruped, name, speed)
    set_heading(quadruped, values["heading"])
    quadruped.command["speed"] = speed
    quadruped.command["turn_rate"] = math.nan if rate is None else rate
    if values["step_height"] is not None:
        quadruped.command["step_height"] = values["step_height"]
