"""Beam search: it looks ahead, goes back from a dead end, and is the same every time."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pytest

from footfall.base.errors import Stopped
from footfall.search.beam import NO_USE, BeamSettings, Branch, Sample, Scores, beam_search

WINDOWS, FAR = 12, 1.0


class Walker:
    """A point on a line that drifts away at each window; far off it is lost, and everywhere once it
    came to a wall's window. States are numbers of points.
    """

    def __init__(self, drift: float, wall: int | None = None) -> None:
        self.drift, self.wall = drift, wall
        self.points, self.number, self.has_met = {0: 0.0}, 0, False

    @property
    def kept(self) -> int:
        return len(self.points) - 1

    def branches(self, samples: Sequence[Sample], scores: Scores) -> list[Branch]:
        branches = []
        for sample in samples:
            branch = self.branch(sample.state, sample.window, sample.offsets)
            scores.note(sample, branch)
            branches.append(branch)
        return branches

    def branch(self, state: int, window: int, offsets: np.ndarray) -> Branch:
        end = self.points[state] + self.drift + float(offsets[0])  # fails on a state that was freed
        self.has_met |= window == self.wall
        if abs(end) > FAR or self.has_met:
            return NO_USE
        self.number += 1
        self.points[self.number] = end
        return Branch(self.number, end**2, abs(end + self.drift))

    def drop(self, state: int) -> None:
        del self.points[state]  # fails on a state that was freed


class Interrupted(Walker):
    """A walker whose search is stopped in one window."""

    def __init__(self, drift: float, stopped_in: int) -> None:
        super().__init__(drift)
        self.stopped_in = stopped_in

    def branches(self, samples: Sequence[Sample], scores: Scores) -> list[Branch]:
        if samples[0].window == self.stopped_in:
            raise Stopped("stopped")
        return super().branches(samples, scores)


class Impatient(Walker):
    """A walker that gives up samples that are of no use."""

    given_up = 0

    def branches(self, samples: Sequence[Sample], scores: Scores) -> list[Branch]:
        branches = []
        for sample in samples:
            limited = scores.limited(sample)
            branch = self.branch(sample.state, sample.window, sample.offsets)
            if math.isfinite(branch.cost) and branch.cost > limited.limit:
                self.drop(branch.state)
                self.given_up += 1
                branch = NO_USE
            scores.note(sample, branch)
            branches.append(branch)
        return branches


def found(walker: Walker, seed: int = 0, windows: int = WINDOWS) -> tuple[list[float], bool]:
    settings = BeamSettings(samples=12, kept=4, seed=seed)
    plan = beam_search(walker, 0, 0, windows, np.array([0.2]), settings)
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


@pytest.mark.parametrize("drift", [0.3, 0.8])
def test_giving_up_samples_that_are_of_no_use_finds_the_same(drift: float) -> None:
    impatient = Impatient(drift)
    assert found(impatient) == found(Walker(drift))
    assert impatient.given_up > WINDOWS
    assert impatient.kept == 0


def test_what_was_found_before_it_is_stopped_is_kept() -> None:
    walker = Interrupted(0.3, stopped_in=7)
    offsets, is_whole = found(walker)
    assert not is_whole
    assert len(offsets) == 7
    assert np.abs(np.cumsum(np.array(offsets) + 0.3)).max() < FAR
    assert walker.kept == 0


def test_where_nothing_helps_it_returns_what_it_reached() -> None:
    walker = Walker(5.0)
    offsets, is_whole = found(walker)
    assert not is_whole
    assert offsets == []
    assert walker.kept == 0


def test_going_back_ends_where_states_are_kept_no_longer() -> None:
    walker = Walker(0.0, wall=40)
    offsets, is_whole = found(walker, windows=60)
    assert not is_whole
    assert len(offsets) == 40
    assert walker.kept == 0
