"""Sources out of which members of a crowd come during the shot, and when each of them comes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..base.checks import check_number
from ..base.errors import InvalidInput
from ..shots.cue import LATEST, Keys
from .surfaces import Surface

FASTEST = 100.0  # [1/s]
UNEVEN = 0.5  # of the time between two arrivals, by which each may come sooner or later
STEP = 1.0 / 24.0  # [s] within which a keyed rate counts as linear


@dataclass(frozen=True, kw_only=True, eq=False)
class Source:
    """A place that members come out of.

    Attributes:
        rate: of arrivals [1/s]; or keys (time [s], rate), between which it is linear.
        begins: when the first one comes [s]; with keys the first one comes when the rate has added
            up to 1.
    """

    surface: Surface
    rate: float | Keys
    begins: float = 0.0

    def __post_init__(self) -> None:
        check_number("a source's begin", self.begins, "s", 0.0, LATEST)
        if not isinstance(self.rate, tuple):
            check_number("a source's rate", self.rate, "1/s", 0.0, FASTEST, above=True)
            return
        for time, rate in self.rate:
            check_number("the time of a key of a source's rate", time, "s", -LATEST, LATEST)
            check_number("a key of a source's rate", rate, "1/s", 0.0, FASTEST)
        times = [time for time, _ in self.rate]
        if not times or times != sorted(times):
            raise InvalidInput(f"Keys of a source's rate need rising times, got {times!r}.")


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
        times = _arrival_times(source, most, duration, random)
        found += [Arrival(time, number) for time in times if time < duration]
    return sorted(found)[:most]


def _arrival_times(
    source: Source, most: int, duration: float, random: np.random.Generator
) -> list[float]:
    """When members come out of a source [s]; in the mean so many in a second as its rate says."""
    if isinstance(source.rate, tuple):
        at, added = _cumulative(source.rate, source.begins, duration)
        count = min(int(added[-1]), most)
        late = np.arange(1, count + 1) + random.uniform(-UNEVEN, UNEVEN, size=count)
        keyed: list[float] = np.interp(late, added, at).tolist()
        return keyed
    count = min(int(max(duration - source.begins, 0.0) * source.rate) + 1, most)
    late = np.arange(count) + random.uniform(-UNEVEN, UNEVEN, size=count)
    times: list[float] = (source.begins + np.maximum(late, 0.0) / source.rate).tolist()
    return times


def _cumulative(
    keys: Keys, begins: float, duration: float
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Times (n,) [s] from the begin on, and how many have come until each of them (n,)."""
    at = np.linspace(begins, max(duration, begins), max(int((duration - begins) / STEP), 1) + 1)
    rates = np.interp(at, *np.array(keys, float).T)
    steps = np.diff(at) * (rates[1:] + rates[:-1]) / 2.0
    return at, np.concatenate([[0.0], np.cumsum(steps)])
