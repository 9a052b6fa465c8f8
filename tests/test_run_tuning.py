"""A reference motion's tuning: saved with it, applied in a run, and found by a search."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from human_body import human

from footfall.base.errors import InvalidInput
from footfall.learning import learn_run
from footfall.learning.run_trials import RunTask
from footfall.motion.reference import from_data, load_reference, save_reference, to_data, to_text
from footfall.motion.tuning import STEPS, UNTUNED, Tuning, tuning_of_steps
from footfall.search.run import Progress
from footfall.skills.running.reference import run_fields
from footfall.skills.running.tuning import tuned

HALF_A_SECOND = (0.5,)  # [s] of a trial


def test_a_tuning_is_saved_with_its_reference_motion(tmp_path: Path) -> None:
    mine = replace(load_reference("run"), tuning=Tuning(lean=0.1, ahead=-0.02))
    save_reference(mine, tmp_path / "mine.json")
    assert load_reference(tmp_path / "mine.json").tuning == mine.tuning
    assert "tuning" not in to_data(load_reference("run"))


def test_steps_of_a_search_lead_to_a_tuning_and_back() -> None:
    steps = np.linspace(-1.5, 2.0, len(STEPS))
    assert tuning_of_steps(steps).steps == pytest.approx(steps, abs=1e-3)
    assert tuning_of_steps(np.zeros(len(STEPS))) == UNTUNED


def test_without_a_tuning_a_run_is_the_clips() -> None:
    fields = run_fields("run")
    for field, values in tuned(fields, UNTUNED).items():
        assert np.array_equal(values, fields[field]), field
    for field in ("foothold_shift", "fold", "reach"):
        assert not fields[field].any()


@pytest.mark.parametrize("name", ["run", "skip"])
def test_a_reference_motion_is_read_alike_to_the_last_bit(name: str) -> None:
    one, other = run_fields(name), run_fields(name)
    for field, values in one.items():
        assert np.array_equal(values, other[field]), field


def test_a_tuning_changes_posture_timing_and_feet() -> None:
    plain = load_reference("run")
    mine = replace(plain, tuning=Tuning(lean=0.1, stance=0.2, arm_lead=0.25, ahead=0.03, fold=0.2))
    before, after = run_fields("run"), run_fields(to_text(mine))
    leans = after["trunk_mean"] - before["trunk_mean"]
    assert leans[[1, 4, 7]] == pytest.approx([0.1] * 3)
    assert leans[10] == 0.0  # the head looks ahead, however the trunk leans
    assert after["usual_stances"][0] == pytest.approx(np.exp(0.2) * before["usual_stances"][0])
    quarter = np.roll(before["limb"][:, 1], -4, axis=-1)  # of 16 knots
    assert after["limb"][:, 1] == pytest.approx(quarter)
    assert after["foothold_shift"] == pytest.approx([0.03, 0.0])
    assert after["fold"] == pytest.approx(0.2)


@pytest.mark.parametrize(
    ("tuning", "sentence"),
    [
        ({"leen": 0.1}, "Unknown tuning 'leen'; allowed: lean, "),
        ({"lean": 7.0}, "The tuning 'lean' must be within -1 and 1, got 7.0."),
        ({"lean": "much"}, "The tuning 'lean' must be within -1 and 1, got much."),
        ({"lean": float("nan")}, "The tuning 'lean' must be within -1 and 1, got nan."),
        (3, "A reference motion's tuning names its numbers, got 3."),
    ],
)
def test_an_invalid_tuning_is_reported_in_a_sentence(tuning: object, sentence: str) -> None:
    data = {**to_data(load_reference("run")), "tuning": tuning}
    with pytest.raises(InvalidInput) as told:
        from_data(data)
    assert sentence in str(told.value)


def test_a_search_that_was_stopped_goes_on_to_the_same_end(tmp_path: Path) -> None:
    reference = load_reference("run")
    task = learn_run.make_task(reference, human(), 2.0)

    def improve(batches: int, journal: Path) -> learn_run.Improvement:
        seen = []

        def look(progress: Progress) -> bool:
            seen.append(progress.trials)
            return len(seen) < batches

        return learn_run.improve(
            task, reference, kept.append, minutes=5.0, journal=journal, progress=look,
            durations=HALF_A_SECOND,
        )  # fmt: skip

    kept: list[learn_run.Improvement] = []
    improve(2, tmp_path / "stopped")
    resumed = improve(3, tmp_path / "stopped")
    whole = improve(3, tmp_path / "whole")
    assert resumed.reference.tuning == whole.reference.tuning
    assert resumed.cost == whole.cost
    assert (tmp_path / "stopped").read_text() == (tmp_path / "whole").read_text()
    costs = [improvement.cost for improvement in kept]
    assert costs[0] >= whole.cost


def test_another_body_or_speed_has_a_search_of_its_own() -> None:
    reference = load_reference("run")
    tasks = [
        RunTask(to_text(reference), body, speed)
        for body, speed in ((human(), 3.0), (human(), 2.0), (human().vary(1), 3.0))
    ]
    files = {learn_run.search_file(task, "mine.json") for task in tasks}
    assert len(files) == 3
    assert all(file.name.startswith("mine.") and file.suffix == ".search" for file in files)
