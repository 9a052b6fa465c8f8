"""Walk to a seat, sit down on it and stay there: Jones 2011, Chapter 4, the other way."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from numpy.typing import NDArray

from .biped import FEET, Biped, Values, keep_heading, stop_walking
from .hands.placing import Walk
from .seats.seating import can_sit_well, dress, spot_before, take_seat
from .ways.steering import is_still

MAY_TOUCH = FEET


@dataclass
class WalkToSeat:
    """On the way to a seat."""

    walk: Walk

    def leave(self, biped: Biped) -> None:
        """Whatever is next begins on its feet."""


def begin(biped: Biped) -> None:
    """Called once when a cue starts."""
    keep_heading(biped)
    stop_walking(biped)
    if biped.sitting is not None:
        biped.sitting.wants_up = False


def command(biped: Biped, values: Values) -> None:
    """Set what the cue's parameters say now."""
    dress(biped, values)


def steer(biped: Biped, motion: NDArray[Any], values: Values) -> None:
    """Called many times a second with the state of the body."""
    if biped.sitting is not None:
        if biped.sitting.is_settled:
            biped.tell("seated")
        return
    if biped.task is not None:
        biped.task.walk.steer(motion)
        if biped.task.walk.is_over:
            take_seat(biped, motion, values["seat"], seated=False)
            biped.leave_task()
    elif is_still(biped, motion):
        if can_sit_well(biped, motion, values["seat"]):
            take_seat(biped, motion, values["seat"], seated=False)
        else:
            spot = spot_before(biped, motion, values["seat"])
            biped.task = WalkToSeat(Walk(biped, spot, values["speed"]))
