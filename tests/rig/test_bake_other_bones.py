"""The rig's old Action still moves fingers, faces and properties after a bake."""

from __future__ import annotations

import numpy as np
import pytest
from baking import CLOSE, bake, joint_errors
from drawn import build_armature, draw_skeleton

from footfall import Character
from footfall.catalogue.output import Output

FINGER, JAW = "f_index.01.L", "jaw_master"
KEYED = (1, 12, 40)


def paths_of(armature) -> set[str]:
    from footfall.rigs.blender.actions import animated_paths

    return animated_paths(armature)


def values_of(armature, path: str, index: int = 0) -> list[float]:
    from footfall.rigs.blender.actions import curves_of

    found = curves_of(armature, armature.animation_data.action)
    (curve,) = [c for c in found if (c.data_path, c.array_index) == (path, index)]
    return [curve.evaluate(frame) for frame in range(0, 60, 3)]


@pytest.fixture
def animated(rigify_human):
    """A Rigify human whose Action moves nearly everything that it has."""
    rig, bones = rigify_human, rigify_human.pose.bones
    rig["mood"] = 0.0
    for i, frame in enumerate(KEYED):
        for name in (FINGER, JAW, "foot_ik.L", "hand_ik.R", "chest", "torso", "shoulder.L"):
            bones[name].rotation_mode = "XYZ"
            bones[name].rotation_euler.x = 0.4 * i
            bones[name].keyframe_insert("rotation_euler", frame=frame)
        bones["hand_ik.R"].location.x = 0.1 * i
        bones["hand_ik.R"].keyframe_insert("location", frame=frame)
        for name in ("upper_arm_parent.R", "thigh_parent.L"):
            bones[name]["IK_FK"] = float(i % 2)
            bones[name].keyframe_insert('["IK_FK"]', frame=frame)
        rig["mood"] = float(i)
        rig.keyframe_insert('["mood"]', frame=frame)
        rig.location.x = 0.2 * i
        rig.keyframe_insert("location", frame=frame)
    return rig


def turned(path: str) -> str:
    return f'pose.bones["{path}"].rotation_euler'


OTHERS = (turned(FINGER), turned(JAW), '["mood"]')


@pytest.mark.parametrize("feet_on_ik", [False, True])
def test_fingers_jaw_and_a_property_play_on_and_nothing_fights_the_take(
    blender, animated, feet_on_ik: bool
) -> None:
    blender.context.scene.frame_set(1)
    before = {path: values_of(animated, path) for path in OTHERS}
    old = animated.animation_data.action
    kept = paths_of(animated)
    rig, take, action = bake(
        blender, animated, start_frame=1, output=Output(feet_on_ik=feet_on_ik)
    )
    assert action != old and animated.animation_data.action == action
    assert old.use_fake_user
    assert {path: values_of(animated, path) for path in OTHERS} == before
    assert "location" not in paths_of(animated)
    assert 'pose.bones["hand_ik.R"].location' not in paths_of(animated)
    assert 'pose.bones["shoulder.L"].rotation_euler' not in paths_of(animated)
    legs = 0.01 if feet_on_ik else CLOSE
    assert joint_errors(blender, rig, take).max() < legs
    animated.animation_data.action = old  # which is as it was
    if hasattr(animated.animation_data, "action_slot"):
        animated.animation_data.action_slot = old.slots[0]
    assert paths_of(animated) == kept


def test_the_finger_that_is_seen_moves_by_the_old_keys(blender, animated) -> None:
    blender.context.scene.frame_set(1)
    bake(blender, animated, start_frame=1)
    turns = []
    for frame in KEYED[:2]:
        blender.context.scene.frame_set(frame)
        bones = animated.evaluated_get(blender.context.evaluated_depsgraph_get()).pose.bones
        inside = bones["DEF-hand.L"].matrix.inverted() @ bones[f"DEF-{FINGER}"].matrix
        turns.append(np.array(inside.to_quaternion()))
    assert abs(turns[0] @ turns[1]) < np.cos(0.1)


def test_a_second_bake_leaves_nothing_of_the_first(blender, animated) -> None:
    blender.context.scene.frame_set(1)
    first = Output(feet_on_ik=True, contacts="property", root_motion="root")
    bake(blender, animated, start_frame=1, output=first)
    rig, take, _ = bake(blender, animated, seed=3, start_frame=5)
    paths = paths_of(animated)
    assert not {path for path in paths if "contact" in path or "_ik." in path}
    assert set(OTHERS) <= paths
    assert joint_errors(blender, rig, take, start_frame=5).max() < CLOSE
    assert 'pose.bones["root"].location' not in paths


def test_what_is_copied_keeps_its_modifiers_and_only_its_own_slot(blender, animated) -> None:
    from footfall.rigs.blender.actions import curves_of

    old = animated.animation_data.action
    (curve,) = [
        c for c in curves_of(animated, old) if (c.data_path, c.array_index) == (turned(JAW), 0)
    ]
    curve.modifiers.new("NOISE").strength = 0.25
    if hasattr(old, "slots"):
        old.slots.new(id_type="OBJECT", name="another")
    blender.context.scene.frame_set(1)
    _, _, action = bake(blender, animated, start_frame=1)
    (curve,) = [
        c for c in curves_of(animated, action) if (c.data_path, c.array_index) == (turned(JAW), 0)
    ]
    assert [m.type for m in curve.modifiers] == ["NOISE"]
    assert len(getattr(action, "slots", [1])) == 1
    assert tuple(action.frame_range) == (1.0, 31.0)  # not to frame 40, where the finger ends


def test_a_strip_plays_over_the_fingers_of_what_was_there(blender, animated) -> None:
    blender.context.scene.frame_set(1)
    bake(blender, animated, start_frame=1, output=Output(destination="nla"))
    seen = []
    for frame in KEYED[:2]:
        blender.context.scene.frame_set(frame)
        seen.append(animated.pose.bones[FINGER].rotation_euler.x)
    assert seen == pytest.approx([0.0, 0.4])


def test_the_scene_ends_with_a_clip_that_is_longer_and_not_otherwise(blender) -> None:
    armature = build_armature(blender, draw_skeleton(Character.humanoid()))
    scene = blender.context.scene
    for end, asked, ends in ((20, True, 31), (250, True, 250), (20, False, 20)):
        scene.frame_end = end
        bake(blender, armature, start_frame=1, output=Output(extend_scene=asked))
        assert scene.frame_end == ends


@pytest.mark.parametrize("destination", ["active", "nla"])
def test_what_bears_on_the_keyed_bones_holds_still_where_it_would_go_on(
    blender, animated, destination: str
) -> None:
    blender.context.scene.frame_set(1)
    output = Output(destination=destination)
    rig, take, _ = bake(blender, animated, start_frame=1, output=output)
    assert joint_errors(blender, rig, take).max() < CLOSE
