"""An invalid command line is refused in one sentence, and nothing is written."""

from __future__ import annotations

from pathlib import Path

import pytest
from shell import Run, one_sentence, walk

from footfall.command_line.blender import _what_is_missing


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ([], "The following arguments are required: COMMAND (see footfall --help)."),
        (["fly"], "invalid choice: 'fly'"),
        (["bake"], "The following arguments are required: RIG"),
        (["bake", "rigify"], "One of the arguments --out --out-dir is required"),
        (
            ["bake", "a.fbx", "b.fbx", "--out", "a.blend"],
            "--out is for one rig, got 2: use --out-dir",
        ),
        (["bake", "a.fbx", "b.fbx", "--out-dir", ".", "--take", "a.npz"], "--take is for one rig"),
        (["bake", "x/a.fbx", "y/a.bvh", "--out-dir", "."], "would both be written to 'a.blend'"),
        (["bake", "a.glb", "--out-dir", "no"], "There is no folder 'no': make it first."),
        (["bake", "a.glb", "--out-dir", ".", "--format", "glb"], "'a.glb' is the rig's own file"),
        (["bake", "rigify", "--out", "a.glb", "--json", "a.txt"], "The report must end in .json"),
        (["bake", "rigify", "--out", "a.blend", "--sped", "1"], "Unrecognized arguments: --sped 1"),
        (["bake", "rigify", "--out", "a.blend", "--spee", "1"], "Unrecognized arguments: --spee 1"),
        (["bake", "rigify", "--out", "a.blend", "--speed", "fast"], "must be a number, got 'fast'"),
        (
            ["bake", "rigify", "--out", "a.blend", "--speed", "nan"],
            "must be -1.5 to 2.5 m/s, got nan.",
        ),
        (["bake", "rigify", "--out", "a.blend", "--speed", "40"], "m/s, got 40.0."),
        (["map", "rigify", "--pick", "foot.L"], "A pick must be ROLE=BONE"),
        (["bake", "rigify", "--out", "a.blend", "--skill", "fly"], "Unknown skill 'fly'; allowed:"),
        (
            ["bake", "rigify", "--out", "a.blend", "--skill", "push"],
            "Unknown skill 'push'; allowed: approach, balance, ",
        ),
        (["bake", "rigify", "--out", "a.blend", "--style", "odd"], "Unknown style 'odd'; allowed:"),
        (
            ["bake", "rigify", "--out", "a.blend", "--heading", "1", "--turn-rate", "0.5"],
            "Walk takes a heading or a turn_rate, not both, got 1.0 and 0.5: leave one out.",
        ),
        (["bake", "rigify", "--out", "a.blend", "--push", "hard"], "A push must be written as in"),
        (
            ["bake", "rigify", "--out", "a.blend", "--push", "force=1,x"],
            "made of numbers, got 'x'.",
        ),
        (["bake", "rigify", "--out", "a.blend", "--push", "force=1,2"], "force must be 3 numbers"),
        (["bake", "rigify", "--out", "a.blend", "--push", "t=1"], "Unknown parameter 't' of push;"),
        (
            ["bake", "rigify", "--out", "a.blend", "--skill", "stand", "--speed", "1"],
            "Unknown parameter 'speed' of stand; allowed: heading, torso_lean, stance_knee, idle,",
        ),
        (["bake", "rigify", "--out", "a.blend", "--duration", "0"], "The duration must be above 0"),
        (["bake", "rigify", "--out", "a.blend", "--frame-rate", "0"], "The frame rate must be 1"),
        (["bake", "rigify", "--out", "a.blend", "--keys", "few"], "kind of keys must be one of"),
        (["bake", "rigify", "--out", "a.blend", "--loop", "3"], "A loop must have an even number"),
        (["bake", "rigify", "--out", "a.blend", "--mass", "-1"], "The mass must be above 0"),
        (["bake", "rigify", "--out", "a.blend", "--start-frame", "x"], "must be a whole number"),
        (["bake", "rigify", "--out", "a.txt"], "must end in .blend or .fbx or .glb, got 'a.txt'."),
        (["bake", "rigify", "--out", "no/a.blend"], "cannot be written: there is no folder"),
        (["bake", "rigify", "--out", "a.blend", "--preview", "a.gif"], "must end in .mp4"),
        (["bake", "rigify", "--out", "a.blend", "--sheet", "no/a.png"], "there is no folder"),
        (["bake", "rigify", "--out", "a.blend", "--take", "a.zip"], "must end in .npz"),
        (["simulate", "none.json", "--out", "a.npz"], "cannot be read: No such file or directory."),
        (["simulate", "shot.json", "--out", "no/a.npz"], "cannot be written: there is no folder"),
        (["simulate", "junk.json", "--out", "a.npz"], "The shot 'junk.json' is not valid JSON"),
        (["bench"], "One of the arguments NAME --all --stale --results is required"),
        (["bench", "nothing"], "Unknown benchmark 'nothing'; allowed: "),
        (["bench", "--all", "--json", "a.json"], "--json writes the table of one benchmark"),
        (["map", "rigify", "--json", "no/map.json"], "cannot be written: there is no folder"),
    ],
)
def test_bad_input_is_one_sentence_and_status_2(
    footfall: Run, tmp_path: Path, line: list[str], sentence: str
) -> None:
    walk().save(tmp_path / "shot.json")
    (tmp_path / "junk.json").write_text("{")
    before = sorted(tmp_path.iterdir())
    ended = footfall(*line)
    assert ended.returncode == 2
    assert sentence in one_sentence(ended.stderr)
    assert not ended.stdout
    assert sorted(tmp_path.iterdir()) == before


def test_a_missing_library_is_named_with_its_package() -> None:
    error = ImportError("libXrender.so.1: cannot open shared object file: No such file")
    sentence = _what_is_missing(error)
    assert "the system library libXrender.so.1, which is missing" in sentence
    assert "apt-get install -y libxrender1." in sentence


def test_without_bpy_only_what_needs_it_refuses(footfall: Run, tmp_path: Path) -> None:
    # A bpy that cannot be imported, as on a computer that has none.
    (tmp_path / "bpy.py").write_text("raise ModuleNotFoundError('no bpy', name='bpy')")
    hidden = {"PYTHONPATH": str(tmp_path)}
    ended = footfall("map", "rigify", **hidden)
    assert ended.returncode == 1
    assert "pip install 'footfall[blender]'" in one_sentence(ended.stderr)
    assert footfall("skills", **hidden).returncode == 0
