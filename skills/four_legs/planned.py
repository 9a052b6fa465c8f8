"""Base of gaits whose contact forces are planned a stride ahead."""

from __future__ import annotations

from typing import Any, ClassVar

from ...bodies.quadruped import TAIL
from ...catalogue.gaits import GAITS
from ...catalogue.gaits import Gait as Rhythm
from ...controllers.gallop.gallop import gallop_actuators
from ...controllers.gallop.records import GallopMemory, make_gallop
from ...controllers.quadruped.records import GAIT
from ...simulation.body import Motion
from ...simulation.records import Rows
from ...simulation.rotation import Array
from ..behaviour import Behaviour, Values
from .gait import Gait
from .quadruped import PAWS, Quadruped

# Numbers without a source, tuned: bench quadruped_gaits, gallop.
LONGEST_STANCE = 0.5  # of the leg: way in a stance; the legs reach no further
LEAST_DUTY = 0.4  # share of a stride that a leg stands at least, whatever its way then
LEAVES_AT = 0.25  # [sqrt(g leg)]: speed at which a skill of another kind may follow
NEAR = 0.02  # [sqrt(g leg)]: to a speed that is reached


class PlannedGait(Gait):
    """
    Attributes:
        fastest: speed that legs of this strength keep [sqrt(g leg)].
    """

    may_touch = PAWS | set(TAIL)
    fastest: ClassVar[float] = 1.4

    def __init__(self, body: Quadruped) -> None:
        super().__init__(body)
        self.moves_body = True
        before = body.behaviour
        self._plans: Rows[GallopMemory] = (
            before._plans if isinstance(before, PlannedGait) else make_gallop()
        )
        self._asked = 0.0
        self._leaves = False

    def command(self, values: Values) -> None:
        super().command(values)
        own = self.body.leg / self.body.time_scale
        self._asked = min(float(self.body.command["speed"]) / own, self.fastest)

    def act(self, motion: Rows[Motion]) -> Array:
        quadruped = self.body
        if quadruped.command["mode"] != GAIT or quadruped.routine is not None:
            return quadruped.own_actuators(motion)
        self._keep_rhythm()
        quadruped.memory["hips"][:] = 0.0  # the next skill begins at the heights that it finds
        flat: Array = gallop_actuators(
            quadruped.body, quadruped.anatomies, motion, quadruped.commands, quadruped.memories,
            self._plans,
        )  # fmt: skip
        return flat

    @property
    def is_over(self) -> bool:
        return self.body.routine is None

    def passes_into(self, following: type[Behaviour[Any]]) -> bool:
        return issubclass(following, PlannedGait)

    @property
    def must_stay(self) -> bool:
        """Whether the body is still too fast for another skill; asked as one is to follow."""
        self._leaves = self._pace > LEAVES_AT + NEAR
        return self._leaves

    @property
    def _pace(self) -> float:
        """The present target speed [sqrt(g leg)]."""
        own = self.body.leg / self.body.time_scale
        return abs(float(self.body.memory["speed"])) / own

    @property
    def _wanted(self) -> float:
        """The speed to reach [sqrt(g leg)]."""
        return min(self._asked, LEAVES_AT) if self._leaves else self._asked

    def _keep_rhythm(self) -> None:
        """Take over the gait's rhythm at the present speed, in which legs reach far enough."""
        quadruped, pace, rhythm = self.body, self._pace, GAITS[self.gait]
        period = period_of(rhythm, pace)
        reached = LONGEST_STANCE / max(pace * period, LONGEST_STANCE)
        quadruped.command["duty"] = min(rhythm.duty, max(reached, LEAST_DUTY))
        quadruped.command["period"] = period * quadruped.time_scale
        quadruped.command["speed"] = self._wanted * quadruped.leg / quadruped.time_scale


def period_of(rhythm: Rhythm, pace: float) -> float:
    """Of a stride [sqrt(leg / g)] at a speed [sqrt(g leg)]."""
    return max(rhythm.period - rhythm.shortening * pace, rhythm.shortest)
