"""Walk to the points of a path one after the other, making way for others; stand at the last."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..simulation.body import Motion
from ..simulation.records import Rows
from .behaviour import Behaviour, Values
from .biped import FEET, Biped
from .gait_command import set_gait, start_walking
from .ways.avoidance import SHOULDERS, Destination, steered
from .ways.steering import move_over, pace_before_stop, place_of, stop, tell_arrival, velocity_of

ARRIVED = 0.5  # [m] from a point, at which the walker turns to the next one


class Goals(Behaviour[Biped]):
    """
    Attributes:
        destination: where the walker goes; None until the first call of `steer`.
    """

    may_touch = FEET

    def __init__(self, body: Biped) -> None:
        super().__init__(body)
        self.destination: Destination | None = None

    def enter(self) -> None:
        start_walking(self.body)

    def command(self, values: Values) -> None:
        set_gait(self.body, values)

    def steer(self, motion: Rows[Motion], values: Values) -> None:
        biped, place = self.body, place_of(motion)
        if self.destination is None:
            points = [np.array(point) for point in values["path"]]
            self.destination = Destination(points, velocity_of(motion).copy(), biped.time)
        left = self.destination.left
        while left and np.linalg.norm(left[0] - place) < ARRIVED:
            left.pop(0)
        if not left or not biped.command["walking"]:
            stop(biped)
            tell_arrival(biped, motion)
            return
        self._walk_on(self.destination, place, values["speed"])

    def _walk_on(self, destination: Destination, place: NDArray[Any], speed: float) -> None:
        """Walk towards the next point, around the neighbours."""
        biped, way = self.body, destination.left[0] - place
        if len(destination.left) == 1:
            going = float(np.linalg.norm(destination.velocity))
            speed = min(speed, pace_before_stop(float(np.linalg.norm(way)), going))
        destination.velocity = steered(
            destination.velocity, speed * way / np.linalg.norm(way), place,
            SHOULDERS * biped.character.height, biped.neighbours(), biped.time - destination.time,
        )  # fmt: skip
        destination.time = biped.time
        move_over(biped, destination.velocity, speed)
