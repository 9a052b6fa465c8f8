"""Base of asymmetrical gaits, canter and gallop: out of a trot that flies, and back into it.

Asymmetrical: the feet of a pair do not land half a stride after each other. The front foot that
lands last is the lead.
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from ...catalogue.gaits import GAITS
from ...catalogue.gaits import Gait as Rhythm
from ...simulation.body import Motion
from ...simulation.records import Rows
from ...simulation.rotation import Array
from ..behaviour import Behaviour, Values
from .bars import Bars
from .planned import LONGEST_STANCE, NEAR, PlannedGait, period_of
from .quadruped import Quadruped

# Numbers without a source, tuned: bench gallop, canter.
CHANGES = 0.0335  # of a stride, in a time of sqrt(leg / g): how fast the legs' phases change
STEP_HEIGHT = 0.25  # of the leg
TURNS_RIGHT = 0.02  # [sqrt(g / leg)]: turn rate from which on the right foot leads
TROT = GAITS["flying trot"]
MIRRORED = [1, 0, 3, 2]  # the legs of the other side


class AsymmetricalGait(PlannedGait):
    """
    Attributes:
        rhythm: of the catalogue's gaits, its own.
        begins_at: the speed below which the legs trot [sqrt(g leg)].
        phases: (4,) at which the legs lift off at present, of a left lead: between a trot's and its
            own.
        leads_left: whether the left front foot lands last, and not the right one.
    """

    may_be_low = True  # the hips sink and rise with each stride
    gait = "flying trot"
    rhythm: ClassVar[str]
    begins_at: ClassVar[float]

    def __init__(self, body: Quadruped) -> None:
        super().__init__(body)
        before = body.behaviour
        self.phases: Array = np.array(TROT.offsets)
        self.leads_left = True
        if isinstance(before, AsymmetricalGait):
            self.phases, self.leads_left = before.phases, before.leads_left
        self._bars = Bars(body, self._plans[0])

    def command(self, values: Values) -> None:
        super().command(values)
        if values["step_height"] is None:
            self.body.command["step_height"] = STEP_HEIGHT * self.body.leg

    def steer(self, motion: Rows[Motion], values: Values) -> None:
        self._bars.look(motion)

    def passes_into(self, following: type[Behaviour[Any]]) -> bool:
        as_it_is = self._trots or issubclass(following, AsymmetricalGait)
        return as_it_is and super().passes_into(following)

    @property
    def must_stay(self) -> bool:
        self._leaves = super().must_stay or not self._trots
        return self._leaves

    @property
    def _trots(self) -> bool:
        return bool((self.phases == TROT.offsets).all())

    def _keep_rhythm(self) -> None:
        """Take over a rhythm between a trot's and its own, which changes at no lower speed."""
        quadruped, pace, own = self.body, self._pace, GAITS[self.rhythm]
        command, wanted, least = quadruped.command, self._wanted, self.begins_at
        most = CHANGES * float(command["dt"]) / quadruped.time_scale
        if wanted >= least and pace >= least - NEAR:
            if self._trots:
                self._lead(left=quadruped.memory["turn_rate"] * quadruped.time_scale > -TURNS_RIGHT)
            self._change_to(own, most)
        elif wanted < least and pace <= least + NEAR:
            self._change_to(TROT, most)
        if self._trots:
            self._lead(left=True)
        else:
            wanted = max(wanted, least)
        command["speed"] = wanted * quadruped.leg / quadruped.time_scale
        command["offset"][:] = self.phases if self.leads_left else self.phases[MIRRORED]
        quick = min(own.duty, LONGEST_STANCE / max(pace, least))
        share = self._share(own)
        command["duty"] = (1.0 - share) * TROT.duty + share * quick
        command["period"] = self._bars.stretch * period_of(own, pace) * quadruped.time_scale

    def _lead(self, left: bool) -> None:
        """Lead with a side from now on, in a trot: half a stride later that is its mirror image."""
        if left != self.leads_left:
            self.leads_left = left
            self.body.memory["phase"] += 0.5

    def _change_to(self, rhythm: Rhythm, most: float) -> None:
        """Move the phases towards a rhythm's, by no more than a share of a stride."""
        change = rhythm.offsets - self.phases
        largest = float(np.abs(change).max())
        self.phases = self.phases + change * min(most / max(largest, most), 1.0)
        if largest <= most:
            self.phases = np.array(rhythm.offsets)

    def _share(self, own: Rhythm) -> float:
        """How far the phases are from a trot's, of their way to its own."""
        far = np.abs(np.array(own.offsets) - TROT.offsets).max()
        return min(float(np.abs(self.phases - TROT.offsets).max() / far), 1.0)
