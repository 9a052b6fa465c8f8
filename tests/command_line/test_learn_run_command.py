"""`footfall learn-run`: a clip becomes a reference motion."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from shell import Run, one_sentence

from footfall import Cue, Performer, Shot, simulate
from footfall.evaluation.bundled_clips import write_bundled_clip
from footfall.motion.consistency_errors import errors_of
from footfall.motion.reference import load_reference

pytest.importorskip("bpy")


def test_learn_run_makes_a_reference_motion_of_a_clip(
    footfall: Run, tmp_path: Path, shared_data: Path
) -> None:
    clip = shared_data / "pab_jog.fbx"
    if not clip.is_file():
        pytest.skip(f"there is no {clip.name}")
    ended = footfall("learn-run", clip, "--out", "jog.json")
    assert (ended.returncode, ended.stdout) == (0, "")
    assert ended.stderr.startswith("Saved jog.json: 0.77 s a cycle, ")
    jog = load_reference(tmp_path / "jog.json")
    assert jog.speed == pytest.approx(3.1, abs=0.2)
    assert errors_of(jog).slip < 0.005
    turns = jog.figure.place(jog.posture).axes
    for side, contacts in zip((".L", ".R"), jog.foot_contacts.T, strict=True):
        ahead = turns[contacts, jog.figure.index["foot" + side], 0, 0]
        assert ahead.min() > 0.5  # the toes point along the way: +x


def test_a_captured_run_that_comes_with_pybullet_is_learned_and_run(
    footfall: Run, tmp_path: Path
) -> None:
    ended = footfall("learn-run", write_bundled_clip("run", tmp_path), "--out", "run.json")
    assert ended.returncode == 0
    run = load_reference(tmp_path / "run.json")
    assert run.speed == pytest.approx(3.56, abs=0.05)
    found = errors_of(run)
    assert found.slip < 0.005 and found.momentum < 2.0
    placed, index = run.figure.place(run.posture), run.figure.index
    for side in (".L", ".R"):
        foot, hip = (placed.origins[:, index[name + side], 1] for name in ("foot", "upper_leg"))
        assert np.abs(foot - hip).max() < 0.25  # no leg is thrown aside
    cues = [
        Cue("walk", speed=1.0),
        Cue("run", start=1.0, speed=run.speed, reference=str(tmp_path / "run.json")),
    ]
    take = simulate(Shot([Performer(run.character, cues)], duration=8.0))
    assert take.performances[0].fell_at is None


def test_a_clip_of_a_roll_is_refused_with_one_sentence(footfall: Run, tmp_path: Path) -> None:
    ended = footfall("learn-run", write_bundled_clip("roll", tmp_path), "--out", "roll.json")
    assert ended.returncode == 2
    sentence = one_sentence(ended.stderr)
    assert "The cycle in the clip 'roll' cannot be made physically consistent" in sentence
    assert not (tmp_path / "roll.json").exists()


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (("rigify", "--out", "a.txt"), "The reference motion must end in .json, got 'a.txt'."),
        (("rigify", "--out", "a.json", "--minutes", "-1"),
         "It takes 0 minutes or more and 1 worker or more, got --minutes -1 --workers 1."),
        (("rigify", "--out", "a.json", "--workers", "0"),
         "It takes 0 minutes or more and 1 worker or more, got --minutes 0 --workers 0."),
        (("gone.bvh", "--out", "a.json"), "The rig 'gone.bvh' cannot be read: there is no such"),
    ],
)
def test_learn_run_refuses_with_one_sentence(
    footfall: Run, line: tuple[str, ...], sentence: str
) -> None:
    ended = footfall("learn-run", *line)
    assert ended.returncode == 2
    assert sentence in one_sentence(ended.stderr)
