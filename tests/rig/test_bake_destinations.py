"""The destinations of keys, and the data that stay unchanged."""

from __future__ import annotations

import numpy as np
import pytest
from baking import CLOSE, bake, joint_errors
from drawn import build_armature, draw_skeleton
from synthetic import make_take

from footfall import Character
from footfall.base.errors import InvalidInput, RigError
from footfall.catalogue.output import Output

ACTIVE = Output(destination="active")
HIPS = 'pose.bones["Hips"].location'


@pytest.fixture
def armature(blender):
    return build_armature(blender, draw_skeleton(Character.humanoid()))


def curve_of(armature, path: str, index: int = 0):
    data = armature.animation_data
    if hasattr(data, "action_slot"):
        found = data.action.layers[0].strips[0].channelbag(data.action_slot).fcurves
    else:
        found = data.action.fcurves
    return found.find(path, index=index)


def frames_of(curve) -> list[float]:
    return [point.co[0] for point in curve.keyframe_points]


def test_the_active_action_keeps_what_lies_outside_the_baked_frames(blender, armature) -> None:
    hips = armature.pose.bones["Hips"]
    for frame, x in ((-20, 0.1), (10, 0.5), (90, 0.9)):
        hips.location.x = x
        hips.keyframe_insert("location", frame=frame)
    armature.keyframe_insert("scale", frame=5)
    action = armature.animation_data.action
    _, _, written = bake(blender, armature, start_frame=1, output=ACTIVE)
    assert written == armature.animation_data.action == action
    curve = curve_of(armature, HIPS)
    assert frames_of(curve) == [-20, *range(1, 32), 90]
    assert [p.co[1] for p in curve.keyframe_points][::32] == pytest.approx([0.1, 0.9])
    assert frames_of(curve_of(armature, "scale")) == [5]


def test_the_baked_frames_of_the_active_action_show_the_take(blender, armature) -> None:
    armature.pose.bones["LeftLeg"].keyframe_insert("rotation_quaternion", frame=7)
    armature.pose.bones["LeftFoot"].scale = (2.0, 2.0, 2.0)
    armature.pose.bones["LeftFoot"].keyframe_insert("scale", frame=90)
    armature.pose.bones["LeftFoot"].scale = (1.0, 1.0, 1.0)
    rig, take, _ = bake(blender, armature, start_frame=1, output=ACTIVE)
    assert joint_errors(blender, rig, take).max() < CLOSE
    scale = curve_of(armature, 'pose.bones["LeftFoot"].scale')
    assert scale.evaluate(0) == scale.evaluate(32) == 2.0


def test_without_an_active_action_a_new_one_is_made(blender, armature) -> None:
    rig, take, action = bake(blender, armature, start_frame=1, output=ACTIVE)
    assert armature.animation_data.action == action
    assert joint_errors(blender, rig, take).max() < CLOSE


def test_a_constraint_is_off_in_the_baked_frames_alone(blender, armature) -> None:
    armature.pose.bones["Hips"].keyframe_insert("location", frame=-20)
    limit = armature.pose.bones["RightArm"].constraints.new("LIMIT_ROTATION")
    limit.influence = 0.75
    bake(blender, armature, start_frame=1, output=ACTIVE)
    curve = curve_of(armature, f"{limit.path_from_id()}.influence")
    shown = [curve.evaluate(frame) for frame in (-10, 0, 1, 20, 31, 32, 60)]
    assert shown == [0.75, 0.75, 0.0, 0.0, 0.0, 0.75, 0.75]


def test_an_animated_bone_above_the_hips_holds_still_in_the_baked_frames(blender, armature) -> None:
    blender.ops.object.mode_set(mode="EDIT")
    bones = armature.data.edit_bones
    bones.new("Root").tail = (0.0, 0.3, 0.0)
    bones["Hips"].parent = bones["Root"]
    blender.ops.object.mode_set(mode="OBJECT")
    root = armature.pose.bones["Root"]
    for frame, x in ((1, 0.0), (61, 3.0)):
        root.location.x = x
        root.keyframe_insert("location", frame=frame)
    blender.context.scene.frame_set(1)
    rig, take, _ = bake(blender, armature, start_frame=1, output=ACTIVE)
    assert joint_errors(blender, rig, take).max() < CLOSE
    assert curve_of(armature, root.path_from_id("location")).evaluate(61) == 3.0


def test_a_strip_lies_over_what_was_there(blender, armature) -> None:
    armature.pose.bones["LeftLeg"].keyframe_insert("rotation_quaternion", frame=7)
    old = armature.animation_data.action
    rig, take, action = bake(
        blender, armature, start_frame=11, name="Stroll", output=Output(destination="nla")
    )
    data = armature.animation_data
    assert data.action is None
    assert [t.strips[0].action for t in data.nla_tracks] == [old, action]
    strip = data.nla_tracks[-1].strips[0]
    assert (strip.name, strip.frame_start, strip.frame_end) == ("Stroll", 11, 41)
    assert joint_errors(blender, rig, take, start_frame=11).max() < CLOSE


def test_only_the_frames_asked_for_are_written(blender, armature) -> None:
    rig, take, action = bake(blender, armature, start_frame=1, output=Output(frames=(10, 20)))
    assert tuple(action.frame_range) == (10, 20)
    blender.context.scene.frame_set(15)
    head = armature.matrix_world @ armature.pose.bones["Hips"].head
    wanted = take.performances[0].root_position[14] + [0, 0, rig.ground_height]
    np.testing.assert_allclose(head, wanted, atol=CLOSE)


def test_frames_outside_the_take_are_refused_and_nothing_is_changed(blender, armature) -> None:
    with pytest.raises(RigError, match="40 to 50, lie outside those of the take, 1 to 31"):
        bake(blender, armature, start_frame=1, output=Output(frames=(40, 50)))
    assert armature.animation_data is None


def test_what_does_not_go_together_is_refused_in_a_sentence() -> None:
    with pytest.raises(InvalidInput, match="A loop must have an even number of steps, got 3"):
        Output(loop_steps=3)
    with pytest.raises(InvalidInput, match="A loop is written whole"):
        Output(loop_steps=2, blend_frames=5)
    with pytest.raises(InvalidInput, match="it cannot share the active Action"):
        Output(loop_steps=2, destination="active")
    with pytest.raises(InvalidInput, match="The destination must be one of new, active, nla"):
        Output(destination="elsewhere")
    with pytest.raises(InvalidInput, match="must rise, got 9 to 3"):
        Output(frames=(9, 3))


def test_contacts_become_markers_in_place_of_those_there(blender, armature) -> None:
    output = Output(contacts="markers")
    for _ in range(2):
        bake_with_contacts(armature, output)
    found = [(m.name, m.frame) for m in blender.context.scene.timeline_markers]
    assert sorted(found) == [("footlift.R", 8), ("footstrike.L", 5)]


def test_contacts_become_keyed_properties(blender, armature) -> None:
    bake_with_contacts(armature, Output(contacts="property"))
    shown = []
    for frame in (1, 4, 5, 7, 8):
        blender.context.scene.frame_set(frame)
        shown.append((armature["contact_L"], armature["contact_R"]))
    assert shown == [(0, 1), (0, 1), (1, 1), (1, 1), (1, 0)]


def bake_with_contacts(armature, output: Output) -> None:
    """The left foot lands on frame 5, the right one leaves on frame 8."""
    from footfall.rigs.blender.keys import write_take
    from footfall.rigs.blender.rig import read_rig

    rig = read_rig(armature)
    take = make_take(rig.character, rig.position, rig.heading, seconds=0.5)
    take.performances[0].foot_contacts[4:, 0] = True
    take.performances[0].foot_contacts[:7, 1] = True
    write_take(rig, take, start_frame=1, output=output)
