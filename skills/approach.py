"""Walk straight to a place on the ground, and stand before it."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .biped import FEET, Biped, Values, set_gait, start_walking
from .ways.steering import approach_point, tell_arrival

MAY_TOUCH = FEET


def begin(biped: Biped) -> None:
    """Called once when a cue starts."""
    start_walking(biped)
    biped.command["lateral_speed"] = 0.0


def command(biped: Biped, values: Values) -> None:
    """Set what the cue's parameters say now."""
    set_gait(biped, values)


def steer(biped: Biped, motion: NDArray[Any], values: Values) -> None:
    """Called many times a second with the state of the body."""
    target = np.array(values["target"])
    approach_point(biped, target, values["distance"], motion, values["speed"])
    tell_arrival(biped, motion)
