"""Walk to the points of a path one after the other, making way for others; stand at the last."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..catalogue.gait import WALK_ON
from ..simulation.body import Motion
from ..simulation.records import Rows
from ..simulation.rotation import Array
from .behaviour import Behaviour, Values
from .biped import FEET, Biped
from .gait_command import set_gait, start_walking
from .ways.finding import WayFinder
from .ways.steering import move_over, stop, tell_arrival

Place = tuple[float, float]  # [m]
ARRIVED = 0.5  # [m] from a point, at which the walker turns to the next one


class Goals(Behaviour[Biped]):
    """
    Attributes:
        finder: of the way; None until the first call of `steer`.
        left: the remaining points (2,) [m]; path: all of them.
    """

    may_touch = FEET

    def __init__(self, body: Biped) -> None:
        super().__init__(body)
        self.finder: WayFinder | None = None
        self.left: list[Array] = []
        self.path: Sequence[Place] = ()

    def enter(self) -> None:
        start_walking(self.body)

    def command(self, values: Values) -> None:
        set_gait(self.body, values)

    def steer(self, motion: Rows[Motion], values: Values) -> None:
        biped, left = self.body, self.left
        if self.finder is None:
            finder = self.finder = WayFinder(biped, motion)
            self.path = values["path"]
            ahead = self.path[self._reached_before() :]
            left += [biped.reachable(finder.place, np.array(point)) for point in ahead]
        else:
            finder = self.finder
            finder.look(motion)
        while left and np.linalg.norm(left[0] - finder.middle) < ARRIVED:
            left.pop(0)
            finder.look_anew()
        if not left and values["at_end"] == WALK_ON:
            biped.report_event("arrived")
            move_over(biped, finder.velocity, values["speed"])
        elif not left or not biped.command["walking"]:
            stop(biped)
            tell_arrival(biped, motion)
        else:
            stops = len(left) == 1 and values["at_end"] != WALK_ON
            finder.walk_to(left[0], values["speed"], stops)

    def thrown(self) -> None:
        """Once it is up again the walker goes on to the next point, not back to the first one."""
        self.body.thrown_on = self.path, len(self.path) - len(self.left)

    def _reached_before(self) -> int:
        """Number of points that the walker had reached when it fell on this path; else 0."""
        path, reached = self.body.thrown_on
        self.body.thrown_on = (), 0
        return reached if path == self.path else 0
