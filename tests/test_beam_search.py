"""Beam search: it looks ahead, goes back from a dead end, and is the same every time."""

from __future__ import annotations

import math

import numpy as np

from footfall.search.beam import BeamSettings, Branch, beam_search

WINDOWS, FAR = 12, 1.0


class Walker:
    """A point on a line that drifts away at each window; far off it is lost. States are numbers."""

    def __init__(self, drift: float) -> None:
        self.drift, self.kept = drift, 0

    def branch(self, state: float, window: int, offsets: np.ndarray) -> Branch:
        self.kept += 1
        end = state + self.drift + float(offsets[0])
        lost = abs(end) > FAR
        return Branch(end, math.inf if lost else end**2, abs(end + self.drift))

    def drop(self, state: float) -> None:
        self.kept -= 1


def found(walker: Walker, seed: int = 0) -> tuple[list[float], bool]:
    settings = BeamSettings(samples=12, kept=4, seed=seed)
    plan = beam_search(walker, 0.0, 0, WINDOWS, np.array([0.2]), settings)
    return [float(offsets[0]) for offsets in plan.plan], plan.is_whole


def test_it_keeps_a_point_that_drifts_away_near() -> None:
    walker = Walker(0.3)
    offsets, is_whole = found(walker)
    assert is_whole
    assert len(offsets) == WINDOWS
    assert np.abs(np.cumsum(np.array(offsets) + 0.3)).max() < FAR
    assert walker.kept == 0  # all states were freed


def test_the_same_seed_gives_the_same_plan_and_another_one_another() -> None:
    assert found(Walker(0.3)) == found(Walker(0.3))
    assert found(Walker(0.3)) != found(Walker(0.3), seed=1)


def test_where_nothing_helps_it_returns_what_it_reached() -> None:
    walker = Walker(5.0)
    offsets, is_whole = found(walker)
    assert not is_whole
    assert offsets == []
    assert walker.kept == 0
