"""Gallop at a speed in a direction: from a trot that flies, as fast as a gallop needs, and back."""

from __future__ import annotations

import numpy as np

from ...bodies.quadruped import TAIL
from ...catalogue.gaits import GAITS
from ...catalogue.gaits import Gait as Rhythm
from ...controllers.gallop.gallop import gallop_actuators
from ...controllers.gallop.records import make_gallop
from ...controllers.quadruped.records import GAIT
from ...simulation.body import Motion
from ...simulation.records import Rows
from ...simulation.rotation import Array
from ..behaviour import Values
from .bars import Bars
from .gait import Gait
from .quadruped import PAWS, Quadruped

# Numbers without a source, tuned: bench gallop.
GALLOPS_FROM = 1.0  # [sqrt(g leg)]: the legs trot below
CHANGES = 0.1  # share of the change from trot to gallop, or back, in a time of sqrt(leg / g)
LONGEST_STANCE = 0.5  # of the leg: way in a stance; the legs reach no further
STEP_HEIGHT = 0.25  # of the leg
FASTEST = 1.6  # [sqrt(g leg)]: speed that legs of this strength keep
TROTS_AT = 0.4  # [sqrt(g leg)]: speed at which another skill may follow
NEAR = 0.02  # [sqrt(g leg)]: to a speed that is reached


class Gallop(Gait):
    """
    Attributes:
        share: of the way from a trot's rhythm to a gallop's.
    """

    may_touch = PAWS | set(TAIL)
    goes_on = True
    may_be_low = True  # the hips sink and rise with each stride
    gait = "flying trot"

    def __init__(self, body: Quadruped) -> None:
        super().__init__(body)
        self.moves_body = True
        before = body.behaviour
        self.share, self._gallops = 0.0, make_gallop()
        if isinstance(before, Gallop):
            self.share, self._gallops = before.share, before._gallops
        self._asked = 0.0
        self._leaves = False
        self._bars = Bars(body, self._gallops[0])

    def command(self, values: Values) -> None:
        super().command(values)
        command, leg = self.body.command, self.body.leg
        self._asked = min(float(command["speed"]) * self.body.time_scale / leg, FASTEST)
        if values["step_height"] is None:
            command["step_height"] = STEP_HEIGHT * leg

    def steer(self, motion: Rows[Motion], values: Values) -> None:
        self._bars.look(motion)

    def act(self, motion: Rows[Motion]) -> Array:
        quadruped = self.body
        if quadruped.command["mode"] != GAIT or quadruped.routine is not None:
            return quadruped.own_actuators(motion)
        self._keep_rhythm()
        quadruped.memory["hips"][:] = 0.0  # the next skill begins at the heights that it finds
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
        self._leaves = self._pace > TROTS_AT + NEAR or self.share > 0.0
        return self._leaves

    @property
    def _pace(self) -> float:
        """The present target speed [sqrt(g leg)]."""
        own = self.body.leg / self.body.time_scale
        return abs(float(self.body.memory["speed"])) / own

    def _keep_rhythm(self) -> None:
        """Take over a rhythm between a trot's and a gallop's, which changes at no lower speed."""
        quadruped, pace = self.body, self._pace
        command, wanted = quadruped.command, self._asked
        if self._leaves:
            wanted = min(wanted, TROTS_AT)
        most = CHANGES * float(command["dt"]) / quadruped.time_scale
        if wanted >= GALLOPS_FROM and pace >= GALLOPS_FROM - NEAR:
            self.share = min(self.share + most, 1.0)
        elif wanted < GALLOPS_FROM and pace <= GALLOPS_FROM + NEAR:
            self.share = max(self.share - most, 0.0)
        if self.share > 0.0:
            wanted = max(wanted, GALLOPS_FROM)
        command["speed"] = wanted * quadruped.leg / quadruped.time_scale
        trot, gallop = GAITS["flying trot"], GAITS["gallop"]
        command["offset"][:] = _between(trot.offsets, gallop.offsets, self.share)
        quick = min(gallop.duty, LONGEST_STANCE / max(pace, GALLOPS_FROM))
        command["duty"] = (1.0 - self.share) * trot.duty + self.share * quick
        command["period"] = self._bars.stretch * _period(gallop, pace) * quadruped.time_scale


def _between(one: tuple[float, ...], other: tuple[float, ...], share: float) -> Array:
    """The phases at a share of the way from one gait's to another's."""
    phases: Array = (1.0 - share) * np.array(one) + share * np.array(other)
    return phases


def _period(rhythm: Rhythm, pace: float) -> float:
    """Of a stride [sqrt(leg / g)] at a speed [sqrt(g leg)]."""
    return max(rhythm.period - rhythm.shortening * pace, rhythm.shortest)
