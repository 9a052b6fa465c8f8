"""Walk at a speed in a direction: Coros, Beaudoin, van de Panne 2010, Sections 3 and 5.4.

What lies or hangs across the way is seen: it is stepped over, or ducked under.
"""

from __future__ import annotations

import math
from typing import Any

from numpy.typing import NDArray

from .biped import FEET, Biped, Values, set_gait, set_heading, start_walking
from .hands.handling import make_room_for_knees
from .ways.ducking import bend, duck, pace_under
from .ways.stepping_over import cross

MAY_TOUCH = FEET


def begin(biped: Biped) -> None:
    """Called once when a cue starts; who steps over something goes on with it."""
    if biped.crossing.is_busy and biped.memory["directed"][0]:
        return
    start_walking(biped)
    biped.crossing.leave()
    biped.bent = 0.0


def command(biped: Biped, values: Values) -> None:
    """Set what the cue's parameters say now."""
    set_heading(biped, values["heading"])
    set_gait(biped, values)
    bend(biped)
    _set_pace(biped, values)


def steer(biped: Biped, motion: NDArray[Any], values: Values) -> None:
    """Called many times a second with the state of the body."""
    sees_things = len(biped.things) > 0 or biped.ground_heights is not None
    if not sees_things or values["speed"] <= 0.0:
        return
    if values["avoid"] in ("both", "step_over"):
        cross(biped, motion)
        make_room_for_knees(biped)
        _set_pace(biped, values)
    if values["avoid"] in ("both", "duck"):
        duck(biped, motion)
        command(biped, values)


def _set_pace(biped: Biped, values: Values) -> None:
    rate = values["turn_rate"]
    biped.command["turn_rate"] = math.nan if rate is None else rate
    biped.command["speed"] = min(values["speed"], biped.crossing.pace, pace_under(biped))
    biped.command["lateral_speed"] = values["lateral_speed"]
