"""What a biped's skills are made of: a law that moves it, a task of several parts, a rehearsal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from numpy.typing import NDArray

from ..simulation.rotation import Array


class Law(Protocol):
    """What moves a body in place of the walker, while some skill lasts."""

    @property
    def is_over(self) -> bool:
        """Whether what it does now is done."""

    def actuators(self, motion: NDArray[Any]) -> Array:
        """The flat actuator vector for the next time step."""


class Task(Protocol):
    """What a cue of several parts is at."""

    def leave(self, biped: Any) -> None:
        """Another cue begins."""


class Rehearsal(Protocol):
    """Trying a body's law before it is done for good."""

    @property
    def motion(self) -> NDArray[Any]:
        """The record of the body's present state."""

    def play(self, most: float, gives_up: Callable[[], bool]) -> float:
        """Go on until the law is over or gives up; how long it was, at most so long [s]."""

    def mark(self) -> Any:
        """The present moment."""

    def go_back(self, mark: Any) -> None:
        """To a moment: what follows is bit-identical to what followed it."""

    def drop(self, mark: Any) -> None:
        """Forget a moment."""
