"""Falling and getting up from the shell: routines, plans that are kept, a search that stops."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from shell import PATIENCE, Run, one_sentence

from footfall import Character, Cue, Performer, Shot


def lying(duration: float, **get_up: object) -> Shot:
    """A shot of a performer that falls and gets up."""
    cues = [Cue("fall", protect=0.0), Cue("get_up", start=1.5, **get_up)]
    return Shot([Performer(Character.humanoid(), cues)], duration=duration)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--routine", "fly"], "Unknown routine 'fly'; allowed: pushed_over, falls."),
        (
            ["--routine", "pushed_over", "--speed", "1"],
            "The routine 'pushed_over' has cues of its own: leave out speed.",
        ),
        (["--plans", "gone/plans.json"], "cannot be written: there is no folder"),
    ],
)
def test_what_does_not_go_together_is_one_sentence(
    footfall: Run, options: list[str], sentence: str
) -> None:
    ended = footfall("bake", "rigify", "--out", "a.blend", *options)
    assert ended.returncode == 2
    assert sentence in one_sentence(ended.stderr)


def test_plans_are_kept_beside_those_that_were_there(
    footfall: Run, tmp_path: Path, rigs: Path
) -> None:
    (tmp_path / "plans.json").write_text('{"version": 1, "plans": ["0"]}')
    ended = footfall(
        *("bake", rigs / "rig.fbx", "--skill", "get_up", "--plan", "3 1", "--duration", "0.2"),
        *("--plans", "plans.json", "--out", "a.blend"),
    )
    assert ended.returncode == 0, ended.stderr
    assert json.loads((tmp_path / "plans.json").read_text())["plans"] == ["3 1", "0"]


def test_the_shot_is_saved_with_its_plan(footfall: Run, tmp_path: Path) -> None:
    lying(1.6, plan="3 1").save(tmp_path / "shot.json")
    ended = footfall("simulate", "shot.json", "--out", "a.npz", "--save-shot", "found.json")
    assert ended.returncode == 0, ended.stderr
    assert Shot.load(tmp_path / "found.json").performers[0].plans == ("3 1",)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGINT for one process")
def test_a_search_that_is_interrupted_leaves_nothing(tmp_path: Path) -> None:
    # Tests that a shell runs in the background ignore the signal, and their children would as well.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    lying(30.0).save(tmp_path / "shot.json")
    line = [sys.executable, "-m", "footfall", "simulate", "shot.json", "--out", "take.npz"]
    with subprocess.Popen(line, stderr=subprocess.PIPE, text=True, cwd=tmp_path) as process:
        assert process.stderr
        while not process.stderr.readline().startswith("Searching how to get up, try 1"):
            assert process.poll() is None
        process.send_signal(signal.SIGINT)
        rest = process.stderr.read()
        assert process.wait(PATIENCE) == 1
    assert rest.strip().splitlines()[-1] == "footfall: Stopped."
    assert [path.name for path in tmp_path.iterdir()] == ["shot.json"]
