"""`footfall style`: a clip becomes a style."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from shell import Run, one_sentence

from footfall import list_styles

pytest.importorskip("bpy")


def test_style_makes_a_style_of_a_clip(footfall: Run, tmp_path: Path, shared_data: Path) -> None:
    clip = shared_data / "cmu_cgspeed_walk.bvh"
    if not clip.is_file():
        pytest.skip(f"there is no {clip.name}")
    ended = footfall("style", clip, "--name", "captured", "--out", "captured.json")
    assert (ended.returncode, ended.stdout) == (0, "")
    assert ended.stderr == "Saved captured.json.\n"
    style = json.loads((tmp_path / "captured.json").read_text())
    assert style["name"] == "captured"
    assert style["speed"] == pytest.approx(1.14, abs=0.05)
    assert "captured" not in list_styles()
    assert footfall("style", clip, "--name", "captured").returncode == 0
    assert "captured" in list_styles()


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (("rigify", "--name", "natural"), "'natural' is that of a shipped style: give the style"),
        (("rigify", "--name", "a, b"), "A style's name must be letters, digits, spaces, - or _"),
        (("rigify", "--name", "a", "--out", "a.txt"), "The style must end in .json, got 'a.txt'."),
        (("gone.blend", "--name", "a"), "The rig 'gone.blend' cannot be read: there is no such"),
    ],
)
def test_style_refuses_with_one_sentence(footfall: Run, line: tuple[str, ...], sentence) -> None:
    ended = footfall("style", *line)
    assert ended.returncode == 2
    assert sentence in one_sentence(ended.stderr)
