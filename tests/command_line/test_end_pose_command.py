"""`footfall bake --skill get_up --end`: the pose of an Action, or of a file, in which it ends."""

from __future__ import annotations

from pathlib import Path

import pytest
from rig_files import blender_script
from shell import Run, one_sentence

from footfall import Take

pytest.importorskip("bpy")

# A metarig with two Actions of a single frame: it stands with a turned head, and it lies.
RIG = """
bpy.ops.preferences.addon_enable(module="rigify")
bpy.ops.wm.read_homefile(use_empty=True)
bpy.ops.object.armature_basic_human_metarig_add()
rig = bpy.context.object

def pose(name, bone, angle):
    action = rig.animation_data_create().action = bpy.data.actions.new(name)
    action.use_fake_user = True
    bone = rig.pose.bones[bone]
    bone.rotation_mode = "XYZ"
    bone.rotation_euler.x = angle
    bone.keyframe_insert("rotation_euler", frame=7)
    bone.rotation_euler.x = 0.0

pose("lies", "spine", 1.5)
pose("stands", "spine.006", 0.3)
bpy.ops.wm.save_as_mainfile(filepath=os.path.join(FOLDER, "poses.blend"))
rig.animation_data_clear()
for action in list(bpy.data.actions):
    bpy.data.actions.remove(action)
bpy.ops.wm.save_as_mainfile(filepath=os.path.join(FOLDER, "bare.blend"))
os._exit(0)
"""
RISES = ("--skill", "get_up", "--plan", "0", "--duration", "0.2")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("poses")
    blender_script(RIG.replace("FOLDER", repr(str(made))), made)
    return made


@pytest.mark.parametrize(
    ("rig", "end"), [("poses.blend", "stands"), ("bare.blend", "poses.blend")]
)
def test_the_pose_of_an_action_or_a_file_is_read(
    footfall: Run, tmp_path: Path, folder: Path, rig: str, end: str
) -> None:
    end = str(folder / end) if end.endswith(".blend") else end
    out = ("--out", tmp_path / "o.blend", "--take", tmp_path / "take.npz")
    ended = footfall("bake", folder / rig, *RISES, "--end", end, *out)
    assert ended.returncode == 0, ended.stderr
    assert Take.load(tmp_path / "take.npz").times[-1] == pytest.approx(0.2, abs=0.05)


@pytest.mark.parametrize(
    ("end", "sentence"),
    [
        ("lies", "The pose of 'lies' has its pelvis"),
        ("gone", "has no Action 'gone'; it has 'lies', 'stands'"),
        ("gone.bvh", "there is no such file"),
    ],
)
def test_what_is_no_pose_to_stand_in_is_refused(
    footfall: Run, tmp_path: Path, folder: Path, end: str, sentence: str
) -> None:
    out = tmp_path / "o.blend"
    ended = footfall("bake", folder / "poses.blend", *RISES, "--end", end, "--out", out)
    assert ended.returncode == 2
    assert sentence in one_sentence(ended.stderr.splitlines()[-1])
    assert not out.exists()
