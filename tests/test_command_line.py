"""The shell's face: exit statuses, one sentence on what is wrong, and files that appear whole."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from footfall import Character, Cue, Performer, Shot, Take, list_styles
from footfall.catalogue import SKILLS, Parameter
from footfall.command_line.bench import benchmark_names
from footfall.command_line.blender import _what_is_missing
from footfall.command_line.parameters import option

PATIENCE = 300.0  # [s]; the first run on a computer compiles
Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def footfall(tmp_path: Path) -> Run:
    """Runs one command line in an empty folder."""

    def run(*line: object, **environment: str) -> subprocess.CompletedProcess[str]:
        ended = subprocess.run(
            [sys.executable, "-m", "footfall", *map(str, line)],
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            cwd=tmp_path,
            env={**os.environ, **environment},
            check=False,
        )
        assert "Traceback" not in ended.stderr, ended.stderr
        return ended

    return run


def walk(**changes: Any) -> Shot:
    performer = Performer(Character.humanoid(), [Cue("walk", speed=0.6)])
    return Shot(**{"performers": [performer], "duration": 0.5, **changes})


def one_sentence(text: str) -> str:
    lines = text.strip().splitlines()
    assert len(lines) == 1, text
    assert lines[0].startswith("footfall: ")
    assert lines[0].endswith(".")
    return lines[0]


def test_skills_lists_every_parameter_with_its_range(footfall: Run) -> None:
    ended = footfall("skills")
    assert ended.returncode == 0
    for skill in SKILLS.values():
        assert f"{skill.name}: {skill.sentence}" in ended.stdout
        for parameter in skill.parameters:
            assert option(parameter) in ended.stdout
            if isinstance(parameter, Parameter):
                assert f"{parameter.low:g} to {parameter.high:g}" in ended.stdout
    assert not ended.stderr


def test_skills_lists_the_styles_and_the_push(footfall: Run) -> None:
    text = footfall("skills").stdout
    assert ", ".join(list_styles()) in text
    assert "-100000 to 100000 N, 300,0,0 if not given" in text


def test_bake_has_an_option_for_every_parameter(footfall: Run) -> None:
    text = footfall("bake", "--help").stdout
    for skill in SKILLS.values():
        for parameter in skill.parameters:
            assert option(parameter) in text


def test_the_worker_is_not_offered(footfall: Run) -> None:
    assert "worker" not in footfall("--help").stdout


def test_an_output_that_nobody_reads_is_no_error(tmp_path: Path) -> None:
    line = f"{sys.executable} -m footfall skills | true"
    ended = subprocess.run(
        ["bash", "-o", "pipefail", "-c", line], capture_output=True, text=True, cwd=tmp_path
    )
    assert (ended.returncode, ended.stderr) == (0, "")


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ([], "The following arguments are required: COMMAND (see footfall --help)."),
        (["fly"], "invalid choice: 'fly'"),
        (["bake"], "The following arguments are required: RIG"),
        (["bake", "rigify"], "One of the arguments --out --out-dir is required"),
        (["bake", "a.fbx", "b.fbx", "--out", "a.blend"], "--out is for one rig, got 2: leave it"),
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
            "'push'; allowed: approach, balance, follow, sit_to_stand, stand, stand_to_sit, step,",
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
        (["bench", "nothing"], "Unknown benchmark 'nothing'; allowed: "),
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


def test_simulate_writes_a_take(footfall: Run, tmp_path: Path) -> None:
    walk().save(tmp_path / "shot.json")
    ended = footfall("simulate", "shot.json", "--out", "take.npz")
    assert ended.returncode == 0
    assert not ended.stdout
    assert "100 %" in ended.stderr
    assert Take.load(tmp_path / "take.npz").times[-1] == pytest.approx(0.5)


def test_a_fall_is_said(footfall: Run, tmp_path: Path) -> None:
    from footfall import Push

    walk(duration=2.0, pushes=[Push(0, "torso", 0.1, 0.3, (0.0, 3000.0, 0.0))]).save(
        tmp_path / "shot.json"
    )
    ended = footfall("simulate", "shot.json", "--out", "take.npz")
    assert ended.returncode == 0
    fell_at = Take.load(tmp_path / "take.npz").performances[0].fell_at
    assert f"The character fell at {fell_at:.2f} s." in ended.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGINT for one process")
def test_an_interrupted_run_stops_with_one_sentence(tmp_path: Path) -> None:
    import signal

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


@pytest.mark.parametrize("name", benchmark_names())
def test_every_benchmark_has_a_sentence_for_its_help(name: str, root: Path) -> None:
    assert (root / "benchmarks" / f"{name}.py").read_text().startswith('"""')


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
    assert "install it with pip install bpy" in one_sentence(ended.stderr)
    assert footfall("skills", **hidden).returncode == 0


class TestRigs:
    """What needs Blender."""

    @pytest.fixture(autouse=True)
    def _needs_blender(self) -> None:
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
        self, footfall: Run, tmp_path: Path, rig: str, sentence: str
    ) -> None:
        if rig.startswith("junk"):
            (tmp_path / rig).write_bytes(b"junk \xff\x00")
        before = sorted(tmp_path.iterdir())
        ended = footfall("bake", rig, "--out", "a.blend")
        assert ended.returncode == 2
        assert sentence in one_sentence(ended.stderr)
        assert not ended.stdout
        assert sorted(tmp_path.iterdir()) == before

    def test_map_prints_the_bones_and_writes_them(self, footfall: Run, tmp_path: Path) -> None:
        ended = footfall("map", "rigify", "--json", "map.json")
        assert ended.returncode == 0, ended.stderr
        assert "missing: nothing" in ended.stdout
        bones = json.loads((tmp_path / "map.json").read_text())
        assert {"armature", "metres_per_unit", "missing", "roles"} <= set(bones)
        assert bones["question"] is None
        assert bones["roles"]["upper_leg.L"] in ended.stdout
        assert bones["missing"] == []

    def test_bake_writes_a_scene_that_walks(self, footfall: Run, tmp_path: Path) -> None:
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
        self, footfall: Run, tmp_path: Path
    ) -> None:
        ended = footfall(
            *("bake", "rigify", "--duration", "0.2", "--frame-rate", "10"),
            *("--out", "a.blend", "--sheet", "a.png"),
            __EGL_VENDOR_LIBRARY_DIRS=str(tmp_path),
            DISPLAY="",
        )
        assert ended.returncode == 0, ended.stderr
        assert "Rendered a.png with Cycles on the CPU (Workbench needs EGL" in ended.stderr
        assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")

    def test_the_rig_that_is_baked_is_not_changed(self, footfall: Run, tmp_path: Path) -> None:
        make_two_rigs(tmp_path / "rig.blend", tmp_path)
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
        self, footfall: Run, tmp_path: Path
    ) -> None:
        make_two_rigs(tmp_path / "two.blend", tmp_path)
        make_rig(tmp_path / "rig.fbx", tmp_path)
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
        assert 0.1 < rig["speed"] < 0.8  # it starts from standing
        assert rig["seconds"] > 0.0

    def test_the_report_of_one_rig_that_fails_says_so(self, footfall: Run, tmp_path: Path) -> None:
        ended = footfall("bake", "gone.fbx", "--out", "a.blend", "--json", "report.json")
        assert ended.returncode == 2
        (record,) = json.loads((tmp_path / "report.json").read_text())
        assert one_sentence(ended.stderr) == f"footfall: {record['error']}"

    def test_of_several_armatures_one_must_be_named(self, footfall: Run, tmp_path: Path) -> None:
        make_two_rigs(tmp_path / "rig.blend", tmp_path)
        ended = footfall("map", "rig.blend")
        assert ended.returncode == 2
        assert "has several armatures, 'metarig', 'second'" in one_sentence(ended.stderr)
        ended = footfall("map", "rig.blend", "--armature", "third")
        assert ended.returncode == 2
        assert "has no armature 'third'; it has 'metarig', 'second'." in one_sentence(ended.stderr)


def blender_script(source: str, folder: Path) -> str:
    ended = subprocess.run(
        [sys.executable, "-c", "import bpy, json, os, sys\n" + source],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        cwd=folder,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


def make_two_rigs(path: Path, folder: Path) -> None:
    blender_script(
        f"""
bpy.ops.wm.read_homefile(use_empty=True)
bpy.ops.preferences.addon_enable(module="rigify")
bpy.ops.object.armature_human_metarig_add()
bpy.ops.object.armature_human_metarig_add()
bpy.context.object.name = "second"
bpy.ops.wm.save_as_mainfile(filepath={str(path)!r})
os._exit(0)
""",
        folder,
    )


def make_rig(path: Path, folder: Path) -> None:
    blender_script(
        f"""
bpy.ops.wm.read_homefile(use_empty=True)
bpy.ops.preferences.addon_enable(module="rigify")
bpy.ops.object.armature_basic_human_metarig_add()
bpy.ops.export_scene.fbx(filepath={str(path)!r}, add_leaf_bones=False)
os._exit(0)
""",
        folder,
    )


def look_into(path: Path, folder: Path) -> dict[str, Any]:
    text = blender_script(
        f"""
bpy.ops.wm.open_mainfile(filepath={str(path)!r})
scene = bpy.context.scene
said = dict(
    range=[scene.frame_start, scene.frame_end],
    rate=scene.render.fps / scene.render.fps_base,
    action=bpy.data.objects["rig"].animation_data.action.name,
    preview_left=any("Preview" in s.name for s in bpy.data.scenes) or "Ground" in bpy.data.objects,
)
print("SAID" + json.dumps(said), flush=True)
os._exit(0)
""",
        folder,
    )
    said: dict[str, Any] = json.loads(text.rpartition("SAID")[2])
    return said


def test_style_makes_a_style_of_a_clip(footfall: Run, tmp_path: Path, shared_data: Path) -> None:
    pytest.importorskip("bpy")
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
    pytest.importorskip("bpy")
    ended = footfall("style", *line)
    assert ended.returncode == 2
    assert sentence in one_sentence(ended.stderr)
