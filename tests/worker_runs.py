"""Runs of the worker process, each in a temporary folder that it leaves empty."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from footfall import Character, Cue, Performer, Shot, Take
from footfall.jobs.worker_environment import worker_command, worker_environment
from footfall.jobs.worker_process import WorkerProcess

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


def run_by_hand(tmp_path: Path, shot: Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        worker_command(shot, tmp_path / "take.npz"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=worker_environment(),
        cwd=tmp_path,
    )
