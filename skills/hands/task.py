"""Base of the behaviours of the hands: a task that is planned at the first call of `steer`."""

from __future__ import annotations

from typing import Any, Protocol

from ..behaviour import Behaviour, Values
from ..biped import FEET, HANDS, Biped
from ..gait_command import set_gait, stand_still


class Task(Protocol):
    """A task of the hands."""

    @property
    def must_stay(self) -> bool:
        """Whether the task cannot be left now."""

    def leave(self) -> None:
        """End the task, since the next cue begins."""


class HandBehaviour(Behaviour[Biped]):
    """
    Attributes:
        task: None until the first call of `steer`.
    """

    may_touch = FEET | HANDS

    def __init__(self, body: Biped) -> None:
        super().__init__(body)
        self.task: Any = None

    def enter(self) -> None:
        stand_still(self.body)

    def command(self, values: Values) -> None:
        set_gait(self.body, values)

    @property
    def must_stay(self) -> bool:
        return self.task is not None and bool(self.task.must_stay)

    def leave(self) -> None:
        if self.task is not None:
            self.task.leave()
