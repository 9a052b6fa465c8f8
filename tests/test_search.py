"""Searches converge, resume after a kill, and do not depend on the number of workers."""

from __future__ import annotations

import multiprocessing
import random
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from footfall.base.errors import Cancelled, InvalidInput
from footfall.search import (
    Best,
    Memory,
    Pool,
    Search,
    Trial,
    alternating,
    cheapest_search,
    continued,
    coordinate_search,
    covariance_search,
    greedy_search,
    growing,
    robust_search,
    run,
    separable_search,
)

GOAL = np.array([0.3, -0.2, 0.5, 0.1])


def bowl(trial: Trial) -> float:
    return float(((trial.vector - GOAL) ** 2).sum())


def make_bowl(_: None) -> Callable[[Trial], float]:
    return bowl


def best_of(search: Search, budget: int = 5000, **more: object) -> Best:
    return run(search, lambda batch: [bowl(trial) for trial in batch], budget, **more)


def test_coordinate_search_finds_the_bottom_of_a_bowl() -> None:
    best = best_of(coordinate_search(np.zeros(4), step=0.3, decay=0.5, smallest=1e-3))
    assert best.vector == pytest.approx(GOAL, abs=2e-3)


def test_greedy_search_finds_the_bottom_of_a_bowl() -> None:
    best = best_of(greedy_search(np.zeros(4), np.full(4, 0.1), seed=1, batches=300))
    assert best.vector == pytest.approx(GOAL, abs=0.05)


def test_adapted_covariance_finds_the_bottom_of_a_bowl() -> None:
    pytest.importorskip("cma")
    best = best_of(covariance_search(np.zeros(4), np.full(4, 0.2), seed=1))
    assert best.vector == pytest.approx(GOAL, abs=1e-3)


def test_a_separable_distribution_comes_near_the_bottom_of_a_long_valley() -> None:
    goal = np.linspace(-1.0, 1.0, 20)
    widths = np.geomspace(0.1, 1.0, 20)

    def costs_of(batch: list[Trial]) -> list[float]:
        return [float((((t.vector - goal) / widths) ** 2).sum()) for t in batch]

    best = run(separable_search(np.zeros(20), np.full(20, 0.1), seed=1), costs_of, 5000)
    assert np.abs((best.vector - goal) / widths).max() < 0.5


def test_a_separable_search_prefers_what_is_sure_to_what_is_luck() -> None:
    def costs_of(batch: list[Trial]) -> list[float]:
        return [_narrow_pit_beside_a_wide_one(trial.vector[0]) for trial in batch]

    best = run(separable_search(np.zeros(1), np.array([0.3]), seed=1), costs_of, 3000)
    assert best.vector[0] == pytest.approx(1.0, abs=0.3)


def _narrow_pit_beside_a_wide_one(x: float) -> float:
    return -3.0 if abs(x + 0.5) < 0.005 else min(abs(x - 1.0), 2.0)


def test_parts_that_are_searched_in_turn_find_the_bottom_of_a_bowl() -> None:
    def turn(numbers: np.ndarray, count: int) -> Search:
        assert numbers.shape == (3,)
        return cheapest_search(numbers, np.full(3, 0.2), count, generations=20)

    parts = [np.array([0, 1, 2]), np.array([1, 2, 3])]
    best = best_of(alternating(np.zeros(4), parts, turn, rounds=3))
    assert best.vector == pytest.approx(GOAL, abs=0.05)
    assert best.cost == bowl(Trial(tuple(best.vector.tolist())))


def test_a_cost_is_remembered_at_its_level() -> None:
    asked: list[Trial] = []

    def costs_of(batch: list[Trial]) -> list[float]:
        asked.extend(batch)
        return [trial.level for trial in batch]

    memory = Memory(costs_of)
    one, other = Trial((0.5,), level=1.0), Trial((0.5,), level=2.0)
    assert memory([one]) == [1.0]
    assert memory([other, one]) == [2.0, 1.0]
    assert asked == [one, other]


def test_the_same_seed_finds_the_same() -> None:
    searches = [greedy_search(np.zeros(4), np.full(4, 0.1), seed=7, batches=20) for _ in range(2)]
    one, other = (best_of(search) for search in searches)
    assert np.array_equal(one.vector, other.vector)


def test_two_processes_find_what_one_does() -> None:
    found = []
    for workers in (1, 2):
        with Pool(make_bowl, None, workers) as pool:
            search = greedy_search(np.zeros(4), np.full(4, 0.1), seed=3, batches=10)
            found.append(run(search, pool, 1000))
    assert np.array_equal(found[0].vector, found[1].vector)


@pytest.mark.parametrize("killed_after", [1, 7, 23])
def test_a_search_that_was_killed_ends_as_one_that_was_not(
    tmp_path: Path, killed_after: int
) -> None:
    def search() -> Search:
        return growing(
            np.zeros(4), (1.0, 2.0),
            lambda start, level: greedy_search(start, np.full(4, 0.1), 5, level, batches=20),
        )  # fmt: skip

    batches, journal = 0, tmp_path / "journal"

    def kill(_: object) -> bool:
        nonlocal batches
        batches += 1
        return batches < killed_after

    with pytest.raises(Cancelled):
        best_of(search(), journal=journal, progress=kill)
    with journal.open("a") as file:
        file.write("[0.1, [0.3")  # a line that the kill cut off
    asked: list[int] = []

    def costs_of(batch: list[Trial]) -> list[float]:
        asked.append(len(batch))
        return [bowl(trial) for trial in batch]

    resumed = run(search(), costs_of, 5000, journal)
    whole = best_of(search())
    assert np.array_equal(resumed.vector, whole.vector)
    assert len(asked) == 44 - killed_after


def _search_for_long(journal: Path) -> None:
    def costs_of(batch: list[Trial]) -> list[float]:
        time.sleep(0.002)
        return [bowl(trial) for trial in batch]

    run(_long_search(), costs_of, 5000, journal)


def _long_search() -> Search:
    return separable_search(np.zeros(4), np.full(4, 0.1), seed=5, generations=60)


def test_a_search_whose_process_is_killed_goes_on_to_the_same_end(tmp_path: Path) -> None:
    journal = tmp_path / "journal"
    process = multiprocessing.get_context("spawn").Process(target=_search_for_long, args=(journal,))
    process.start()
    lines = random.randint(1, 30)
    while process.is_alive() and (
        not journal.exists() or len(journal.read_bytes().splitlines()) < lines
    ):
        time.sleep(0.001)
    process.kill()
    process.join()
    resumed = best_of(_long_search(), journal=journal)
    whole = best_of(_long_search())
    assert np.array_equal(resumed.vector, whole.vector)
    assert resumed.cost == whole.cost


def test_the_journal_of_another_search_is_refused(tmp_path: Path) -> None:
    best_of(coordinate_search(np.zeros(4)), journal=tmp_path / "journal")
    with pytest.raises(InvalidInput, match="The journal is of another search"):
        best_of(coordinate_search(np.ones(4)), journal=tmp_path / "journal")


def test_a_budget_ends_a_search_with_the_best_so_far() -> None:
    seen = []
    best = best_of(greedy_search(np.zeros(4), np.full(4, 0.1), seed=1), budget=100,
                  progress=lambda p: seen.append(p.trials))  # fmt: skip
    assert max(seen) <= 100
    assert best.cost < bowl(Trial((0.0, 0.0, 0.0, 0.0)))


def test_continuation_follows_a_moving_goal_and_stops_where_it_is_lost() -> None:
    def costs_of(batch: list[Trial]) -> list[float]:
        return [float(abs(t.vector - t.level).sum()) for t in batch]

    kept = []

    def keep(level: float, best: Best) -> bool:
        kept.append(level)
        return best.cost < 0.1 and level < 2.0

    search = continued(np.zeros(2), (0.5, 1.0, 1.5, 2.0, 2.5), partial(_coordinates), keep)
    best = run(search, costs_of, 10000)
    assert kept == [0.5, 1.0, 1.5, 2.0]
    assert best.vector == pytest.approx([1.5, 1.5], abs=0.1)


def _coordinates(start: np.ndarray, level: float) -> Search:
    return coordinate_search(start, level, step=0.2, decay=0.8, smallest=0.02)


def test_robust_search_moves_away_from_a_cliff() -> None:
    def costs_of(batch: list[Trial]) -> list[float]:
        return [0.0 if abs(trial.vector[0] - 1.0) < 0.5 else 1.0 for trial in batch]

    search = robust_search(np.array([0.52]), np.array([0.2]), seed=1, enough=0.9)
    best = run(search, costs_of, 20000)
    assert best.cost <= -0.9
    assert 0.6 < best.vector[0] < 1.4
