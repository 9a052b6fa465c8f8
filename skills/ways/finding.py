"""Finding the way to a point: around obstacles, making way for others, beside companions."""

from __future__ import annotations

import math

import numpy as np

from ...simulation.body import Motion
from ...simulation.over_ground import place_of, velocity_of
from ...simulation.records import Rows
from ...simulation.rotation import Array
from ..biped import Biped
from .avoidance import DISTINCT, SHOULDERS, steered
from .company import middle_of, together
from .others_feet import keep_off_feet
from .steering import FASTEST_OF_USUAL, move_over, pace_before_stop

ON_STEPS = 0.7  # [m/s]: people are no faster on stairs
SHARED_TASTE = 0.5  # of those who walk together, for going to the right of the way
LOOKING_STEP = 0.2  # [s] from one look for the way to the next


class WayFinder:
    """
    Attributes:
        velocity: (2,) at which the walker aims [m/s].
        place, companions: (2,) of the walker, and (n, 2) of those with whom it walks [m].
    """

    def __init__(self, biped: Biped, motion: Rows[Motion]) -> None:
        self._biped, self._time = biped, biped.time
        self.velocity: Array = velocity_of(motion).copy()
        self._ahead, self._seen_at = np.zeros(2), -math.inf
        self._shared = np.zeros(2)  # the way of the company's middle [m]
        self._taste = float(np.random.default_rng(biped.seed).uniform())
        self.look(motion)

    def look(self, motion: Rows[Motion]) -> None:
        """Find where the walker and its companions are."""
        self.place, self.companions = place_of(motion), self._biped.companions()

    @property
    def middle(self) -> Array:
        """(2,) of the walker and its companions [m]."""
        return middle_of(self.place, self.companions)

    def look_anew(self) -> None:
        """Look for the way at the next step: it leads to another point."""
        self._seen_at = -math.inf

    def walk_to(self, point: Array, speed: float, stops: bool) -> None:
        """Walk towards a point (2,) at a speed [m/s], slower where the walker stops there."""
        biped = self._biped
        if biped.time >= self._seen_at + LOOKING_STEP:
            self._look_for_way(point)
        if biped.terrain is not None and biped.terrain.sees_steps:
            speed = min(speed, ON_STEPS)
        if stops:
            left, going = float(np.linalg.norm(point - self.middle)), np.linalg.norm(self.velocity)
            speed = min(speed, pace_before_stop(left, float(going)))
        way = self._ahead - self.place
        length = max(float(np.linalg.norm(way)), DISTINCT)
        preferred = together(speed * way / length, self.place, self.companions, self._shared)
        self.velocity = steered(
            self.velocity, preferred, self.place, SHOULDERS * biped.character.height,
            biped.neighbours(biped.time), biped.time - self._time, FASTEST_OF_USUAL * speed,
        )  # fmt: skip
        self._time = biped.time
        move_over(biped, self.velocity, speed)
        keep_off_feet(biped, biped.others_feet(biped.time))

    def _look_for_way(self, point: Array) -> None:
        """Find the point to walk to straight; a company goes round things on one side."""
        self._seen_at, taste = self._biped.time, self._taste
        if len(self.companions):
            taste, middle = SHARED_TASTE, self.middle
            point = self._biped.ahead(middle, point, taste)
            self._shared = point - middle
        self._ahead = self._biped.ahead(self.place, point, taste)
