"""Members of a crowd that walk together: who belongs to whom, and where they start."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..catalogue.crowds import CROWD_BEHAVIOURS

Array = NDArray[np.float64]
CIRCLES = (2, 4)  # fewest and most that stand together, where nothing else is said
BESIDE = 0.75  # [m] between two that walk side by side


class Companion(NamedTuple):
    """A member's part in its company.

    Attributes:
        leader: number of the member whose way all of them go.
        rank: 0 for the leader.
        company: name of the company; "" where the member walks alone.
        behaviour: of the whole company.
    """

    leader: int
    rank: int
    company: str
    behaviour: str


def companies(
    count: int, behaviour_of: Callable[[int], str], together: tuple[int, int],
    random: np.random.Generator,
) -> list[Companion]:  # fmt: skip
    """The part of each of so many members.

    Members of a company have consecutive numbers, and more members change no company but the last.

    Args:
        behaviour_of: the behaviour of a leader, by its number.
        together: the smallest and the largest company, as it is wished.
    """
    found = list[Companion]()
    while len(found) < count:
        leader = len(found)
        behaviour = behaviour_of(leader)
        smallest, largest = sizes_of(behaviour, together)
        size = int(random.integers(smallest, largest + 1))
        name = f"company {leader + 1}" if size > 1 else ""
        found += [Companion(leader, rank, name, behaviour) for rank in range(size)]
    return found[:count]


def sizes_of(behaviour: str, together: tuple[int, int]) -> tuple[int, int]:
    """Of the smallest and the largest company with a behaviour.

    Args:
        together: as it is wished.
    """
    does = CROWD_BEHAVIOURS[behaviour]
    if does.chats:
        return together if min(together) > 1 else CIRCLES
    return together if does.together else (1, 1)


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
