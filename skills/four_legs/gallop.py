"""Gallop at a speed in a direction: from a trot that flies, as fast as a gallop needs, and back."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...catalogue.gaits import GAITS
from ...simulation.body import Motion
from ...simulation.records import Rows
from ...simulation.rotation import Array
from ..behaviour import Behaviour, Values
from .bars import Bars
from .planned import LONGEST_STANCE, NEAR, PlannedGait, period_of
from .quadruped import Quadruped

# Numbers without a source, tuned: bench gallop.
GALLOPS_FROM = 1.0  # [sqrt(g leg)]: the legs trot below
CHANGES = 0.1  # share of the change from trot to gallop, or back, in a time of sqrt(leg / g)
STEP_HEIGHT = 0.25  # of the leg


class Gallop(PlannedGait):
    """
    Attributes:
        share: of the way from a trot's rhythm to a gallop's.
    """

    may_be_low = True  # the hips sink and rise with each stride
    gait = "flying trot"
    fastest = 1.6

    def __init__(self, body: Quadruped) -> None:
        super().__init__(body)
        before = body.behaviour
        self.share: float = before.share if isinstance(before, Gallop) else 0.0
        self._bars = Bars(body, self._plans[0])

    def command(self, values: Values) -> None:
        super().command(values)
        if values["step_height"] is None:
            self.body.command["step_height"] = STEP_HEIGHT * self.body.leg

    def steer(self, motion: Rows[Motion], values: Values) -> None:
        self._bars.look(motion)

    def passes_into(self, following: type[Behaviour[Any]]) -> bool:
        as_it_is = self.share == 0.0 or issubclass(following, Gallop)
        return as_it_is and super().passes_into(following)

    @property
    def must_stay(self) -> bool:
        self._leaves = super().must_stay or self.share > 0.0
        return self._leaves

    def _keep_rhythm(self) -> None:
        """Take over a rhythm between a trot's and a gallop's, which changes at no lower speed."""
        quadruped, pace = self.body, self._pace
        command, wanted = quadruped.command, self._wanted
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
        command["period"] = self._bars.stretch * period_of(gallop, pace) * quadruped.time_scale


def _between(one: tuple[float, ...], other: tuple[float, ...], share: float) -> Array:
    """The phases at a share of the way from one gait's to another's."""
    phases: Array = (1.0 - share) * np.array(one) + share * np.array(other)
    return phases
