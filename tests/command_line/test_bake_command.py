"""`footfall bake` and `footfall map`: rigs from files, baked into files."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

import pytest
from rig_files import look_into
from shell import Run, one_sentence

from footfall import Take

pytest.importorskip("bpy")


@pytest.mark.parametrize(
    ("rig", "sentence"),
    [
        ("none.fbx", "cannot be read: there is no such file."),
        ("rig.obj", "must be a file that ends in .blend, .fbx,"),
        ("junk.blend", "The rig 'junk.blend' cannot be read"),
        ("junk.fbx", "The rig 'junk.fbx' cannot be read"),
        ("junk.glb", "The rig 'junk.glb' cannot be read"),
        ("junk.vrm", "The rig 'junk.vrm' cannot be read"),
        ("junk.bvh", "The rig 'junk.bvh' cannot be read"),
    ],
)
def test_a_rig_that_cannot_be_read_is_one_sentence(
    footfall: Run, tmp_path: Path, rig: str, sentence: str
) -> None:
    if rig.startswith("junk"):
        (tmp_path / rig).write_bytes(b"junk \xff\x00")
    before = sorted(tmp_path.iterdir())
    ended = footfall("bake", rig, "--out", "a.blend")
    assert ended.returncode == 2
    assert sentence in one_sentence(ended.stderr)
    assert not ended.stdout
    assert sorted(tmp_path.iterdir()) == before


def test_map_prints_the_bones_and_writes_them(footfall: Run, tmp_path: Path) -> None:
    ended = footfall("map", "rigify", "--json", "map.json")
    assert ended.returncode == 0, ended.stderr
    assert "missing: nothing" in ended.stdout
    bones = json.loads((tmp_path / "map.json").read_text())
    assert {"armature", "metres_per_unit", "missing", "roles"} <= set(bones)
    assert bones["question"] is None
    assert bones["roles"]["upper_leg.L"] in ended.stdout
    assert bones["missing"] == []


def test_of_a_run_that_fails_the_frames_until_then_are_keyed(
    footfall: Run, tmp_path: Path, rigs: Path
) -> None:
    ended = footfall(
        *("bake", rigs / "rig.fbx", "--speed", "0.8", "--duration", "3", "--frame-rate", "24"),
        *("--push", "start=0.5 force=100000,100000,100000 duration=2", "--json", "report.json"),
        *("--out", "a.blend", "--take", "a.npz"),
    )
    assert ended.returncode == 1
    take = Take.load(tmp_path / "a.npz")
    assert f"footfall: {take.failure}" in ended.stderr
    assert f"the {len(take.times)} frames until then are kept" in ended.stderr
    (record,) = json.loads((tmp_path / "report.json").read_text())
    assert record["error"] == take.failure
    assert record["frames"] == [1, len(take.times)]
    assert 0.5 <= take.times[-1] < 3.0
    assert (tmp_path / "a.blend").exists()


def test_bake_writes_a_scene_that_walks(footfall: Run, tmp_path: Path) -> None:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    ended = footfall(
        *("bake", "rigify", "--speed", "0.8", "--duration", "0.5", "--frame-rate", "29.97"),
        *("--start-frame", "5", "--out", "a.blend", "--take", "a.npz", "--sheet", "a.png"),
        TMPDIR=str(scratch),
    )
    assert ended.returncode == 0, ended.stderr
    assert not ended.stdout
    assert Take.load(tmp_path / "a.npz").times[1] == pytest.approx(1 / 29.97)
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")
    said = look_into(tmp_path / "a.blend", tmp_path)
    assert said["range"] == [5, 19]
    assert said["rate"] == pytest.approx(29.97)
    assert said["action"] == "Walk"
    assert said["preview_left"] is False
    assert not list(scratch.iterdir())


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="hides EGL as Linux finds it")
def test_without_egl_frames_are_rendered_another_way_and_that_is_said(
    footfall: Run, tmp_path: Path, rigs: Path
) -> None:
    ended = footfall(
        *("bake", rigs / "rig.fbx", "--duration", "0.2", "--frame-rate", "10"),
        *("--out", "a.blend", "--sheet", "a.png"),
        __EGL_VENDOR_LIBRARY_DIRS=str(tmp_path),
        DISPLAY="",
    )
    assert ended.returncode == 0, ended.stderr
    assert "Rendered a.png with Cycles on the CPU (Workbench needs EGL" in ended.stderr
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")


def test_the_rig_that_is_baked_is_not_changed(footfall: Run, tmp_path: Path, rigs: Path) -> None:
    shutil.copy(rigs / "two.blend", tmp_path / "rig.blend")
    before = (tmp_path / "rig.blend").read_bytes()
    ended = footfall(
        *("bake", "rig.blend", "--armature", "second", "--duration", "0.2"),
        *("--out", "a.blend", "--preview", "a.mp4"),
    )
    assert ended.returncode == 0, ended.stderr
    assert (tmp_path / "rig.blend").read_bytes() == before
    assert (tmp_path / "a.mp4").stat().st_size > 1000
    names = {path.name for path in tmp_path.iterdir()}
    assert {"rig.blend", "a.blend", "a.mp4"} <= names
    assert not {name for name in names if name.endswith((".blend1", "@"))}


def test_many_rigs_are_baked_and_one_that_fails_stops_none(
    footfall: Run, tmp_path: Path, rigs: Path
) -> None:
    for name in ("two.blend", "rig.fbx"):
        shutil.copy(rigs / name, tmp_path)
    (tmp_path / "junk.bvh").write_bytes(b"junk")
    (tmp_path / "out").mkdir()
    ended = footfall(
        *("bake", "junk.bvh", "two.blend", "rig.fbx", "--duration", "1.2", "--speed", "0.8"),
        *("--out-dir", "out", "--format", "glb", "--json", "report.json"),
    )
    assert ended.returncode == 1
    assert "footfall: junk.bvh: The rig 'junk.bvh' cannot be read" in ended.stderr
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["rig.glb"]
    junk, two, rig = json.loads((tmp_path / "report.json").read_text())
    assert junk["file"] is None and two["file"] is None
    assert "has several armatures" in two["error"]
    assert rig["error"] is None
    assert Path(rig["file"]) == Path("out", "rig.glb")
    assert rig["bones"]["pelvis"] == "spine"
    assert rig["fell_at"] is None
    assert rig["frames"] == [1, 29]
    assert 0.05 < rig["speed"] < 0.8  # it starts from standing
    assert rig["seconds"] > 0.0


def test_the_report_of_one_rig_that_fails_has_its_error(footfall: Run, tmp_path: Path) -> None:
    ended = footfall("bake", "gone.fbx", "--out", "a.blend", "--json", "report.json")
    assert ended.returncode == 2
    (record,) = json.loads((tmp_path / "report.json").read_text())
    assert one_sentence(ended.stderr) == f"footfall: {record['error']}"


def test_of_several_armatures_one_must_be_named(footfall: Run, rigs: Path) -> None:
    two = rigs / "two.blend"
    ended = footfall("map", two)
    assert ended.returncode == 2
    assert "has several armatures, 'metarig', 'second'" in one_sentence(ended.stderr)
    ended = footfall("map", two, "--armature", "third")
    assert ended.returncode == 2
    assert "has no armature 'third'; it has 'metarig', 'second'." in one_sentence(ended.stderr)
