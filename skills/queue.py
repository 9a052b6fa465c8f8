"""Queue up behind those who came before, step forward as they go, and be served at the head."""

from __future__ import annotations

import math

import numpy as np

from ..simulation.body import Motion
from ..simulation.over_ground import place_of
from ..simulation.records import Rows
from ..simulation.rotation import Array
from .behaviour import Behaviour, Values
from .biped import FEET, Biped
from .gait_command import set_gait, stand_still, start_walking
from .hands.placing import Spot, Walk
from .ways.finding import WayFinder
from .ways.line import Line, place_in_line
from .ways.steering import is_still, stop

# Numbers without a source: tuned by hand, judged by bench crowd_queue.
JOINS = 1.5  # [m] from the end of the queue, at which a walker becomes one of it
STANDS_OFF = (0.2, 1.5)  # [m] beyond that, least and most, where it waits until it may join
BEHIND = 0.5  # [m] from its place: the last in the queue is near enough for the next one to come
TAKEN = 0.5  # of the distance in the queue: a place is taken while anybody is nearer to it
REACTS, PATIENCE = (0.2, 0.9), 4.0  # [s] until it follows; most that it waits for a free place
EXACT = 0.2  # of the leg: error of the feet in the queue
STOPS_WITHIN = 0.45  # of the reach of directed steps: who comes so near needs none


class Queue(Behaviour[Biped]):
    """
    Attributes:
        line: the queue, shared by all in it; None until the first call of `steer`.
        finder: of the way to it; None before the first step, and while the performer stands off.
        walk: to the present place in the queue; number: of that place; None before it is in it.
        away: distance from the end of the queue, or from the present place in it [m].
        free_since: when the place ahead became free, as far as the queue knows [s].
        served_since: when the performer came to the head [s].
    """

    may_touch = FEET

    def __init__(self, body: Biped) -> None:
        super().__init__(body)
        self.line: Line[Queue] | None = None
        self.finder: WayFinder | None = None
        self.walk: Walk | None = None
        self.number: int | None = None
        self.away = math.inf
        self.free_since = self.served_since = math.inf
        taste = np.random.default_rng([body.seed, 1])
        self._reaction = float(taste.uniform(*REACTS))
        self._stands_off = float(taste.uniform(*STANDS_OFF))

    def enter(self) -> None:
        start_walking(self.body)

    def command(self, values: Values) -> None:
        set_gait(self.body, values)

    def leave(self) -> None:
        if self.line is not None:
            self.line.forget(self)

    def steer(self, motion: Rows[Motion], values: Values) -> None:
        if self.line is None:
            self.line = self.body.line_of(values["path"])
            self.line.coming.append(self)
        if self.number is None:
            self._come(self.line, motion, values)
        else:
            self._wait(self.line, motion, values, self.number)

    def _come(self, line: Line[Queue], motion: Rows[Motion], values: Values) -> None:
        """Walk to the end of the queue; stand off it until it is the performer's turn to join."""
        biped = self.body
        last = min(len(line.waiting), values["most"] - 1)
        end, _ = place_in_line(values["path"], last * values["spacing"])
        self.away = float(np.linalg.norm(end - place_of(motion)))
        is_turn = self._may_join(line, values["most"])
        if is_turn and self.away < JOINS:
            line.coming.remove(self)
            line.waiting.append(self)
            self._take(len(line.waiting) - 1, values)
        elif not is_turn and self.away < JOINS + self._stands_off:
            stop(biped)
            self.finder = None
        else:
            if self.finder is None:
                start_walking(biped)
                self.finder = WayFinder(biped, motion)
            self.finder.look(motion)
            self.finder.walk_to(end, values["speed"], stops=False)

    def _may_join(self, line: Line[Queue], most: float) -> bool:
        """Whether there is room, the one before has moved up to its place, and nobody is nearer."""
        count = len(line.waiting)
        last = line.waiting[-1] if count else None
        has_come = last is None or (last.number == count - 1 and last.away < BEHIND)
        return (
            count < most
            and has_come
            and self.away <= min(person.away for person in line.coming)
        )

    def _wait(
        self, line: Line[Queue], motion: Rows[Motion], values: Values, number: int
    ) -> None:
        """Walk to the place in the queue, step forward, and be served at the head."""
        biped = self.body
        place, _ = place_in_line(values["path"], number * values["spacing"])
        self.away = float(np.linalg.norm(place - place_of(motion)))
        if self.walk is not None:
            self.walk.steer(motion)
            if self.walk.is_over:
                self.walk = None
                stand_still(biped)
        elif self not in line.waiting:
            return  # served
        elif line.waiting.index(self) < number:
            self._step_forward(values, number - 1)
        elif number == 0 and is_still(biped, motion):
            self.served_since = min(self.served_since, biped.time)
            if biped.time >= self.served_since + values["serve"]:
                line.forget(self)
                biped.report_event("served")

    def _step_forward(self, values: Values, number: int) -> None:
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
        self.walk = Walk(self.body, Spot(place, heading), values["speed"], EXACT, STOPS_WITHIN)
