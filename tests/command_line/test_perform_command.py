"""`footfall bake --skill perform`: an Action, or the clip of a file, becomes physical motion."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rig_files import blender_script
from shell import PATIENCE, Run, one_sentence

from footfall import Character, Cue, Performer, Shot, Take
from footfall.command_line.clips import FILES
from footfall.evaluation import bundled_clips
from footfall.tests.bowing_clip import bowing_clip

pytest.importorskip("bpy")
pytest.importorskip("pybullet_data")

PERFORM = ("--skill", "perform", "--tries", "1")
# Rigs that bow, and rigs whose Actions cannot be performed; the script adds the lines that save.
RIGS = """
import math
bpy.ops.preferences.addon_enable(module="rigify")

def start():
    bpy.ops.wm.read_homefile(use_empty=True)
    bpy.ops.object.armature_basic_human_metarig_add()
    return bpy.context.object

def bow(rig, frames, angles, name):
    data = rig.animation_data_create()
    data.action = bpy.data.actions.new(name)
    bone = rig.pose.bones["spine.002"]
    bone.rotation_mode = "XYZ"
    for frame, angle in zip(frames, angles):
        bone.rotation_euler.x = angle
        bone.keyframe_insert("rotation_euler", index=0, frame=frame)
    return data.action

def save(name):
    bpy.ops.wm.save_as_mainfile(filepath=os.path.join(FOLDER, name))

rig = start()
save("none.blend")
rig = start()
rig.location, rig.rotation_euler.z = (2.0, 1.0, 0.0), 0.5
bow(rig, [5, 9, 13], [0.0, 0.3, 0.0], "short").use_fake_user = True
bow(rig, [21, 25, 33], [0.0, 0.3, 0.0], "bow")
for name, frame in (("foot.L up", 31), ("foot.R down", 21)):
    bpy.data.actions["bow"].pose_markers.new(name).frame = frame
scene = bpy.context.scene
scene.render.fps, scene.frame_start, scene.frame_end = 25, 100, 200
save("bows.blend")
rig = start()
bow(rig, [5], [0.3], "one")
save("one.blend")
rig = start()
broken = bow(rig, [1, 20], [0.0, 0.3], "broken")
broken.fcurves[0].keyframe_points[1].co[1] = float("nan")
save("nan.blend")
rig = start()
foreign = bow(rig, [1, 20], [0.0, 0.3], "foreign")
foreign.fcurves[0].data_path = 'pose.bones["Bip01"].rotation_euler'
save("foreign.blend")
rig = start()
bow(rig, [1, 20], [0.0, 0.3], "legless")
bpy.ops.object.mode_set(mode="EDIT")
for bone in list(rig.data.edit_bones):
    if bone.name.startswith(("thigh", "shin", "foot", "toe", "heel")):
        rig.data.edit_bones.remove(bone)
bpy.ops.object.mode_set(mode="OBJECT")
save("legless.blend")
os._exit(0)
"""
LOOK = """
bpy.ops.wm.open_mainfile(filepath=PATH)
scene = bpy.context.scene
rig = next(thing for thing in scene.objects if thing.type == "ARMATURE")
said = dict(
    range=[scene.frame_start, scene.frame_end],
    rate=scene.render.fps / scene.render.fps_base,
    action=rig.animation_data.action.name,
    actions={action.name: list(action.frame_range) for action in bpy.data.actions},
)
print("SAID" + json.dumps(said), flush=True)
os._exit(0)
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Files with rigs, and walk.bvh, made once; commands read them only."""
    made = tmp_path_factory.mktemp("clips")
    blender_script(RIGS.replace("FOLDER", repr(str(made))), made)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bundled_clips, "CYCLES", 1)
        bundled_clips.write_bundled_clip("walk", made).rename(made / "walk.bvh")
    return made


def look_into(path: Path) -> dict[str, Any]:
    text = blender_script(LOOK.replace("PATH", repr(str(path))), path.parent)
    said: dict[str, Any] = json.loads(text.rpartition("SAID")[2])
    return said


def test_a_bvh_file_performs_its_own_clip_at_its_own_rate(
    footfall: Run, tmp_path: Path, folder: Path
) -> None:
    clip = folder / "walk.bvh"
    lines = clip.read_text().splitlines()
    frames = int(next(line for line in lines if line.startswith("Frames:")).split()[1])
    ended = footfall(
        *("bake", clip, "--skill", "perform", "--tries", "9"),
        *("--out", "o.blend", "--take", "o.npz", "--json", "o.json"),
    )
    assert ended.returncode == 0, ended.stderr
    assert "did not finish" not in ended.stderr
    said = look_into(tmp_path / "o.blend")
    assert said["range"] == [1, frames]
    assert said["rate"] == pytest.approx(30.0, abs=0.01)
    assert said["action"] == "walk Perform"
    assert said["actions"] == {"walk": [1, frames], "walk Perform": [1, frames]}
    assert len(Take.load(tmp_path / "o.npz").times) == frames
    (record,) = json.loads((tmp_path / "o.json").read_text())
    assert record["unfinished"] == []


def test_an_action_is_performed_where_and_when_it_is_on_the_rig(
    footfall: Run, tmp_path: Path, folder: Path
) -> None:
    ended = footfall("bake", folder / "bows.blend", *PERFORM, "--out", "o.blend", "--take", "o.npz")
    assert ended.returncode == 0, ended.stderr
    assert "Contacts [s]: foot.L 0-0.4, foot.R 0-0.48, hand.L none, hand.R none." in ended.stderr
    assert "cm to the ground, and its feet are moved by up to" in ended.stderr
    said = look_into(tmp_path / "o.blend")
    assert said["range"] == [21, 33]
    assert said["rate"] == 25.0
    assert set(said["actions"]) == {"short", "bow", "bow Perform"}
    performance = Take.load(tmp_path / "o.npz").performances[0]
    assert performance.root_position[0, :2] == pytest.approx([2.0, 1.0], abs=0.1)
    w, _, _, z = performance.root_orientation[0]
    faces = 2.0 * np.arctan2(z, w)  # the metarig faces -y before it is turned
    assert np.cos(faces - (0.5 - np.pi / 2)) == pytest.approx(1.0, abs=0.01)


def test_one_of_several_actions_is_named_and_none_is_lost(
    footfall: Run, tmp_path: Path, folder: Path
) -> None:
    ended = footfall(
        *("bake", folder / "bows.blend", *PERFORM, "--action", "short", "--out", "o.blend"),
        *("--begin", "0.08", "--contact-marks", "foot.L 0.2-0.3", "--json", "o.json"),
    )
    assert ended.returncode == 0, ended.stderr
    (record,) = json.loads((tmp_path / "o.json").read_text())
    assert record["contacts"].startswith("foot.L 0.2-0.3, foot.R 0-")
    said = look_into(tmp_path / "o.blend")
    assert said["range"] == [7, 13]
    assert said["action"] == "short Perform"
    assert set(said["actions"]) == {"short", "bow", "short Perform"}


def test_a_rig_performs_the_clip_of_another_file(
    footfall: Run, tmp_path: Path, folder: Path
) -> None:
    line = ("--action", folder / "bows.blend", "--tempo", "2", "--mirrored", "yes")
    ended = footfall("bake", folder / "walk.bvh", *PERFORM, *line, "--out", "o.blend")
    assert ended.returncode == 0, ended.stderr
    said = look_into(tmp_path / "o.blend")
    assert said["action"] == "bow Perform"
    assert said["range"] == [21, 27]
    assert said["rate"] == pytest.approx(25.0)


def test_a_part_is_limp_and_the_rig_keeps_the_clips_poses_as_the_options_say(
    footfall: Run, tmp_path: Path, folder: Path
) -> None:
    line = ("--stiffness-left-arm", "0", "--influence", "0", "--keep", "head")
    ended = footfall("bake", folder / "walk.bvh", *PERFORM, *line, "--out", "o.blend",
                     "--duration", "0.3")  # fmt: skip
    assert ended.returncode == 0, ended.stderr
    assert look_into(tmp_path / "o.blend")["action"] == "walk Perform"


@pytest.mark.parametrize(
    ("rig", "line", "sentence"),
    [
        ("none.blend", (), "'metarig' has no animation to perform: give it an Action, or choose"),
        ("one.blend", (), "The Action 'one' has keys on a single frame, 5: choose one that moves."),
        ("nan.blend", (), "The clip 'broken' holds keys that are not numbers: delete them"),
        ("foreign.blend", (), "The Action 'foreign' moves no bone of 'metarig' that is a part of"),
        ("legless.blend", (), "has no bone that can be identified as"),
        ("bows.blend", ("--action", "none"), "has no Action 'none'; it has 'bow', 'short'."),
        ("bows.blend", ("--action", "none.bvh"), "'none.bvh' cannot be read: there is no such"),
        ("bows.blend", ("--begin", "9"), "ends after 0.48 s: begin at least 0.04 s before, got 9."),
        ("bows.blend", ("--contact-marks", "tail 0-1"), "is outside the clip"),
        ("bows.blend", ("--contact-marks", "tail 0-0.1"), "'tail', which is no part of this body"),
        ("bows.blend", ("--contact-marks", "foot.L"), "'foot.L' is no contact: write a part and"),
        ("rigify:horse", ("--action", "bows.blend"), "'bow' is of a biped, and the performer is a"),
    ],
)
def test_what_cannot_be_performed_is_one_sentence(
    footfall: Run, tmp_path: Path, folder: Path, rig: str, line: tuple[str, ...], sentence: str
) -> None:
    place = {name: str(folder / name) for name in ("bows.blend", rig) if name.endswith(".blend")}
    words = [place.get(word, word) for word in (rig, *line)]
    ended = footfall("bake", words[0], *PERFORM, *words[1:], "--out", "o.blend")
    assert ended.returncode == 2
    assert sentence in one_sentence(ended.stderr)
    assert not list(tmp_path.glob("*.blend"))


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGINT for one process")
def test_the_first_ctrl_c_in_a_search_keeps_what_it_has_found(tmp_path: Path) -> None:
    # Tests that a shell runs in the background ignore the signal, and their children would as well.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    body = Character.humanoid()
    cue = Cue("perform", clip=bowing_clip(body), tempo=0.25, start=0.5)
    Shot([Performer(body, [cue])], duration=2.5).save(tmp_path / "shot.json")
    line = [sys.executable, "-m", "footfall", "simulate", "shot.json", "--out", "take.npz"]
    line += ["--save-shot", "found.json"]
    with subprocess.Popen(line, stderr=subprocess.PIPE, text=True, cwd=tmp_path) as process:
        assert process.stderr
        while not process.stderr.readline().startswith("Searching how to perform at 0.0 of 2.0 s"):
            assert process.poll() is None
        process.send_signal(signal.SIGINT)
        rest = process.stderr.read()
        assert process.wait(PATIENCE) == 1
    assert "what is found so far is kept" in rest
    assert "footfall: The search was stopped: " in rest.strip().splitlines()[-1]
    (plan,) = Shot.load(tmp_path / "found.json").performers[0].plans
    until = int(plan.rpartition("until:")[2])
    end = Take.load(tmp_path / "take.npz").times[-1]
    assert end == pytest.approx(0.5 + 0.1 * until, abs=0.02)


def test_an_action_goes_with_the_skill_that_performs_it(footfall: Run) -> None:
    ended = footfall("bake", "rigify", "--action", "bow", "--out", "o.blend")
    assert ended.returncode == 2
    assert "--action goes with --skill perform, got walk" in one_sentence(ended.stderr)


def test_clips_are_read_from_every_kind_of_file_that_can_be_opened() -> None:
    from footfall.rigs.blender.files import IMPORTERS

    assert set(FILES) == set(IMPORTERS)
