"""The worker process: it reports, stops on request, and each failure is one sentence."""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from footfall import Character, Cue, Performer, Prop, Push, Shot, Take
from footfall.base.errors import FootfallError, SimulationError
from footfall.jobs.worker import READY
from footfall.jobs.worker_environment import worker_command, worker_environment
from footfall.jobs.worker_process import WorkerProcess
from footfall.shots.frame_stream import FrameWriter
from footfall.shots.take import RunFailed

from .bowing_clip import bowing_clip

PATIENCE = 600.0  # [s]; the first run on a computer compiles, with little of a busy one


@pytest.fixture(autouse=True)
def scratch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A temporary folder in which every test must leave nothing."""
    folder = tmp_path / "scratch"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    yield folder
    assert not list(folder.iterdir())


def walk(duration: float = 0.5) -> Shot:
    return Shot([Performer(Character.humanoid(), [Cue("walk", speed=0.6)])], duration=duration)


def script(source: str) -> object:
    """A worker's command line that runs this source; SHOT and TAKE are its files."""
    head = "import json, os, signal, sys, time\nSHOT, TAKE = sys.argv[1:]\n"
    return lambda shot, take: [sys.executable, "-c", head + source, str(shot), str(take)]


def finish(worker: WorkerProcess) -> Take:
    deadline = time.monotonic() + PATIENCE
    try:
        while time.monotonic() < deadline:
            take = worker.poll()
            if take:
                return take
            time.sleep(0.01)
        raise AssertionError(f"the worker hangs at {worker.progress}: {worker.note}")
    finally:
        worker.close()


def test_what_an_ended_process_leaves_in_its_temporary_folder_is_removed() -> None:
    """As the moments of a search that Esc ends, which the process has no time to remove."""
    source = """
import tempfile
folder = tempfile.mkdtemp()
open(folder + "/moment", "w").close()
print(json.dumps({"note": folder}), flush=True)
time.sleep(600)
"""
    worker = WorkerProcess(walk(), command=script(source))
    try:
        deadline = time.monotonic() + PATIENCE
        while not Path(worker.note).is_dir() and time.monotonic() < deadline:
            assert worker.poll() is None
            time.sleep(0.01)
        left = Path(worker.note)
        assert (left / "moment").exists()
    finally:
        worker.close()
    assert not left.exists()


def failure(source: str) -> str:
    with pytest.raises(SimulationError) as raised:
        finish(WorkerProcess(walk(), command=script(source)))
    return str(raised.value)


def is_running(pid: int) -> bool:
    """Whether the process runs; one that ended and waits for its parent does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


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


def test_a_worker_that_died_while_it_waited_is_one_sentence() -> None:
    worker = WorkerProcess()
    worker.process.kill()
    worker.process.wait()
    worker.begin(walk())
    with pytest.raises(SimulationError, match="The simulation process died"):
        finish(worker)


def test_no_place_for_its_files_is_one_sentence(scratch: Path) -> None:
    tempfile.tempdir = str(scratch / "gone")
    with pytest.raises(SimulationError, match="finds no place for its files: No such file"):
        WorkerProcess(walk())


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
def test_a_full_disk_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(SimulationError, match=r"cannot be written .*: No space left on device"):
        FrameWriter("/dev/full")([np.zeros((), "<f8")])
    walk().save(tmp_path / "shot.json")
    (tmp_path / "take.frames").symlink_to("/dev/full")
    with run_by_hand(tmp_path, tmp_path / "shot.json") as worker:
        assert worker.stdout
        *_, last = worker.stdout.read().decode().splitlines()
    assert "No space left on device" in last


def test_a_run_that_fails_brings_what_was_simulated_until_then() -> None:
    blow = Push(performer=0, segment="torso", time=0.5, duration=0.2, force=(1e6, 0.0, 0.0))
    with pytest.raises(RunFailed, match=r"diverged at 0\.5") as raised:
        finish(WorkerProcess(replace(walk(duration=2.0), pushes=[blow])))
    take = raised.value.take
    assert 0.5 <= take.times[-1] < 0.6
    assert "push" in [name for _, name in take.performances[0].events]


def test_a_mistake_of_ours_in_mid_run_costs_no_frames_either() -> None:
    broken = """
from footfall.jobs import worker
from footfall.rollout.runtime import PerformerRuntime
act = PerformerRuntime.act
def break_off(performer, world, time):
    if time > 0.3:
        raise KeyError("knee")
    act(performer, world, time)
PerformerRuntime.act = break_off
sys.exit(worker.run_worker(SHOT, TAKE))
"""
    with pytest.raises(RunFailed, match="The simulation failed: KeyError: 'knee'") as raised:
        finish(WorkerProcess(walk(), command=script(broken)))
    assert raised.value.take.times[-1] == pytest.approx(0.3, abs=0.02)


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


def test_a_worker_that_will_not_end_is_killed() -> None:
    stubborn = script("signal.signal(signal.SIGTERM, signal.SIG_IGN)\nprint('{}', flush=True)\n"
                      "time.sleep(600)")  # fmt: skip
    worker = WorkerProcess(walk(), command=stubborn)
    while not (worker.folder / "messages").stat().st_size:
        time.sleep(0.01)
    worker.close()
    assert worker.process.returncode < 0


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no signals")
def test_a_killed_worker_is_named_with_its_signal() -> None:
    worker = WorkerProcess(walk(duration=60.0))
    worker.process.kill()
    with pytest.raises(SimulationError, match=r"process died \(signal SIGKILL\).*Press Bake again"):
        finish(worker)


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("sys.exit(7)", "The simulation process died (exit status 7). Press Bake again."),
        ("sys.exit('no more memory')", "died (exit status 1): no more memory. Press Bake again."),
        ("1 / 0", "died (exit status 1): ZeroDivisionError: division by zero."),
        ("print('hello')", "sent 'hello', which is no message of Footfall's"),
        ("print('[1]')", "sent '[1]', which is no message"),
        ("print('{\"progress\": NaN}')", "which is no message"),
        ('print(\'{"progress": "half"}\')', "which is no message"),
        ("print('{\"note\": 7}')", "which is no message"),
        ("os.write(1, bytes([255, 10]))", "which is no message"),
        ("print('{\"progress\": 0.5', end='')", "died (exit status 0)"),
        ('print(\'{"error": "The knee is gone."}\')', "The knee is gone."),
    ],
)
def test_a_worker_that_goes_wrong_is_one_sentence(source: str, message: str) -> None:
    assert message in failure(source)


@pytest.mark.parametrize("content", ["", "no take"])
def test_a_take_that_is_none_is_refused(content: str) -> None:
    source = f"open(TAKE, 'w').write({content!r})\nprint('{{\"done\": \"here\"}}')"
    with pytest.raises(FootfallError, match="is not a take"):
        finish(WorkerProcess(walk(), command=script(source)))


def test_keys_from_a_later_protocol_are_skipped() -> None:
    worker = WorkerProcess(
        walk(), command=script("print('{\"frames\": [1, 2], \"note\": \"Rolling\"}', flush=True)\n"
                               "time.sleep(600)"),
    )  # fmt: skip
    while worker.note != "Rolling":
        assert worker.poll() is None
    worker.close()


def test_a_program_that_is_missing_is_one_sentence() -> None:
    with pytest.raises(SimulationError, match=r"could not be started: No such file or directory\."):
        WorkerProcess(walk(), command=lambda shot, take: ["/no/such/python"])


def run_by_hand(tmp_path: Path, shot: Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        worker_command(shot, tmp_path / "take.npz"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=worker_environment(),
        cwd=tmp_path,
    )


def test_a_worker_stops_when_its_parent_is_gone(tmp_path: Path) -> None:
    walk(duration=3600.0).save(tmp_path / "shot.json")
    with run_by_hand(tmp_path, tmp_path / "shot.json") as worker:
        assert worker.stdout and worker.stdin
        worker.stdout.readline()
        worker.stdin.close()
        assert worker.wait(PATIENCE) != 0


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks the worker up in /proc")
def test_no_worker_outlives_a_blender_that_crashes(tmp_path: Path, scratch: Path) -> None:
    walk(duration=3600.0).save(tmp_path / "shot.json")
    crash = (
        "import os, time\nfrom pathlib import Path\n"
        "from footfall import Shot\nfrom footfall.jobs.worker_process import WorkerProcess\n"
        f"worker = WorkerProcess(Shot.load({str(tmp_path / 'shot.json')!r}))\n"
        "while worker.progress == 0 and not worker.poll(): time.sleep(0.01)\n"
        "print(worker.process.pid, flush=True)\nos.abort()"
    )
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    ended = subprocess.run([sys.executable, "-c", crash], stdout=subprocess.PIPE, env=environment)
    pid = int(ended.stdout)
    deadline = time.monotonic() + PATIENCE
    while is_running(pid) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not is_running(pid)


def test_a_shot_that_cannot_be_loaded_is_reported(tmp_path: Path) -> None:
    (tmp_path / "shot.json").write_text("{}")
    with run_by_hand(tmp_path, tmp_path / "shot.json") as worker:
        assert worker.stdout
        *_, last = worker.stdout.read().decode().splitlines()
        assert worker.wait(PATIENCE) == 1
    assert last == '{"error": "This is not a shot: \'version\' is missing."}'


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
