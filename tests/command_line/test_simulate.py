"""`footfall simulate`: a shot's file becomes a take's, whole or not at all."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest
from shell import PATIENCE, Run, walk

from footfall import Push, Take


def test_simulate_writes_a_take(footfall: Run, tmp_path: Path) -> None:
    walk().save(tmp_path / "shot.json")
    ended = footfall("simulate", "shot.json", "--out", "take.npz")
    assert ended.returncode == 0
    assert not ended.stdout
    assert "100 %" in ended.stderr
    assert Take.load(tmp_path / "take.npz").times[-1] == pytest.approx(0.5)


def test_a_fall_is_said(footfall: Run, tmp_path: Path) -> None:
    walk(duration=2.0, pushes=[Push(0, "torso", 0.1, 0.3, (0.0, 3000.0, 0.0))]).save(
        tmp_path / "shot.json"
    )
    ended = footfall("simulate", "shot.json", "--out", "take.npz")
    assert ended.returncode == 0
    fell_at = Take.load(tmp_path / "take.npz").performances[0].fell_at
    assert f"The character fell at {fell_at:.2f} s." in ended.stderr


def test_of_a_run_that_fails_what_there_is_is_written(footfall: Run, tmp_path: Path) -> None:
    walk(duration=2.0, pushes=[Push(0, "torso", 0.5, 0.2, (1e6, 0.0, 0.0))]).save(
        tmp_path / "shot.json"
    )
    ended = footfall("simulate", "shot.json", "--out", "take.npz")
    assert ended.returncode == 1
    take = Take.load(tmp_path / "take.npz")
    assert 0.5 <= take.times[-1] < 0.6
    assert f"ended early: the {len(take.times)} frames until then are kept." in ended.stderr
    assert ended.stderr.splitlines()[-1] == f"footfall: {take.failure}"


def test_many_shots_are_simulated_side_by_side_and_kept(footfall: Run, tmp_path: Path) -> None:
    for number in (1, 2):
        walk(duration=0.2 * number).save(tmp_path / f"shot{number}.json")
    (tmp_path / "takes").mkdir()
    line = ("simulate", "shot1.json", "shot2.json", "--out-dir", "takes", "--cache", "kept")
    for _ in range(2):
        ended = footfall(*line)
        assert (ended.returncode, ended.stdout) == (0, "")
    ends = [Take.load(tmp_path / "takes" / f"shot{n}.npz").times[-1] for n in (1, 2)]
    assert ends == pytest.approx([0.2, 0.4])
    assert len(list((tmp_path / "kept").iterdir())) == 2


def test_one_file_is_for_one_shot(footfall: Run, tmp_path: Path) -> None:
    walk().save(tmp_path / "shot.json")
    ended = footfall("simulate", "shot.json", "shot.json", "--out", "take.npz")
    assert (ended.returncode, "--out is for one shot, got 2" in ended.stderr) == (2, True)
    ended = footfall("simulate", "shot.json", "shot.json", "--out-dir", ".")
    assert (ended.returncode, "both be written to 'shot.npz'" in ended.stderr) == (2, True)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGINT for one process")
def test_an_interrupted_run_stops_with_one_sentence(tmp_path: Path) -> None:
    # Tests that a shell runs in the background ignore the signal, and their children would as well.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    walk(duration=3600.0).save(tmp_path / "shot.json")
    line = [sys.executable, "-m", "footfall", "simulate", "shot.json", "--out", "take.npz"]
    with subprocess.Popen(line, stderr=subprocess.PIPE, text=True, cwd=tmp_path) as process:
        assert process.stderr
        while "%" not in process.stderr.readline():
            pass
        process.send_signal(signal.SIGINT)
        rest = process.stderr.read()
        assert process.wait(PATIENCE) == 1
    assert rest.strip().splitlines()[-1] == "footfall: Stopped."
    assert not (tmp_path / "take.npz").exists()
