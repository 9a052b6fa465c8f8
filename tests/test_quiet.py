"""Only Footfall's own messages are printed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from footfall import Character, Cue, Performer, Shot
from footfall.simulation.silence_output import silence_output

SIMULATES = (
    "from footfall import Character, Cue, Performer, Shot, simulate\n"
    "simulate(Shot([Performer(Character.humanoid(), [Cue('walk')])], duration=0.01))\n"
    "print('done')"
)


def test_a_simulation_prints_nothing() -> None:
    for source in (SIMULATES, f"import bpy\n{SIMULATES}"):
        run = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True)
        assert (run.stdout, run.stderr) == ("done\n", "")


def test_a_command_that_simulates_prints_only_our_messages(tmp_path: Path) -> None:
    shot = Shot([Performer(Character.humanoid(), [Cue("walk")])], duration=0.1)
    shot.save(tmp_path / "shot.json")
    words = ("simulate", str(tmp_path / "shot.json"), "--out", str(tmp_path / "take.npz"))
    run = subprocess.run([sys.executable, "-m", "footfall", *words], capture_output=True, text=True)
    assert run.returncode == 0
    assert "pybullet" not in run.stdout + run.stderr


def test_what_is_printed_around_silence_is_kept(capfd: pytest.CaptureFixture[str]) -> None:
    os.write(1, b"before\n")
    with silence_output():
        os.write(1, b"within\n")
    print("after")
    assert capfd.readouterr().out == "before\nafter\n"
