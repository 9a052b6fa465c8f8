"""Push something heavy by its handles, walking forwards (Section 5.4)."""

from __future__ import annotations

from typing import Any, ClassVar

from numpy.typing import NDArray

from .behaviour import Behaviour, Values
from .biped import FEET, Biped, set_gait, stand_still
from .hands.push_pull import FORWARDS, PushPull, push_or_pull, start_push_pull


class PushCrate(Behaviour[Biped]):
    may_touch = FEET
    direction: ClassVar[float] = FORWARDS

    def __init__(self, body: Biped) -> None:
        super().__init__(body)
        self.task: PushPull | None = None

    def enter(self) -> None:
        stand_still(self.body)

    def command(self, values: Values) -> None:
        set_gait(self.body, values)

    def steer(self, motion: NDArray[Any], values: Values) -> None:
        if self.task is None:
            self.task = start_push_pull(self.body, motion, values, self.direction)
        push_or_pull(self.body, self.task, motion, values)

    def leave(self) -> None:
        if self.task is not None:
            self.task.leave(self.body)
