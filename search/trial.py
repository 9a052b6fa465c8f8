"""The data that searches yield, receive and return."""

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
    """A vector to be evaluated.

    Attributes:
        numbers: the vector.
        level: the difficulty at which it is evaluated: a duration, a slope, a size.
        bound: the cost above which the exact cost does not matter, so that the evaluation may stop.
    """

    numbers: tuple[float, ...]
    level: float = 0.0
    bound: float = math.inf

    @property
    def vector(self) -> Array:
        return np.array(self.numbers)


@dataclass(frozen=True)
class Best:
    """The best vector that a search has found, and its cost."""

    vector: Array
    cost: float


Search = Generator[list[Trial], Costs, Best]


def trial(vector: Array, level: float, bound: float = math.inf) -> Trial:
    return Trial(tuple(vector.tolist()), level, bound)
