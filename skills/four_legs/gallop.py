"""Gallop at a speed in a direction: from a trot that flies, as fast as a gallop needs, and back."""

from __future__ import annotations

import math

import numpy as np

from ...bodies.quadruped import TAIL
from ...catalogue.gaits import GAITS
from ...catalogue.gaits import Gait as Rhythm
from ...controllers.gallop.gallop import gallop_actuators
from ...controllers.gallop.records import make_gallop
from ...controllers.quadruped.records import GAIT
from ...simulation.body import Motion
from ...simulation.records import Rows
from ...simulation.rotation import Array, wrapped
from ..behaviour import Values
from .gait import Gait
from .quadruped import PAWS, Quadruped

# Numbers without a source, tuned: bench gallop.
GALLOPS_FROM = 1.0  # [sqrt(g leg)]: the legs trot below
CHANGES = 0.1  # share of the change from trot to gallop, or back, in a time of sqrt(leg / g)
LONGEST_STANCE = 0.5  # of the leg: way in a stance; the legs reach no further
STEP_HEIGHT = 0.25  # of the leg
FASTEST = 1.4  # [sqrt(g leg)]: speed that legs of this strength keep
MOST_ASIDE = 0.12  # of gravity: acceleration aside in a turn
TURNS_IN = 0.4  # time constant of a turn to a heading [s]
TROTS_AT = 0.8  # [sqrt(g leg)]: speed at which another skill may follow


class Gallop(Gait):
    """
    Attributes:
        share: of the way from a trot's rhythm to a gallop's.
    """

    may_touch = PAWS | set(TAIL)
    gait = "flying trot"

    def __init__(self, body: Quadruped) -> None:
        super().__init__(body)
        self.moves_body = True
        self.share = 0.0
        self._turn_rate = math.nan
        self._gallops = make_gallop()
        self._leaves = False

    def command(self, values: Values) -> None:
        super().command(values)
        command, leg = self.body.command, self.body.leg
        command["speed"] = min(float(command["speed"]), FASTEST * leg / self.body.time_scale)
        self._turn_rate = float(command["turn_rate"])
        if values["step_height"] is None:
            command["step_height"] = STEP_HEIGHT * leg

    def act(self, motion: Rows[Motion]) -> Array:
        quadruped = self.body
        if quadruped.command["mode"] != GAIT or quadruped.routine is not None:
            return quadruped.own_actuators(motion)
        self._keep_rhythm()
        self._bound_turn()
        flat: Array = gallop_actuators(
            quadruped.body, quadruped.anatomies, motion, quadruped.commands, quadruped.memories,
            self._gallops,
        )  # fmt: skip
        return flat

    @property
    def is_over(self) -> bool:
        return self.body.routine is None

    @property
    def must_stay(self) -> bool:
        """Whether the body is still too fast for a trot; asked as another skill is to follow."""
        self._leaves = self._pace > TROTS_AT or self.share > 0.0
        return self._leaves

    @property
    def _pace(self) -> float:
        """The present target speed [sqrt(g leg)]."""
        own = self.body.leg / self.body.time_scale
        return abs(float(self.body.memory["speed"])) / own

    def _bound_turn(self) -> None:
        """Turn no more sharply than the feet can hold at the present speed."""
        command, memory = self.body.command, self.body.memory
        rate = self._turn_rate
        if math.isnan(rate):
            rate = wrapped(float(command["heading"] - memory["heading"])) / TURNS_IN
        speed = max(abs(float(memory["speed"])), self.body.leg / self.body.time_scale)
        most = MOST_ASIDE * float(command["gravity"]) / speed
        command["turn_rate"] = min(max(rate, -most), most)

    def _keep_rhythm(self) -> None:
        """Take over the rhythm of the present speed, between a trot's and a gallop's."""
        quadruped, pace = self.body, self._pace
        command = quadruped.command
        if self._leaves:
            command["speed"] = TROTS_AT * quadruped.leg / quadruped.time_scale
        most = CHANGES * float(command["dt"]) / quadruped.time_scale
        goal = 1.0 if pace >= GALLOPS_FROM else 0.0
        self.share += min(max(goal - self.share, -most), most)
        trot, gallop = GAITS["flying trot"], GAITS["gallop"]
        command["offset"][:] = _between(trot.offsets, gallop.offsets, self.share)
        quick = min(gallop.duty, LONGEST_STANCE / max(pace, GALLOPS_FROM))
        command["duty"] = (1.0 - self.share) * trot.duty + self.share * quick
        command["period"] = _period(gallop, pace) * quadruped.time_scale


def _between(one: tuple[float, ...], other: tuple[float, ...], share: float) -> Array:
    """The phases at a share of the way from one gait's to another's."""
    phases: Array = (1.0 - share) * np.array(one) + share * np.array(other)
    return phases


def _period(rhythm: Rhythm, pace: float) -> float:
    """Of a stride [sqrt(leg / g)] at a speed [sqrt(g leg)]."""
    return max(rhythm.period - rhythm.shortening * pace, rhythm.shortest)
