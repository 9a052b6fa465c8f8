"""What behaviours of the hands share: a task that is planned at the first look around."""

from __future__ import annotations

from typing import Any, Protocol

from ..behaviour import Behaviour, Values
from ..biped import FEET, HANDS, Biped
from ..gait_command import set_gait, stand_still


class Task(Protocol):
    """What hands are at."""

    @property
    def must_stay(self) -> bool:
        """Whether the task cannot be left now."""

    def leave(self) -> None:
        """The next cue begins."""


class HandBehaviour(Behaviour[Biped]):
    """
    Attributes:
        task: None until the first look around.
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
