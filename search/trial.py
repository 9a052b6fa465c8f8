"""What searches hand out and get back."""

from __future__ import annotations

import math
from collections.abc import Generator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Costs = list[float]


@dataclass(frozen=True)
class Trial:
    """A vector to be judged.

    Attributes:
        numbers: the vector.
        level: what is asked of it: a duration, a slope, a size; whatever the search goes through.
        bound: a cost above which the exact one is of no interest: who judges may stop there.
    """

    numbers: tuple[float, ...]
    level: float = 0.0
    bound: float = math.inf

    @property
    def vector(self) -> Array:
        return np.array(self.numbers)


@dataclass(frozen=True)
class Best:
    """The best that was found, and what it costs."""

    vector: Array
    cost: float


Search = Generator[list[Trial], Costs, Best]


def trial(vector: Array, level: float, bound: float = math.inf) -> Trial:
    return Trial(tuple(vector.tolist()), level, bound)
