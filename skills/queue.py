"""Queue up behind those who came before, step forward as they go, and be served at the head."""

from __future__ import annotations

import math

import numpy as np

from ..simulation.body import Motion
from ..simulation.records import Rows
from ..simulation.rotation import Array
from .behaviour import Behaviour, Values
from .biped import FEET, Biped
from .gait_command import set_gait, stand_still, start_walking
from .hands.placing import Spot, Walk
from .ways.finding import WayFinder
from .ways.line import place_in_line
from .ways.steering import is_still, place_of, stop

# Numbers without a source: tuned by hand, judged by bench crowd_queue.
JOINS = 1.5  # [m] from the end of the queue, at which a walker becomes one of it
STANDS_OFF = (1.5, 3.0)  # [m] beyond that, least and most, where it waits while the queue is full
TAKEN = 0.7  # of the distance in the queue: a place is taken while anybody is nearer to it
REACTS, PATIENCE = (0.2, 0.9), 4.0  # [s] until it follows; most that it waits for a free place
EXACT = 0.1  # of the leg: error of the feet in the queue


class Queue(Behaviour[Biped]):
    """
    Attributes:
        line: those in the queue, from the head on, shared by all of them; None until the first call
            of `steer`.
        finder: of the way to the queue; None until the first call of `steer`.
        walk: to the present place in the queue; number: of that place; None before it is in it.
        free_since: when the place ahead became free, as far as the queue knows [s].
        served_since: when the performer came to the head [s].
    """

    may_touch = FEET

    def __init__(self, body: Biped) -> None:
        super().__init__(body)
        self.line: list[Queue] | None = None
        self.finder: WayFinder | None = None
        self.walk: Walk | None = None
        self.number: int | None = None
        self.free_since = self.served_since = math.inf
        taste = np.random.default_rng([body.seed, 1])
        self._reaction = float(taste.uniform(*REACTS))
        self._stands_off = float(taste.uniform(*STANDS_OFF))

    def enter(self) -> None:
        start_walking(self.body)

    def command(self, values: Values) -> None:
        set_gait(self.body, values)

    def leave(self) -> None:
        self._step_out()

    def steer(self, motion: Rows[Motion], values: Values) -> None:
        if self.line is None:
            self.line = self.body.line_of(values["path"])
        if self.number is None:
            self._come(self.line, motion, values)
        else:
            self._wait(self.line, motion, values, self.number)

    def _come(self, line: list[Queue], motion: Rows[Motion], values: Values) -> None:
        """Walk to the end of the queue; stand off it while it is full."""
        biped = self.body
        if self.finder is None:
            self.finder = WayFinder(biped, motion)
        self.finder.look(motion)
        is_full = len(line) >= values["most"]
        last = min(len(line), values["most"] - 1)
        end, _ = place_in_line(values["path"], last * values["spacing"])
        away = float(np.linalg.norm(end - place_of(motion)))
        if not is_full and away < JOINS:
            line.append(self)
            self._take(len(line) - 1, values)
        elif is_full and away < JOINS + self._stands_off:
            stop(biped)
        else:
            if not biped.command["walking"]:
                start_walking(biped)
            self.finder.walk_to(end, values["speed"], stops=False)

    def _wait(
        self, line: list[Queue], motion: Rows[Motion], values: Values, number: int
    ) -> None:
        """Walk to the place in the queue, step forward, and be served at the head."""
        biped = self.body
        if self.walk is not None:
            self.walk.steer(motion)
            if self.walk.is_over:
                self.walk = None
                stand_still(biped)
        elif self not in line:
            return  # served
        elif line.index(self) < number:
            self._step_forward(motion, values, number - 1)
        elif number == 0 and is_still(biped, motion):
            self.served_since = min(self.served_since, biped.time)
            if biped.time >= self.served_since + values["serve"]:
                self._step_out()
                biped.report_event("served")

    def _step_forward(self, motion: Rows[Motion], values: Values, number: int) -> None:
        """Take the place ahead once it is free, after a moment."""
        biped = self.body
        self.free_since = min(self.free_since, biped.time)
        waited = biped.time - self.free_since
        place, _ = place_in_line(values["path"], number * values["spacing"])
        if waited > PATIENCE or (waited > self._reaction and not self._is_taken(place, values)):
            self._take(number, values)

    def _is_taken(self, place: Array, values: Values) -> bool:
        others = self.body.neighbours(self.body.time).places
        away = np.linalg.norm(others - place, axis=1)
        return bool((away < TAKEN * values["spacing"]).any())

    def _take(self, number: int, values: Values) -> None:
        """Walk to a place of the queue, by its number from the head."""
        place, heading = place_in_line(values["path"], number * values["spacing"])
        self.number, self.free_since = number, math.inf
        self.walk = Walk(self.body, Spot(place, heading), values["speed"], EXACT)

    def _step_out(self) -> None:
        if self.line is not None and self in self.line:
            self.line.remove(self)
