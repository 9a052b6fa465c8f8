"""Sources out of which members of a crowd come during the shot, and when each of them comes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from ..base.checks import check_number
from ..shots.cue import LATEST
from .surfaces import Surface

FASTEST = 100.0  # [1/s]
UNEVEN = 0.5  # of the time between two arrivals, by which each may come sooner or later


@dataclass(frozen=True, kw_only=True, eq=False)
class Source:
    """A place that members come out of.

    Attributes:
        rate: of arrivals [1/s].
        begins: when the first one comes [s].
    """

    surface: Surface
    rate: float
    begins: float = 0.0

    def __post_init__(self) -> None:
        check_number("a source's rate", self.rate, "1/s", 0.0, FASTEST, above=True)
        check_number("a source's begin", self.begins, "s", 0.0, LATEST)


class Arrival(NamedTuple):
    """When a member comes [s], and out of which source, by its number."""

    time: float
    source: int


def arrivals(
    sources: Sequence[Source], most: int, duration: float, random: np.random.Generator
) -> list[Arrival]:
    """The first arrivals within a duration [s], at most so many, in order of time."""
    found = []
    for number, source in enumerate(sources):
        count = min(int(max(duration - source.begins, 0.0) * source.rate) + 1, most)
        late = np.arange(count) + random.uniform(-UNEVEN, UNEVEN, size=count)
        times = source.begins + np.maximum(late, 0.0) / source.rate
        found += [Arrival(time, number) for time in times.tolist() if time < duration]
    return sorted(found)[:most]
