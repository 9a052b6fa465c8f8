"""Members of a crowd that walk together: who belongs to whom, and where they start."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
CIRCLES = (2, 4)  # fewest and most that stand together, where nothing else is said
BESIDE = 0.75  # [m] between two that walk side by side


class Companion(NamedTuple):
    """A member's part in its company.

    Attributes:
        leader: number of the member whose way all of them go.
        rank: 0 for the leader.
        company: name of the company; "" where the member walks alone.
    """

    leader: int
    rank: int
    company: str


def companies(count: int, sizes: tuple[int, int], random: np.random.Generator) -> list[Companion]:
    """The part of each of so many members, in companies of a smallest to a largest size.

    Members of a company have consecutive numbers, and more members change no company but the last.
    """
    found = list[Companion]()
    while len(found) < count:
        leader, size = len(found), int(random.integers(sizes[0], sizes[1] + 1))
        name = f"company {leader + 1}" if size > 1 else ""
        found += [Companion(leader, rank, name) for rank in range(size)]
    return found[:count]


def beside(place: Array, heading: float, rank: int) -> Array:
    """The place (2,) [m] of a companion next to that of its leader, which faces `heading` [rad]:
    in turn on its left and on its right.
    """
    left = np.array([-math.sin(heading), math.cos(heading)])
    away = BESIDE * ((rank + 1) // 2)
    return place + (away if rank % 2 else -away) * left


def room_for(sizes: Sequence[int]) -> float:
    """Breadth [m] that the largest company takes beside its leader."""
    return BESIDE * 2 * (sizes[1] // 2)
