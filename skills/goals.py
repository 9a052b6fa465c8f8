"""Walk to the points of a path one after the other, making way for others; stand at the last."""

from __future__ import annotations

import math

import numpy as np

from ..catalogue.gait import WALK_ON
from ..simulation.body import Motion
from ..simulation.records import Rows
from ..simulation.rotation import Array
from .behaviour import Behaviour, Values
from .biped import FEET, Biped
from .gait_command import set_gait, start_walking
from .ways.avoidance import DISTINCT, SHOULDERS, Destination, steered
from .ways.company import middle_of, together
from .ways.steering import (
    FASTEST_OF_USUAL,
    move_over,
    pace_before_stop,
    place_of,
    stop,
    tell_arrival,
    velocity_of,
)

ARRIVED = 0.5  # [m] from a point, at which the walker turns to the next one
ON_STEPS = 0.7  # [m/s]: people are no faster on stairs
SHARED_TASTE = 0.5  # of those who walk together, for going to the right of the way
LOOKING_STEP = 0.2  # [s] from one look for the way to the next


class Goals(Behaviour[Biped]):
    """
    Attributes:
        destination: where the walker goes; None until the first call of `steer`.
        ahead: (2,) the point in sight that it walks to [m]; seen_at: when it was chosen [s].
        taste: from 0 to 1, how far to the right of its way it likes to go.
    """

    may_touch = FEET

    def __init__(self, body: Biped) -> None:
        super().__init__(body)
        self.destination: Destination | None = None
        self.ahead, self.seen_at = np.zeros(2), -math.inf
        self.taste = float(np.random.default_rng(body.seed).uniform())

    def enter(self) -> None:
        start_walking(self.body)

    def command(self, values: Values) -> None:
        set_gait(self.body, values)

    def steer(self, motion: Rows[Motion], values: Values) -> None:
        biped, place = self.body, place_of(motion)
        companions = biped.companions()
        middle = middle_of(place, companions)
        if self.destination is None:
            points = [biped.reachable(place, np.array(point)) for point in values["path"]]
            self.destination = Destination(points, velocity_of(motion).copy(), biped.time)
        left = self.destination.left
        while left and np.linalg.norm(left[0] - middle) < ARRIVED:
            left.pop(0)
            self.seen_at = -math.inf
        if not left and values["at_end"] == WALK_ON:
            biped.report_event("arrived")
            move_over(biped, self.destination.velocity, values["speed"])
        elif not left or not biped.command["walking"]:
            stop(biped)
            tell_arrival(biped, motion)
        else:
            stops = len(left) == 1 and values["at_end"] != WALK_ON
            self._walk_on(self.destination, place, companions, values["speed"], stops)

    def _walk_on(
        self, destination: Destination, place: Array, companions: Array, speed: float, stops: bool
    ) -> None:
        """Walk towards the next point, around obstacles and neighbours; or stop there."""
        biped = self.body
        if biped.time >= self.seen_at + LOOKING_STEP:
            taste = SHARED_TASTE if len(companions) else self.taste
            self.ahead = biped.ahead(place, destination.left[0], taste)
            self.seen_at = biped.time
        if biped.terrain is not None and biped.terrain.sees_steps:
            speed = min(speed, ON_STEPS)
        way = self.ahead - place
        if stops:
            left = destination.left[0] - middle_of(place, companions)
            going = np.linalg.norm(destination.velocity)
            speed = min(speed, pace_before_stop(float(np.linalg.norm(left)), float(going)))
        length = max(float(np.linalg.norm(way)), DISTINCT)
        preferred = together(speed * way / length, place, companions)
        destination.velocity = steered(
            destination.velocity, preferred, place,
            SHOULDERS * biped.character.height, biped.neighbours(biped.time),
            biped.time - destination.time, FASTEST_OF_USUAL * speed,
        )  # fmt: skip
        destination.time = biped.time
        move_over(biped, destination.velocity, speed)
