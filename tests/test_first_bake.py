"""A first bake reports the compiled function, its progress and the remaining time throughout."""

from __future__ import annotations

import json
import re
import signal
import sys
import time
from pathlib import Path

import pytest

from footfall import Character, Cue, Performer, Shot, simulate
from footfall.compiling.forecast import CompileForecast, compile_times
from footfall.compiling.ledger import LEDGER, Function, Ledger
from footfall.compiling.samples import SAMPLES, all_laws, law_of, sample_shot
from footfall.evaluation.worker_progress import Said, error_after_a_third, longest_still
from footfall.jobs.compile_process import CompileProcess
from footfall.jobs.run_progress import RunProgress
from footfall.jobs.worker_process import WorkerProcess
from footfall.rollout.wording import about, count
from footfall.simulation.records import ROOM

PATIENCE = 600.0  # [s]
HUMAN = f"biped {ROOM}"  # code for bipeds
WALK = Shot([Performer(Character.humanoid(), [Cue("walk")])], duration=0.5)
TROT = Shot([Performer(Character.quadruped(), [Cue("trot")])], duration=0.5)
RISING = [Cue("fall"), Cue("get_up", start=2.0)]
RISE = Shot([Performer(Character.humanoid(), RISING)], duration=9.0)


@pytest.fixture
def forecast(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> CompileForecast:
    """The forecast on a computer where nothing has been compiled."""
    monkeypatch.setattr("footfall.compiling.forecast.cache_folder", lambda: tmp_path)
    monkeypatch.setattr("footfall.compiling.forecast.watch_compiling", lambda *heard: None)
    return CompileForecast()


def compiled(folder: Path, kind: str, law: str, body: str) -> None:
    """Record a law as compiled by some process."""
    ledger = Ledger(folder)
    for name, (is_shared, *times) in compile_times()["laws"][kind][law].items():
        for time_ in times:
            ledger.add(Function("" if is_shared else body, name), time_)


def notes_of(worker: WorkerProcess | CompileProcess, law: str, number: int) -> list[str]:
    """The messages of a process, until it compiles this or a later function of a law.

    Messages change every 0.2 s, and a small function takes less: any single one may be missing.
    """
    notes = [worker.note]
    deadline = time.monotonic() + PATIENCE
    while compiling(notes[-1], law) < number and time.monotonic() < deadline:
        assert worker.poll() is None, notes
        if worker.note != notes[-1]:
            notes.append(worker.note)
        time.sleep(0.01)
    return notes


def compiling(note: str, law: str) -> int:
    """The number of the law's function that a message names; 0: none."""
    found = re.match(rf"Compiling {law}, (\d+) of ", note)
    return int(found[1]) if found else 0


def test_a_worker_reports_what_it_compiles_and_resumes_where_another_was_cancelled(
    tmp_path: Path,
) -> None:
    worker = WorkerProcess(WALK, cache=tmp_path)
    notes = notes_of(worker, "walk", 4)
    left = worker.left
    worker.close()
    if sys.platform != "win32":  # else the process ended at once
        assert worker.process.returncode == -signal.SIGTERM
    assert left is not None and left > 1.0
    assert notes[-1].endswith("s left")
    (ledger,) = tmp_path.rglob(LEDGER)
    known = compile_times()["laws"]["biped"]["walk"]
    done = sum(json.loads(line)["name"] in known for line in ledger.read_text().splitlines())
    again = WorkerProcess(WALK, cache=tmp_path)
    goes_on = notes_of(again, "walk", 1)[-1]
    again.close()
    assert done < compiling(goes_on, "walk") <= done + 3


def test_every_law_is_in_the_table() -> None:
    table = compile_times()
    assert table["laws"].keys() == table["simulating"].keys() == SAMPLES.keys()
    for kind, laws in table["laws"].items():
        assert laws.keys() <= SAMPLES[kind].keys()
        assert next(iter(laws)) == next(iter(SAMPLES[kind]))
        for law in SAMPLES[kind]:
            assert law_of(kind, law) == law
            assert sample_shot(kind, law).duration > 0.0


@pytest.mark.parametrize(
    ("law", "skills"),
    [
        ("controllers.gallop.gallop.gallop_actuators", ["trot", "pace", "canter", "gallop"]),
        ("controllers.quadruped.quadruped.quadruped_actuators", ["walk", "stand", "sit"]),
    ],
)
def test_the_table_knows_the_law_that_moves_a_four_legged_body(law: str, skills: list[str]) -> None:
    laws = compile_times()["laws"]["quadruped"]
    assert all(law in laws[law_of("quadruped", skill)] for skill in skills)


def test_the_chosen_skills_are_compiled_ahead_of_others() -> None:
    laws = all_laws("quadruped", ["sit"])
    assert laws[:2] == [("quadruped", "trot"), ("quadruped", "sit")]
    assert len(laws) == len(set(laws)) == sum(map(len, SAMPLES.values()))


def test_what_another_process_compiled_is_not_expected(
    forecast: CompileForecast, tmp_path: Path
) -> None:
    forecast.expect(WALK)
    alone = forecast.left()
    assert alone > 1.0
    assert forecast.what().startswith("walk, 1 of ")
    compiled(tmp_path, "biped", "walk", HUMAN)
    forecast.look()
    assert forecast.is_done
    assert forecast.what() == ""  # as while something is compiled that the table does not know
    forecast.expect(RISE)
    assert forecast.left() > 1.0
    assert forecast.what().startswith(("get up, 1 of ", "fall, 1 of "))


def test_another_body_of_the_same_kind_compiles_nothing(
    forecast: CompileForecast, tmp_path: Path
) -> None:
    compiled(tmp_path, "biped", "walk", HUMAN)
    small = Character.humanoid(height=1.2, scale={"upper_arm.L": 1.3}).vary(seed=3, amount=0.3)
    forecast.expect(Shot([Performer(small, [Cue("walk")])], duration=1.0))
    assert forecast.is_done
    forecast.expect(TROT)
    assert not forecast.is_done


def test_what_was_not_heard_of_is_settled_by_the_first_frame(forecast: CompileForecast) -> None:
    forecast.expect(RISE)
    forecast.settle(only_first=True)
    assert forecast.left() > 0.0
    forecast.settle()
    assert forecast.is_done


def test_a_half_written_line_of_the_ledger_is_read_when_it_is_whole(tmp_path: Path) -> None:
    function, ledger = Function(HUMAN, "controllers.balance.walker.walk_torques"), Ledger(tmp_path)
    ledger.add(function, 7.0)
    whole = ledger.path.read_bytes()
    ledger.path.write_bytes(whole + b"junk\n" + whole[:20])
    ledger.look()
    assert ledger.counts == {function: 1}
    ledger.path.write_bytes(whole + b"junk\n" + whole)
    ledger.look()
    assert ledger.counts == {function: 2}


def test_words_change_while_nothing_is_heard() -> None:
    said: list[str] = []
    progress = RunProgress(lambda note, share, left: said.append(note))
    progress.begin("Loading")
    while len(said) < 3:
        time.sleep(0.01)
    progress.end()
    assert said[:3] == ["Loading, 0 s", "Loading, 1 s", "Loading, 2 s"]


def test_all_that_is_left_is_foreseen_until_the_end() -> None:
    said: list[tuple[str, float, float | None]] = []
    progress = RunProgress(lambda *what: said.append(what))
    shot = Shot([Performer(Character.humanoid(), [Cue("walk")])], duration=2.0)
    progress.begin_shot(shot)
    simulate(shot, progress=progress)
    assert progress.left() == pytest.approx(0.0)
    progress.end()
    notes, shares, _ = zip(*said, strict=True)
    assert list(shares) == sorted(shares)
    assert all(note.endswith(" s left") for note in notes)


def test_what_an_earlier_shot_did_not_come_to_is_not_counted(
    forecast: CompileForecast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("footfall.jobs.run_progress.the_forecast", lambda: forecast)
    progress = RunProgress(lambda *what: None)
    progress.begin_shot(WALK)
    alone = forecast.left()
    progress.begin_shot(TROT)
    progress.begin_shot(WALK)
    assert forecast.left() == alone
    progress.end()


def test_a_process_compiles_ahead_and_ends(tmp_path: Path) -> None:
    process = CompileProcess("quadruped", ["trot"], cache=tmp_path)
    notes = notes_of(process, "trot", 2)
    process.close()
    assert not any("walk" in note for note in notes)


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0.2, "about 1 s"), (17.4, "about 17 s"), (22.0, "about 20 s"), (183.0, "about 185 s")],
)
def test_the_words_for_a_time_show_its_uncertainty(seconds: float, words: str) -> None:
    assert about(seconds) == words


def test_one_of_something_is_no_plural() -> None:
    assert [count(1, "member"), count(12, "member")] == ["1 member", "12 members"]


def test_the_benchmark_finds_the_longest_stillness_and_the_largest_error() -> None:
    said = [
        Said(0.0, "a", 0.0, None), Said(1.0, "a", 0.1, 50.0), Said(2.0, "b", 0.2, 8.0),
        Said(7.0, "b", 0.5, 6.0), Said(8.0, "c", 0.9, 2.0), Said(10.0, "", 1.0, 0.0),
    ]  # fmt: skip
    assert longest_still(said) == 6.0
    assert error_after_a_third(said) == pytest.approx(0.3)
