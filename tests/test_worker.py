"""The worker process: it reports, stops on request, and brings the take."""

from __future__ import annotations

import os
import random
import re
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from footfall import Character, Cue, Performer, Prop, Shot
from footfall.jobs.worker import READY
from footfall.jobs.worker_environment import worker_environment
from footfall.jobs.worker_process import WorkerProcess
from footfall.shots.take import RunFailed

from .bowing_clip import bowing_clip
from .worker_runs import finish, run_by_hand, script, walk
from .worker_runs import scratch as scratch  # in every test: it must leave its folder empty


def test_a_take_comes_back_from_the_worker() -> None:
    take = finish(WorkerProcess(walk(duration=0.5)))
    assert take.times[-1] == pytest.approx(0.5)
    assert take.performances[0].segment_names == Character.humanoid().segment_names


def test_frames_are_there_while_it_runs_and_are_those_of_the_take() -> None:
    worker = WorkerProcess(walk(duration=5.0))
    takes = []
    while not (take := worker.poll()):
        so_far = worker.so_far()
        takes += [so_far] if so_far else []
        time.sleep(0.01)
    whole = worker.so_far()
    worker.close()
    assert whole
    lengths = [len(t.times) for t in takes]
    assert lengths == sorted(lengths)
    assert 0 < lengths[0] < len(take.times)
    for some in (takes[0], whole):
        count = len(some.times)
        assert np.array_equal(some.times, take.times[:count])
        seen, made = some.performances[0], take.performances[0]
        for name in ("segment_orientations", "joint_positions", "root_position", "foot_contacts"):
            assert np.array_equal(getattr(seen, name), getattr(made, name)[:count]), name
    assert len(whole.times) == len(take.times)


def test_props_are_among_the_frames_that_are_there_while_it_runs() -> None:
    ball = Prop("ball", "sphere", size=(0.1,), mass=1.0, position=(1.0, 0.0, 1.0))
    worker = WorkerProcess(replace(walk(duration=0.4), props=[ball]))
    while not (take := worker.poll()):
        time.sleep(0.01)
    seen = worker.so_far()
    worker.close()
    assert seen
    assert seen.props["ball"].position[-1, 2] < 0.9
    for name in ("position", "orientation"):
        assert np.array_equal(getattr(seen.props["ball"], name), getattr(take.props["ball"], name))


def test_a_search_is_stopped_and_its_take_so_far_comes_back() -> None:
    body = Character.humanoid()
    cue = Cue("perform", clip=bowing_clip(body), tempo=0.25, tries=24.0, start=0.1)
    worker = WorkerProcess(Shot([Performer(body, [cue])], duration=2.4))
    assert not worker.can_stop
    while not ((at := re.search(r"at ([0-9.]+) of 2\.3 s", worker.note)) and float(at[1]) >= 0.2):
        assert worker.poll() is None
        time.sleep(0.01)
    assert worker.can_stop
    worker.stop()
    with pytest.raises(RunFailed, match=r"of 2\.4 s are found") as raised:
        finish(worker)
    take = raised.value.take
    ((_, plan),) = take.performances[0].plans
    until = int(plan.rpartition("until:")[2])
    assert 2 <= until < 23
    assert take.times[-1] == pytest.approx(0.1 + until * 0.1, abs=0.02)


def test_a_stop_that_comes_too_late_does_not_begin_the_next_run() -> None:
    worker = WorkerProcess()
    worker.stop()
    while worker.note != READY:
        assert worker.poll() is None
        time.sleep(0.01)
    time.sleep(0.3)  # in which it would begin
    assert worker.poll() is None
    worker.begin(walk(duration=0.2))
    assert finish(worker).times[-1] == pytest.approx(0.2)


def test_a_worker_that_waits_makes_the_same_take() -> None:
    worker = WorkerProcess()
    while worker.note != READY:
        assert worker.poll() is None
        time.sleep(0.01)
    assert worker.so_far() is None
    worker.begin(walk())
    waited, at_once = finish(worker), finish(WorkerProcess(walk()))
    assert np.array_equal(
        waited.performances[0].joint_positions, at_once.performances[0].joint_positions
    )


def test_progress_rises_while_it_runs() -> None:
    worker = WorkerProcess(walk(duration=10.0))
    seen = []
    while not worker.poll():
        seen.append(worker.progress)
        time.sleep(0.01)
    worker.close()
    assert seen == sorted(seen)
    assert 0.0 < seen[-1] <= 1.0


def test_a_worker_can_be_cancelled_at_any_moment() -> None:
    moments = random.Random(4)
    for _ in range(8):
        worker = WorkerProcess(walk(duration=60.0))
        time.sleep(moments.uniform(0.0, 1.5))
        worker.close()
        assert worker.process.returncode is not None


def test_closing_twice_does_no_harm() -> None:
    worker = WorkerProcess(walk())
    worker.close()
    worker.close()


def test_keys_from_a_later_protocol_are_skipped() -> None:
    worker = WorkerProcess(
        walk(), command=script("print('{\"frames\": [1, 2], \"note\": \"Rolling\"}', flush=True)\n"
                               "time.sleep(600)"),
    )  # fmt: skip
    while worker.note != "Rolling":
        assert worker.poll() is None
    worker.close()


def test_what_pybullet_prints_is_no_message(tmp_path: Path) -> None:
    walk(duration=0.1).save(tmp_path / "shot.json")
    with run_by_hand(tmp_path, tmp_path / "shot.json") as worker:
        assert worker.stdout
        lines = worker.stdout.read().decode().splitlines()
    assert all(line.startswith("{") for line in lines)


def test_the_environment_names_what_the_worker_needs(tmp_path: Path) -> None:
    environment = worker_environment(cache=tmp_path / "compiled")
    assert environment["OPENBLAS_NUM_THREADS"] == "1"
    assert environment["NUMBA_CACHE_DIR"] == str(tmp_path / "compiled")
    assert environment["PYTHONNOUSERSITE"] == "1"
    folders = environment["PYTHONPATH"].split(os.pathsep)
    for wheel in ("pybullet", "numba", "scipy", "numpy"):
        assert any(list(Path(folder).glob(f"{wheel}*")) for folder in folders), wheel
