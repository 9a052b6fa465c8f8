"""Walk to the points of a path one after the other, making way for others; stand at the last."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .biped import FEET, Biped, Values, set_gait, start_walking
from .ways.avoidance import SHOULDERS, Errand, steered
from .ways.steering import move_over, place_of, stop, tell_arrival, velocity_of

MAY_TOUCH = FEET
ARRIVED = 0.5  # [m] from a point: the next one is gone to


def begin(biped: Biped) -> None:
    """Called once when a cue starts."""
    start_walking(biped)
    biped.errand = None


def command(biped: Biped, values: Values) -> None:
    """Set what the cue's parameters say now."""
    set_gait(biped, values)


def steer(biped: Biped, motion: NDArray[Any], values: Values) -> None:
    """Called many times a second with the state of the body."""
    place, speed = place_of(motion), values["speed"]
    if biped.errand is None:
        points = [np.array(point) for point in values["path"]]
        biped.errand = Errand(points, velocity_of(motion).copy(), biped.time)
    errand = biped.errand
    while errand.left and np.linalg.norm(errand.left[0] - place) < ARRIVED:
        errand.left.pop(0)
    if not errand.left or not biped.command["walking"][0]:
        stop(biped)
        tell_arrival(biped, motion)
        return
    way = errand.left[0] - place
    errand.velocity = steered(
        errand.velocity, speed * way / np.linalg.norm(way), place,
        SHOULDERS * biped.character.height, biped.company(), biped.time - errand.time,
    )  # fmt: skip
    errand.time = biped.time
    move_over(biped, errand.velocity, speed)
