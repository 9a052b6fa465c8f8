"""Step on footprints, one after the other, then stand: Wu and Zordan 2010, Sections 4 and 5."""

from __future__ import annotations

import math
from typing import Any

from numpy.typing import NDArray

from ..controllers.program.anatomy import LEFT, RIGHT
from ..shots.footsteps import read_footsteps
from .biped import FEET, Biped, Values, set_gait, stop_walking
from .ways.steering import tell_arrival

MAY_TOUCH = FEET
NOTHING_TO_STEP_OVER = (math.nan, math.nan, math.nan)


def begin(biped: Biped) -> None:
    """Called once when a cue starts."""
    stop_walking(biped)
    biped.memory["next_footstep"] = 0


def command(biped: Biped, values: Values) -> None:
    """Set what the cue's parameters say now."""
    set_gait(biped, values)
    footsteps = read_footsteps("step's footsteps", values["footsteps"])
    for row, step in zip(biped.command["footsteps"][0], footsteps, strict=False):
        height = math.nan if step.height is None else step.height
        side = LEFT if step.side == "L" else RIGHT
        row[:] = (side, *step.position, step.heading, step.duration, height, *NOTHING_TO_STEP_OVER)
    biped.command["footstep_count"] = len(footsteps)


def steer(biped: Biped, motion: NDArray[Any], values: Values) -> None:
    """Called many times a second with the state of the body."""
    if biped.memory["next_footstep"][0] >= biped.command["footstep_count"][0]:
        tell_arrival(biped, motion)
