"""A queue along a polyline, from its head backwards."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

import numpy as np

from ...simulation.rotation import Array

Person = TypeVar("Person")


@dataclass
class Line(Generic[Person]):
    """Those in a queue, from its head on, and those who come to it."""

    waiting: list[Person] = field(default_factory=list)
    coming: list[Person] = field(default_factory=list)

    def forget(self, person: Person) -> None:
        """Take somebody out of it."""
        for among in (self.waiting, self.coming):
            if person in among:
                among.remove(person)


def place_in_line(path: Sequence[tuple[float, float]], along: float) -> tuple[Array, float]:
    """The place (2,) [m] at a length from the head [m], and the heading towards the head [rad].

    Beyond the end the line goes straight on.
    """
    corners = np.array(path, float)
    ways = np.diff(corners, axis=0)
    lengths = np.linalg.norm(ways, axis=1)
    is_piece = lengths > 0.0
    corners, ways, lengths = corners[:-1][is_piece], ways[is_piece], lengths[is_piece]
    before = np.concatenate([[0.0], np.cumsum(lengths)])[:-1]
    piece = max(int(np.searchsorted(before, along, side="right")) - 1, 0)
    back = ways[piece] / lengths[piece]
    place: Array = corners[piece] + (along - before[piece]) * back
    return place, math.atan2(-back[1], -back[0])
