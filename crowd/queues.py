"""Queues of a crowd: where members line up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..base.checks import check_number, check_vector
from ..base.errors import InvalidInput

Array = NDArray[np.float64]
SPACING = 0.9  # [m] from one to the next
ASIDE = 1.3  # [m] to the right of the head, by which those who were served go
ROUNDING = 1e-6


@dataclass(frozen=True, kw_only=True)
class Queue:
    """
    Attributes:
        way: points (x, y) [m] from the head backwards.
        spacing: from one member to the next [m]; as many have room as fit along the way.
    """

    way: tuple[tuple[float, float], ...]
    spacing: float = SPACING

    def __post_init__(self) -> None:
        for point in self.way:
            check_vector("a point of a queue", point, 2)
        check_number("the spacing of a queue", self.spacing, "m", 0.5, 3.0)
        if len(set(self.way)) < 2:
            raise InvalidInput(f"A queue needs two points or more, got {self.way!r}.")

    @property
    def most(self) -> int:
        """How many have room."""
        length = float(np.linalg.norm(np.diff(np.array(self.way), axis=0), axis=1).sum())
        return int(length / self.spacing + ROUNDING) + 1

    @property
    def head(self) -> Array:
        """(2,) [m]."""
        return np.array(self.way[0], float)

    @property
    def beside_head(self) -> Array:
        """(2,) where those who were served step to [m]."""
        ahead = self.head - next(np.array(p) for p in self.way if tuple(p) != tuple(self.way[0]))
        x, y = ahead / np.linalg.norm(ahead)
        return self.head + ASIDE * np.array([y, -x])


def nearest_of(queues: Sequence[Queue], place: Array, whim: Array) -> Queue:
    """The queue that a member at a place (2,) [m] takes.

    Args:
        whim: (n,) how many times as far each one seems.
    """
    away = [np.linalg.norm(np.array(queue.way[-1]) - place) for queue in queues]
    return queues[int(np.argmin(whim * np.array(away)))]
