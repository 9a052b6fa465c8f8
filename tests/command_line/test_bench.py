"""Lists and pages of measured figures, by the command line."""

from __future__ import annotations

from shell import Run

from footfall.command_line.figures.entries import groups, stale_benchmarks


def test_stale_benchmarks_are_listed_with_their_last_date(footfall: Run) -> None:
    ended = footfall("bench", "--stale")
    assert ended.returncode == 0
    lines = [line.split(" | ") for line in ended.stdout.splitlines()[1:]]
    assert [name.strip() for name, _, _ in lines] == [name for name, _ in stale_benchmarks()]
    dates = {name.strip(): date.strip() for name, date, _ in lines}
    for name, entry in stale_benchmarks():
        assert dates[name] == ("never" if entry is None else entry.date)


def test_the_shortest_benchmark_is_measured_first() -> None:
    known = [entry.seconds for _, entry in stale_benchmarks() if entry and entry.seconds]
    assert known == sorted(known)


def test_a_group_is_run_by_one_name(footfall: Run) -> None:
    assert {"tasks_hands", "tasks_feet"} <= set(groups()["tasks"])
    assert "quadruped" not in groups()["tasks"]
    assert "gbwc, tasks, quadruped" in footfall("bench", "--help").stdout
