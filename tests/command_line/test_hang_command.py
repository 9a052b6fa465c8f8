"""`footfall hang`: what hangs on a rig in a file follows one of its Actions."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from rig_files import blender_script, save_metarigs
from shell import Run, one_sentence

from footfall import Take

pytest.importorskip("bpy")


@pytest.fixture(scope="module")
def tailed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A human with a tail of three bones, and two Actions: one that turns, one that stands."""
    path = tmp_path_factory.mktemp("rigs") / "tailed.blend"
    blender_script(
        f"""
bpy.ops.wm.read_homefile(use_empty=True)
bpy.ops.preferences.addon_enable(module="rigify")
bpy.ops.object.armature_human_metarig_add()
rig = bpy.context.object
bpy.ops.object.mode_set(mode="EDIT")
bones = rig.data.edit_bones
above, at = bones["spine"], bones["spine"].head.copy()
at.y += 0.15
for i in range(3):
    bone = bones.new("tail" if i == 0 else f"tail.{{i:03d}}")
    bone.head = at
    at.y += 0.1
    at.z -= 0.1
    bone.tail, bone.parent, bone.use_connect = at, above, i > 0
    above = bone
bpy.ops.object.mode_set(mode="OBJECT")
rig.rotation_mode = "XYZ"
for name, angle in (("stands", 0.0), ("turns", 1.5)):
    rig.animation_data_create().action = bpy.data.actions.new(name)
    rig.animation_data.action.use_fake_user = True
    for frame in (1, 25):
        rig.rotation_euler.z = angle * (frame > 1)
        rig.keyframe_insert("rotation_euler", frame=frame)
bpy.ops.wm.save_as_mainfile(filepath={str(path)!r})
os._exit(0)
""",
        path.parent,
    )
    return path


def test_what_hangs_is_listed(footfall: Run, tailed: Path) -> None:
    ended = footfall("hang", tailed)
    assert ended.returncode == 0
    assert ended.stdout == (
        "tail: 3 bones, tail, on spine\n"
        "breast.L: 1 bone, soft, on spine.003\n"
        "breast.R: 1 bone, soft, on spine.003\n"
    )


def test_a_tail_follows_the_chosen_action(footfall: Run, tailed: Path, tmp_path: Path) -> None:
    options = ("--action", "turns", "--chains", "tail*", "--out", "hung.blend")
    ended = footfall("hang", tailed, *options)
    assert (ended.returncode, ended.stderr) == (0, "1 hanging part. Saved hung.blend.\n")
    said = blender_script(
        f"""
bpy.ops.wm.open_mainfile(filepath={str(tmp_path / "hung.blend")!r})
rig = next(thing for thing in bpy.data.objects if thing.type == "ARMATURE")
swung = 0.0
for frame in range(1, 26):
    bpy.context.scene.frame_set(frame)
    swung = max(swung, rig.pose.bones["tail"].matrix_basis.to_quaternion().angle)
print(json.dumps([[t.name for t in rig.animation_data.nla_tracks],
                  rig.animation_data.action.name, swung]), flush=True)
os._exit(0)
""",
        tmp_path,
    )
    tracks, action, swung = json.loads(said.splitlines()[-1])
    assert (tracks, action) == (["Hanging Motion"], "turns")
    assert swung > 0.1


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (("--chains", "hair*"), "matches 'hair*'; it has tail, breast.L, breast.R."),
        (("--action", "flies"), "has no Action 'flies'; it has 'stands', 'turns'."),
        (("--out", "hung.txt"), "The output must end in .blend or .fbx or .glb, got 'hung.txt'."),
    ],
)
def test_it_refuses_with_one_sentence(footfall: Run, tailed: Path, options, sentence) -> None:
    ended = footfall("hang", tailed, *options)
    assert ended.returncode == 2
    assert sentence in one_sentence(ended.stderr)


def test_the_tail_of_an_animal_is_listed_on_request(footfall: Run, tmp_path: Path) -> None:
    save_metarigs(tmp_path / "dog.blend", tmp_path, dog="basic_quadruped")
    without, with_tail = (
        footfall("hang", "dog.blend", *options).stdout for options in ((), ("--with-tail",))
    )
    assert " tail, on " not in without
    assert " tail, on " in with_tail


def test_a_baked_body_carries_its_heavy_tail(footfall: Run, tailed: Path, tmp_path: Path) -> None:
    common = ("bake", tailed, "--skill", "stand", "--duration", "1")
    takes = {}
    for name, options in (("light", ("--hang", "tail")), ("heavy", ("--heavy", "tail=20"))):
        take, out = tmp_path / f"{name}.npz", tmp_path / f"{name}.blend"
        ended = footfall(*common, *options, "--take", take, "--out", out)
        assert ended.returncode == 0, ended.stderr
        takes[name] = Take.load(take).performances[0]
        blender_script(
            f"""
import json
bpy.ops.wm.open_mainfile(filepath={str(out)!r})
(rig,) = (o for o in bpy.data.objects if o.type == "ARMATURE")
tracks = [track.name for track in rig.animation_data.nla_tracks]
open({str(tmp_path / "tracks.json")!r}, "w").write(json.dumps(tracks))
os._exit(0)
""",
            tmp_path,
        )
        assert json.loads((tmp_path / "tracks.json").read_text()) == ["Hanging Motion"]
    assert takes["light"].hanging_names == ()
    assert takes["heavy"].hanging_names == ("tail", "tail.001", "tail.002")
    leans = {n: p.center_of_mass[-1] - p.root_position[-1] for n, p in takes.items()}
    assert np.linalg.norm(leans["heavy"] - leans["light"]) > 0.01


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (("--heavy", "tail"), "A heavy part must be given with a weight"),
        (("--heavy", "tail=-3"), "A heavy part must be given with a weight"),
        (("--heavy", "mane=3"), "No hanging part matches 'mane'"),
        (("--hang", "mane"), "No hanging part matches 'mane'"),
    ],
)
def test_heavy_parts_that_cannot_be_are_one_sentence(
    footfall: Run, tailed: Path, tmp_path: Path, options: tuple[str, ...], sentence: str
) -> None:
    ended = footfall("bake", tailed, "--skill", "stand", *options, "--out", tmp_path / "a.blend")
    assert ended.returncode == 2
    assert sentence in one_sentence(ended.stderr)
    assert not (tmp_path / "a.blend").exists()
