"""simulate_many: Takes do not depend on the workers, and nothing is lost when a worker dies."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

import pytest

from footfall import Character, Cue, Performer, Shot, Take, simulate, simulate_many
from footfall.base.errors import Cancelled, InvalidInput, SimulationError
from footfall.evaluation.local_cluster import LocalCluster
from footfall.jobs.take_cache import TakeCache
from footfall.shots.shot_key import shot_key

PATIENCE = 60.0  # [s]


def walk(speed: float, duration: float = 0.5) -> Shot:
    return Shot([Performer(Character.humanoid(), [Cue("walk", speed=speed)])], duration=duration)


def content(take: Take, folder: Path) -> bytes:
    """Everything in a take, as the bytes of its file."""
    path = folder / "content.npz"
    take.save(path)
    return path.read_bytes()


def processes_of_ours() -> list[int]:
    """Worker processes that this one has started."""
    children = Path(f"/proc/self/task/{os.getpid()}/children")
    if not children.exists():
        pytest.skip("this system does not tell which processes are ours")
    return [int(pid) for pid in children.read_text().split() if b"--wait" in _command(pid)]


def _command(pid: str) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except FileNotFoundError:
        return b""


SHOTS = [walk(0.4), walk(0.6), walk(0.8)]


@pytest.fixture(scope="module")
def alone() -> list[Take]:
    return [simulate(shot) for shot in SHOTS]


def same(takes: list[Take], others: list[Take], folder: Path) -> bool:
    pairs = zip(takes, others, strict=True)
    return all(content(one, folder) == content(other, folder) for one, other in pairs)


@pytest.mark.parametrize("workers", [1, 2])
def test_takes_come_in_order_and_are_those_of_simulate(
    workers: int, alone: list[Take], tmp_path: Path
) -> None:
    assert same(list(simulate_many(SHOTS, workers=workers)), alone, tmp_path)
    assert not processes_of_ours()


def test_the_shot_of_a_killed_worker_runs_again(alone: list[Take], tmp_path: Path) -> None:
    killed = []

    def kill_one(fraction: float) -> None:
        if fraction > 0.0 and not killed:
            killed.append(processes_of_ours()[0])
            os.kill(killed[0], signal.SIGKILL)

    takes = list(simulate_many(SHOTS, workers=2, progress=kill_one))
    assert killed
    assert same(takes, alone, tmp_path)


def test_a_shot_that_always_ends_its_worker_is_given_up() -> None:
    def kill_all(fraction: float) -> None:
        for pid in processes_of_ours():
            os.kill(pid, signal.SIGKILL)

    with pytest.raises(SimulationError, match=r"Shot 1 .* ended its process 3 times: .*SIGKILL"):
        list(simulate_many([walk(0.4)], workers=1, progress=kill_all))


def test_closing_the_generator_ends_the_workers() -> None:
    takes = simulate_many([walk(0.4), walk(0.6, duration=600.0)], workers=2)
    next(takes)
    assert processes_of_ours()
    takes.close()
    assert not processes_of_ours()


def test_progress_rises_to_the_end_and_cancels() -> None:
    fractions: list[float] = []
    list(simulate_many([walk(0.4), walk(0.6)], progress=fractions.append))
    assert fractions == sorted(fractions)
    assert fractions[-1] == 1.0
    with pytest.raises(Cancelled):
        list(simulate_many([walk(0.4)], progress=lambda fraction: False))


def test_a_cache_answers_for_what_was_simulated_before(alone: list[Take], tmp_path: Path) -> None:
    folder = tmp_path / "cache"
    list(simulate_many(SHOTS[:2], cache=folder))
    assert set(TakeCache(folder)) == {shot_key(shot) for shot in SHOTS[:2]}
    fractions: list[float] = []
    takes = list(simulate_many(SHOTS, cache=folder, progress=fractions.append))
    assert fractions[0] >= 2 / 3
    assert same(takes, alone, tmp_path)
    list(simulate_many(SHOTS, workers=1, cache=folder, progress=pytest.fail))


def test_equal_shots_are_simulated_once_and_yielded_twice(tmp_path: Path) -> None:
    one, other = simulate_many([walk(0.4), walk(0.4)], cache=tmp_path / "cache")
    assert same([one], [other], tmp_path)
    assert len(TakeCache(tmp_path / "cache")) == 1


def test_what_cannot_be_run_is_one_sentence() -> None:
    with pytest.raises(InvalidInput, match="at least 1 worker, got 0"):
        simulate_many([], workers=0)
    assert list(simulate_many([])) == []


def test_without_dask_a_scheduler_is_refused_in_one_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(InvalidInput, match=r"needs dask\.distributed.*pip install"):
        next(simulate_many(SHOTS, scheduler="tcp://127.0.0.1:1"))


def test_a_cluster_gives_the_same_takes_even_when_a_worker_is_killed(
    cluster: LocalCluster, alone: list[Take], tmp_path: Path
) -> None:
    address = cluster.address
    workers = [cluster.add_worker(), cluster.add_worker()]

    def kill_one(fraction: float) -> None:
        if workers[0].poll() is None:
            workers[0].kill()

    takes = list(simulate_many(SHOTS, scheduler=address, progress=kill_one))
    assert same(takes, alone, tmp_path)
