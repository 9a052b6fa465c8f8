"""The keyed channels, and those that stay unchanged."""

from __future__ import annotations

import numpy as np
import pytest
from baking import CLOSE, bake, joint_errors
from drawn import build_armature, draw_skeleton
from synthetic import make_take

from footfall import Character
from footfall.base.errors import RigError

BODY = Character.humanoid()


@pytest.fixture
def armature(blender):
    """A Mixamo-named rig with a hand's worth of bones that no segment plays."""
    made = build_armature(blender, draw_skeleton(BODY))
    blender.ops.object.mode_set(mode="EDIT")
    bones = made.data.edit_bones
    for i in range(5):
        finger = bones.new(f"LeftHandFinger{i}")
        finger.head, finger.tail = bones["LeftHand"].head, bones["LeftHand"].tail
        finger.parent = bones["LeftHand"]
    blender.ops.object.mode_set(mode="OBJECT")
    return made


def curves_of(action):
    if hasattr(action, "slots"):
        bag = action.layers[0].strips[0].channelbag(action.slots[0])
        return {(c.data_path, c.array_index): c for c in bag.fcurves}
    return {(c.data_path, c.array_index): c for c in action.fcurves}


def test_keys_lie_on_every_frame_from_the_start_frame(blender, armature) -> None:
    _, take, action = bake(blender, armature, start_frame=17, name="Stroll")
    assert action.name == "Stroll"
    for curve in curves_of(action).values():
        frames = [point.co[0] for point in curve.keyframe_points]
        assert frames == list(range(17, 17 + len(take.times)))


def test_the_default_start_is_the_scenes(blender, armature) -> None:
    blender.context.scene.frame_start = 5
    _, _, action = bake(blender, armature)
    assert action.frame_range[0] == 5


@pytest.mark.parametrize(("fps", "base"), [(24, 1.0), (30, 1.001), (24, 1.001), (120, 1.0)])
def test_any_frame_rate_is_filled(blender, armature, fps: int, base: float) -> None:
    from footfall.rigs.blender.keys import write_take
    from footfall.rigs.blender.rig import read_rig

    scene = blender.context.scene
    scene.render.fps, scene.render.fps_base = fps, base
    rig = read_rig(armature)
    fine = make_take(rig.character, rig.position, rig.heading, seconds=1.0, frame_rate=600)
    action = write_take(rig, fine)
    length = action.frame_range[1] - action.frame_range[0]
    assert length == np.floor(fps / base + 1e-6)
    # Between the take's frames positions are linear and turns slerped: 600 of them lie close.
    assert joint_errors(blender, rig, fine).max() < 0.01


def test_only_the_pelvis_is_moved_all_else_turns(blender, armature) -> None:
    rig, _, action = bake(blender, armature)
    moved = {path for path, _ in curves_of(action) if path.endswith("location")}
    assert moved == {'pose.bones["Hips"].location'}
    turned = {path.split('"')[1] for path, _ in curves_of(action) if "rotation" in path}
    assert turned == set(rig.bone_map.roles.values())


def test_bones_without_a_segment_are_untouched(blender, armature) -> None:
    fingers = [b for b in armature.pose.bones if "Finger" in b.name]
    for bone in fingers:
        bone.rotation_quaternion = (0.8, 0.6, 0.0, 0.0)
        bone.location = (0.01, 0.0, 0.0)
    before = {b.name: b.matrix_basis.copy() for b in fingers}
    _, _, action = bake(blender, armature)
    blender.context.scene.frame_set(10)
    assert {b.name: b.matrix_basis for b in fingers} == before
    assert not any("Finger" in path for path, _ in curves_of(action))


def test_the_old_action_is_kept_and_no_longer_acts(blender, armature) -> None:
    armature.keyframe_insert("location", frame=1)
    armature.pose.bones["LeftFoot"].scale = (2.0, 2.0, 2.0)
    armature.pose.bones["LeftFoot"].keyframe_insert("scale", frame=1)
    armature.pose.bones["LeftLeg"].location = (0.3, 0.0, 0.0)
    armature.pose.bones["LeftLeg"].keyframe_insert("location", frame=1)
    old = armature.animation_data.action
    rig, take, action = bake(blender, armature)
    assert armature.animation_data.action == action != old
    assert old.name in blender.data.actions and old.use_fake_user
    assert joint_errors(blender, rig, take).max() < CLOSE


@pytest.mark.parametrize("mode", ["QUATERNION", "XYZ", "AXIS_ANGLE"])
def test_neighbouring_keys_never_jump(blender, armature, mode: str) -> None:
    for bone in armature.pose.bones:
        bone.rotation_mode = mode
    _, _, action = bake(blender, armature)
    for (path, _), curve in curves_of(action).items():
        values = np.array([point.co[1] for point in curve.keyframe_points])
        if "rotation" in path and "axis_angle" not in path:
            assert np.abs(np.diff(values)).max() < 0.9, path


def test_between_keys_curves_are_straight(blender, armature) -> None:
    _, _, action = bake(blender, armature)
    kinds = {p.interpolation for c in curves_of(action).values() for p in c.keyframe_points}
    assert kinds == {"LINEAR"}


def test_curves_are_grouped_by_bone(blender, armature) -> None:
    _, _, action = bake(blender, armature)
    for (path, _), curve in curves_of(action).items():
        assert curve.group.name == path.split('"')[1]


def test_a_second_bake_replaces_the_first(blender, armature) -> None:
    bake(blender, armature)
    rig, take, action = bake(blender, armature, seed=4)
    assert armature.animation_data.action == action
    assert joint_errors(blender, rig, take).max() < CLOSE


def test_ik_that_would_overrule_the_keys_is_keyed_off(blender, armature) -> None:
    goal = blender.data.objects.new("goal", None)
    blender.context.collection.objects.link(goal)
    ik = armature.pose.bones["LeftLeg"].constraints.new("IK")
    ik.target, ik.chain_count = goal, 2
    limit = armature.pose.bones["RightArm"].constraints.new("LIMIT_ROTATION")
    limit.use_limit_x, limit.max_x = True, 0.01
    rig, take, action = bake(blender, armature)
    assert joint_errors(blender, rig, take).max() < CLOSE
    off = {path for path, _ in curves_of(action) if path.endswith("influence")}
    assert off == {f"{c.path_from_id()}.influence" for c in (ik, limit)}


def test_a_driver_on_a_mapped_bone_is_named(blender, armature) -> None:
    armature.pose.bones["LeftLeg"].driver_add("rotation_quaternion", 0)
    with pytest.raises(RigError, match="The bone 'LeftLeg' is moved by a driver"):
        bake(blender, armature)
    assert armature.animation_data.action is None


def test_root_motion_on_the_object_goes_back_to_the_object(blender, shared_rig) -> None:
    rig, take, action = bake(blender, shared_rig("rocketbox_Male_Adult_17.fbx"))
    paths = {path for path, _ in curves_of(action)}
    assert {"location", "rotation_quaternion"} & paths
    blender.context.scene.frame_set(20)
    place = np.array(rig.armature.matrix_world.translation)
    metre = rig.bone_map.metres_per_unit
    np.testing.assert_allclose(
        metre * place, take.performances[0].root_position[19] + [0, 0, rig.ground_height], atol=1e-4
    )


def test_a_rigify_rig_is_keyed_on_its_fk_controls(blender, rigify_human) -> None:
    armature = rigify_human
    _, _, action = bake(blender, armature)
    keyed = {path.split('"')[1] for path, _ in curves_of(action) if "rotation" in path}
    assert {"torso", "spine_fk", "upper_arm_fk.L", "thigh_fk.R", "foot_fk.L", "neck"} <= keyed
    assert not any(name.startswith(("ORG", "MCH", "DEF")) for name in keyed)
    for limb in ("upper_arm", "thigh"):
        for side in "LR":
            assert armature.pose.bones[f"{limb}_parent.{side}"]["IK_FK"] == 1.0
            path = f'pose.bones["{limb}_parent.{side}"]["IK_FK"]'
            assert curves_of(action)[path, 0].keyframe_points[0].co[1] == 1.0


def test_a_take_of_another_body_is_refused(blender, armature) -> None:
    from footfall.rigs.blender.keys import write_take
    from footfall.rigs.blender.rig import read_rig

    rig = read_rig(armature)
    take = make_take(BODY, seconds=0.1)
    with pytest.raises(RigError, match="The take has no performer 3; allowed: 0 to 0"):
        write_take(rig, take, performer=3)
    p = take.performances[0]
    object.__setattr__(p, "segment_names", tuple(f"x{n}" for n in p.segment_names))
    with pytest.raises(RigError, match="The take was made for another body"):
        write_take(rig, take)
    assert armature.animation_data is None or armature.animation_data.action is None
