"""Push a heavy prop by its handles, walking forwards (Coros et al. 2010, Section 5.4)."""

from __future__ import annotations

from typing import ClassVar

from ..simulation.body import Motion
from ..simulation.records import Rows
from .behaviour import Values
from .biped import FEET
from .hands.push_pull import FORWARDS, push_or_pull, start_push_pull
from .hands.task import HandBehaviour


class PushCrate(HandBehaviour):
    may_touch = FEET
    direction: ClassVar[float] = FORWARDS

    def steer(self, motion: Rows[Motion], values: Values) -> None:
        if self.task is None:
            self.task = start_push_pull(self.body, motion, values, self.direction)
        push_or_pull(self.body, self.task, motion, values)
