"""Root motion on the hips, a root bone, the object or nothing."""

from __future__ import annotations

import numpy as np
import pytest
from baking import CLOSE, bake, joint_errors
from drawn import build_armature, draw_skeleton
from synthetic import make_take

from footfall import Character
from footfall.base.errors import RigError
from footfall.catalogue.output import Output
from footfall.retarget.ground_path import even_path

BODY = Character.humanoid()


@pytest.fixture
def armature(blender):
    """A rig with a root bone that lies on the ground, aslant."""
    made = build_armature(blender, draw_skeleton(BODY))
    blender.ops.object.mode_set(mode="EDIT")
    bones = made.data.edit_bones
    root = bones.new("Root")
    root.head, root.tail, root.roll = (0.0, 0.0, 0.0), (0.1, 0.3, 0.05), 0.4
    bones["Hips"].parent = root
    blender.ops.object.mode_set(mode="OBJECT")
    return made


def travelled(blender, armature, name: str, first: int = 1, last: int = 31) -> np.ndarray:
    """Way of a bone's head through the scene from the first to the last frame."""
    places = []
    for frame in (first, last):
        blender.context.scene.frame_set(frame)
        places.append(np.array(armature.matrix_world @ armature.pose.bones[name].head))
    return places[1] - places[0]


@pytest.mark.parametrize("root_motion", ["hips", "root", "object"])
def test_the_body_moves_alike_whatever_travels(blender, armature, root_motion: str) -> None:
    armature.location, armature.rotation_euler = (1.0, 2.0, 0.0), (0.0, 0.0, 0.7)
    rig, take, _ = bake(blender, armature, start_frame=1, output=Output(root_motion=root_motion))
    assert joint_errors(blender, rig, take).max() < CLOSE


def test_the_root_bone_stays_on_the_ground_below_the_hips(blender, armature) -> None:
    _, take, _ = bake(blender, armature, start_frame=1, output=Output(root_motion="root"))
    way = take.performances[0].root_position[-1] - take.performances[0].root_position[0]
    np.testing.assert_allclose(
        travelled(blender, armature, "Root"), [way[0], way[1], 0.0], atol=1e-4
    )


def test_the_object_travels_and_its_root_bone_with_it(blender, armature) -> None:
    _, take, _ = bake(blender, armature, start_frame=1, output=Output(root_motion="object"))
    way = take.performances[0].root_position[-1] - take.performances[0].root_position[0]
    places = []
    for frame in (1, 31):
        blender.context.scene.frame_set(frame)
        places.append(np.array(armature.location))
    np.testing.assert_allclose(places[1] - places[0], [way[0], way[1], 0.0], atol=1e-4)


def test_in_place_the_hips_stay_over_one_spot(blender, armature) -> None:
    _, take, _ = bake(blender, armature, start_frame=1, output=Output(root_motion="in_place"))
    way = take.performances[0].root_position[-1] - take.performances[0].root_position[0]
    assert np.hypot(*way[:2]) > 0.3
    np.testing.assert_allclose(travelled(blender, armature, "Hips"), [0.0, 0.0, way[2]], atol=1e-4)


def test_a_rig_without_a_root_bone_is_named(blender) -> None:
    plain = build_armature(blender, draw_skeleton(BODY))
    with pytest.raises(RigError, match="'drawn' has no bone above its hips"):
        bake(blender, plain, output=Output(root_motion="root"))
    assert plain.animation_data is None


def test_an_object_that_is_held_by_a_constraint_is_named(blender, armature) -> None:
    armature.constraints.new("LIMIT_LOCATION")
    with pytest.raises(RigError, match="'drawn' has delta transforms or constraints"):
        bake(blender, armature, output=Output(root_motion="object"))


def test_a_rigify_rig_travels_on_its_root(blender, rigify_human) -> None:
    rig, take, _ = bake(blender, rigify_human, start_frame=1, output=Output(root_motion="root"))
    assert joint_errors(blender, rig, take).max() < CLOSE
    assert np.hypot(*travelled(blender, rigify_human, "root")[:2]) > 0.3


@pytest.mark.parametrize("turn", [0.0, 1e-6, 0.8, -2.0])
def test_an_even_path_ends_where_it_is_to(turn: float) -> None:
    path = even_path(
        np.array([1.0, 2.0, np.pi / 2]), np.array([0.5, 0.2]), turn, np.linspace(0, 1, 9)
    )
    np.testing.assert_allclose(path.positions[0], [1.0, 2.0])
    np.testing.assert_allclose(path.positions[-1], [0.8, 2.5])
    assert path.headings[-1] == pytest.approx(np.pi / 2 + turn)
    lengths = np.linalg.norm(np.diff(path.positions, axis=0), axis=1)
    np.testing.assert_allclose(lengths, lengths[0])


def test_a_take_starts_from_the_pose_and_is_reached_after_the_blend(blender, armature) -> None:
    from footfall.rigs.blender.current_pose import read_pose, stand_as_posed
    from footfall.rigs.blender.keys import write_take
    from footfall.rigs.blender.rig import read_rig

    posed = {"Hips": (0.9, 0.1, 0.2, 0.3), "LeftUpLeg": (-0.8, 0.6, 0.0, 0.0)}
    for name, turn in posed.items():
        armature.pose.bones[name].rotation_quaternion = turn
    armature.pose.bones["Hips"].location = (0.4, 0.1, -0.3)
    blender.context.view_layer.update()
    before = {b.name: np.array(b.matrix) for b in armature.pose.bones}
    rig = read_rig(armature)
    start = stand_as_posed(rig, read_pose(rig, 1))
    head = armature.matrix_world @ armature.pose.bones["Hips"].head
    assert start.position == pytest.approx(head[:2], abs=1e-5)
    take = make_take(rig.character, start.position, start.heading, seconds=0.5)
    write_take(rig, take, start_frame=1, output=Output(blend_frames=20))
    blender.context.scene.frame_set(1)
    for name, matrix in before.items():
        np.testing.assert_allclose(np.array(armature.pose.bones[name].matrix), matrix, atol=1e-4)
    blender.context.scene.frame_set(21)
    hips = armature.matrix_world @ armature.pose.bones["Hips"].head
    wanted = take.performances[0].root_position[20] + [0.0, 0.0, rig.ground_height]
    np.testing.assert_allclose(hips, wanted, atol=CLOSE)


def test_a_pose_that_is_not_keyed_yet_is_read_and_kept(blender, armature) -> None:
    from footfall.rigs.blender.current_pose import read_pose
    from footfall.rigs.blender.rig import read_rig

    hips = armature.pose.bones["Hips"]
    hips.keyframe_insert("location", frame=1)
    rig = read_rig(armature)
    before = read_pose(rig, 1)["pelvis"].origin
    hips.location.x = 0.5
    moved = read_pose(rig, 1)["pelvis"].origin - before
    assert np.linalg.norm(moved) == pytest.approx(0.5, abs=1e-4)
    assert hips.location.x == 0.5
