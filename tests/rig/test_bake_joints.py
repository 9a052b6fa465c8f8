"""The evaluated rig follows the take: every mapped bone's head is at its segment's joint."""

from __future__ import annotations

import contextlib
import io

import numpy as np
import pytest
from baking import CLOSE, bake, joint_errors
from drawn import A_POSE, BENT, MIXAMO, T_POSE, build_armature, draw_skeleton

from footfall import Character

BODY = Character.humanoid(height=1.7)
FILES = (
    "mpfb_mixamo_rig.blend", "cmu_cgspeed_walk.bvh", "mocapbank_kneel_and_stand.bvh",
    "makehuman_tpose.bvh", "mannequiny.glb", "kaykit_Knight.glb", "RiggedFigure_unnamed.glb",
    "rocketbox_Male_Adult_17.fbx", "pab_jog.fbx", "cmu_08_02_walk.fbx",
)  # fmt: skip


@pytest.mark.parametrize("file", FILES)
def test_joints_of_rigs_of_other_projects_follow_the_take(blender, shared_rig, file: str) -> None:
    rig, take, _ = bake(blender, shared_rig(file))
    assert joint_errors(blender, rig, take).max() < CLOSE


def test_joints_of_a_generated_rigify_human_follow_the_take(blender, rigify_human) -> None:
    rig, take, _ = bake(blender, rigify_human)
    assert len(rig.bone_map.roles) == len(rig.character.segments)
    assert joint_errors(blender, rig, take).max() < CLOSE


def test_a_rigify_human_whose_root_was_moved_walks_from_there(blender, rigify_human) -> None:
    rigify_human.pose.bones["root"].location = (1.0, 0.0, 2.0)
    rig, take, _ = bake(blender, rigify_human)
    assert abs(rig.position[0] - 1.0) < 1e-5
    assert joint_errors(blender, rig, take).max() < CLOSE


def test_a_rigify_human_with_raised_shoulders_keeps_them(blender, rigify_human) -> None:
    shoulder = rigify_human.pose.bones["shoulder.L"]
    shoulder.rotation_euler = (0.0, 0.0, 0.4)
    rigify_human.pose.bones["root"].location = (0.5, 0.0, 0.0)
    rig, take, _ = bake(blender, rigify_human)
    assert joint_errors(blender, rig, take).max() < CLOSE
    assert tuple(shoulder.rotation_euler) == pytest.approx((0.0, 0.0, 0.4))


def test_a_basic_rigify_human_without_fingers_and_face_follows(blender) -> None:
    blender.ops.preferences.addon_enable(module="rigify")
    blender.ops.object.armature_basic_human_metarig_add()
    with contextlib.redirect_stdout(io.StringIO()):
        blender.ops.pose.rigify_generate()
    rig, take, _ = bake(blender, blender.context.object)
    assert not rig.bone_map.missing
    assert joint_errors(blender, rig, take).max() < CLOSE


@pytest.mark.parametrize("mode", ["QUATERNION", "AXIS_ANGLE", "XYZ", "ZYX", "YXZ", "XZY"])
def test_every_rotation_mode_is_written(blender, mode: str) -> None:
    armature = build_armature(blender, draw_skeleton(BODY))
    for bone in armature.pose.bones:
        bone.rotation_mode = mode
    rig, take, _ = bake(blender, armature)
    assert joint_errors(blender, rig, take).max() < CLOSE


OBJECTS = {
    "small": {"scale": 0.01}, "large": {"scale": 100.0}, "turned": {"turn": np.pi / 2},
    "tipped": {"tip": 0.4}, "elsewhere": {"place": (3.0, -2.0, 0.5)},
    "all": {"scale": 0.02, "turn": 2.0, "tip": -0.2, "place": (-1.0, 4.0, 1.0)},
}  # fmt: skip


def place(armature, scale=1.0, turn=0.0, tip=0.0, place=(0.0, 0.0, 0.0)):
    armature.scale = (scale,) * 3
    armature.rotation_euler = (tip, 0.0, turn)
    armature.location = place


@pytest.mark.parametrize("case", OBJECTS)
def test_any_transform_of_the_object_is_undone(blender, case: str) -> None:
    armature = build_armature(blender, draw_skeleton(BODY))
    place(armature, **OBJECTS[case])
    rig, take, _ = bake(blender, armature)
    assert joint_errors(blender, rig, take).max() < CLOSE


def test_a_parent_and_delta_transforms_are_undone(blender) -> None:
    armature = build_armature(blender, draw_skeleton(BODY))
    above = blender.data.objects.new("above", None)
    blender.context.collection.objects.link(above)
    place(above, scale=2.0, turn=1.0, place=(1.0, 0.0, 0.0))
    armature.parent = above
    armature.delta_location = (0.0, 0.5, 0.0)
    armature.delta_rotation_euler = (0.0, 0.0, 0.7)
    rig, take, _ = bake(blender, armature)
    assert joint_errors(blender, rig, take).max() < CLOSE


@pytest.mark.parametrize("pose", [T_POSE, A_POSE, BENT])
@pytest.mark.parametrize("connect", [False, True])
def test_rest_poses_and_connected_bones_make_no_difference(blender, pose, connect) -> None:
    armature = build_armature(blender, draw_skeleton(BODY, pose), connect)
    rig, take, _ = bake(blender, armature)
    assert joint_errors(blender, rig, take).max() < CLOSE


def with_root(blender, connect: bool):
    """A rig whose hips hang on a root bone, connected to it or not."""
    armature = build_armature(blender, draw_skeleton(BODY))
    blender.ops.object.mode_set(mode="EDIT")
    bones = armature.data.edit_bones
    root = bones.new("root")
    root.head, root.tail = (0.0, 0.0, 0.0), bones["Hips"].head
    bones["Hips"].parent = root
    bones["Hips"].use_connect = connect
    blender.ops.object.mode_set(mode="OBJECT")
    return armature


def test_hips_connected_to_a_root_bone_are_carried_by_it(blender) -> None:
    rig, take, _ = bake(blender, with_root(blender, connect=True))
    assert joint_errors(blender, rig, take).max() < CLOSE


def test_a_trunk_of_one_bone_connected_to_the_hips_follows(blender) -> None:
    names = {part: name for part, name in MIXAMO.items() if part != "lower_back"}
    armature = build_armature(blender, draw_skeleton(BODY, names=names))
    blender.ops.object.mode_set(mode="EDIT")
    bones = armature.data.edit_bones
    bones["Hips"].tail = bones["Spine1"].head
    bones["Spine1"].use_connect = True
    blender.ops.object.mode_set(mode="OBJECT")
    rig, take, _ = bake(blender, armature)
    assert joint_errors(blender, rig, take).max() < CLOSE


def test_a_posed_root_bone_keeps_its_pose(blender) -> None:
    armature = with_root(blender, connect=False)
    root = armature.pose.bones["root"]
    root.rotation_mode = "XYZ"
    root.location, root.rotation_euler = (0.4, 0.3, 0.2), (0.0, 0.9, 0.0)
    root.scale = (0.5, 0.5, 0.5)
    blender.context.view_layer.update()
    rig, take, _ = bake(blender, armature)
    assert joint_errors(blender, rig, take).max() < CLOSE
    assert tuple(root.location) == pytest.approx((0.4, 0.3, 0.2))


@pytest.mark.parametrize("bones", [("LeftLeg", "Spine1"), ("LeftUpLeg", "Neck", "RightArm")])
@pytest.mark.parametrize("setting", ["use_inherit_rotation", "use_local_location"])
def test_bones_that_do_not_inherit_still_follow(blender, bones, setting: str) -> None:
    armature = with_root(blender, connect=False)
    for name in (*bones, "Hips"):
        setattr(armature.data.bones[name], setting, False)
    armature.pose.bones["root"].location = (0.1, 0.2, 0.0)
    rig, take, _ = bake(blender, armature)
    assert joint_errors(blender, rig, take).max() < CLOSE


@pytest.mark.parametrize("mode", ["NONE", "AVERAGE", "ALIGNED", "FIX_SHEAR"])
def test_inherited_scale_makes_no_difference(blender, mode: str) -> None:
    armature = with_root(blender, connect=False)
    for bone in armature.data.bones:
        bone.inherit_scale = mode
    rig, take, _ = bake(blender, armature)
    assert joint_errors(blender, rig, take).max() < CLOSE


def test_feet_and_spine_that_hang_from_the_root_follow(blender) -> None:
    armature = with_root(blender, connect=False)
    blender.ops.object.mode_set(mode="EDIT")
    bones = armature.data.edit_bones
    for name in ("LeftFoot", "RightFoot", "Spine", "LeftUpLeg", "RightUpLeg"):
        bones[name].parent = bones["root"]
    blender.ops.object.mode_set(mode="OBJECT")
    rig, take, _ = bake(blender, armature)
    assert len(rig.bone_map.roles) == len(BODY.segments)
    assert joint_errors(blender, rig, take).max() < CLOSE


@pytest.mark.parametrize("left_out", ["lower_back", "toes", "hand", "head"])
def test_rigs_that_lack_a_bone_follow_with_the_others(blender, left_out: str) -> None:
    names = {part: name for part, name in MIXAMO.items() if part != left_out}
    rig, take, _ = bake(blender, build_armature(blender, draw_skeleton(BODY, names=names)))
    assert joint_errors(blender, rig, take).max() < CLOSE


def test_a_raised_clavicle_stays_raised_and_the_arm_hangs_on_it(blender) -> None:
    armature = build_armature(blender, draw_skeleton(BODY))
    blender.ops.object.mode_set(mode="EDIT")
    bones = armature.data.edit_bones
    clavicle = bones.new("LeftShoulder")
    clavicle.head = bones["Spine1"].tail
    clavicle.tail = bones["LeftArm"].head
    clavicle.parent, bones["LeftArm"].parent = bones["Spine1"], clavicle
    bones["LeftArm"].use_connect = True
    blender.ops.object.mode_set(mode="OBJECT")
    shoulder = armature.pose.bones["LeftShoulder"]
    shoulder.rotation_mode = "XYZ"
    shoulder.rotation_euler = (0.2, 0.1, 0.2)
    blender.context.view_layer.update()
    rig, take, _ = bake(blender, armature)
    assert joint_errors(blender, rig, take).max() < CLOSE
    assert tuple(shoulder.rotation_euler) == pytest.approx((0.2, 0.1, 0.2))
