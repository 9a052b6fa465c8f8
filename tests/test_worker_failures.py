"""Each failure of the worker process is one sentence, and leaves nothing behind."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from footfall import Push
from footfall.base.errors import FootfallError, SimulationError
from footfall.jobs.worker_process import WorkerProcess
from footfall.shots.frame_stream import FrameWriter
from footfall.shots.take import RunFailed

from .worker_runs import PATIENCE, finish, run_by_hand, script, walk
from .worker_runs import scratch as scratch  # in every test: it must leave its folder empty


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


def test_a_program_that_is_missing_is_one_sentence() -> None:
    with pytest.raises(SimulationError, match=r"could not be started: No such file or directory\."):
        WorkerProcess(walk(), command=lambda shot, take: ["/no/such/python"])


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
