"""The place of a rig, its measures, and refusals."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from baking import CLOSE, bake, joint_errors
from drawn import build_armature, draw_skeleton

from footfall import Character
from footfall.base.errors import RigError
from footfall.rigs.skeleton import Skeleton

BODY = Character.humanoid(height=1.7, mass=65.0)


def read(armature, **options):
    from footfall.rigs.blender.rig import read_rig

    return read_rig(armature, **options)


@pytest.fixture
def armature(blender):
    return build_armature(blender, draw_skeleton(BODY))


def test_the_body_drawn_is_the_body_read(armature) -> None:
    character = read(armature, mass=65.0).character
    assert character.mass == pytest.approx(65.0)
    assert character.height == pytest.approx(1.7, rel=0.02)
    for segment, drawn in zip(character.segments, BODY.segments, strict=True):
        np.testing.assert_allclose(segment.offset, drawn.offset, atol=1e-5)


@pytest.mark.parametrize("file", ["mocapbank_kneel_and_stand.bvh", "pab_jog.fbx"])
def test_a_rig_drawn_leaning_stands_over_its_feet(shared_rig, file: str) -> None:
    body = read(shared_rig(file)).character
    origins = body.standing_origins()
    center = sum(s.mass * (origins[s.name][0] + s.center[0]) for s in body.segments) / body.mass
    ankles = origins["foot.L"][0]
    assert -0.01 < center - ankles < 0.03


def test_a_rig_caught_in_mid_stride_is_measured_upright(shared_rig) -> None:
    body = read(shared_rig("pab_jog.fbx")).character
    origins = body.standing_origins()
    neck, shoulders = origins["head"], [origins["upper_arm" + side] for side in (".L", ".R")]
    assert abs(neck[0]) < 0.02 * neck[2]
    assert shoulders[0][2] == pytest.approx(shoulders[1][2], abs=0.01)


def test_a_rig_stands_where_its_object_is_and_faces_as_it_is_turned(armature) -> None:
    armature.location, armature.rotation_euler = (2.0, 3.0, 0.25), (0.0, 0.0, np.pi / 2)
    rig = read(armature)
    assert rig.position == pytest.approx((2.0, 3.0), abs=1e-5)
    assert rig.heading == pytest.approx(np.pi / 2, abs=1e-5)
    assert rig.ground_height == pytest.approx(0.25, abs=1e-4)


@pytest.mark.parametrize("scale", [0.01, 0.1, 10.0, 100.0])
def test_scaled_rigs_are_the_same_body(armature, scale: float) -> None:
    plain = read(armature).character
    armature.scale = (scale,) * 3
    scaled = read(armature)
    assert scaled.bone_map.metres_per_unit == pytest.approx(1 / scale, rel=1e-6)
    assert scaled.character.mass == pytest.approx(plain.mass, rel=1e-4)


def test_hips_at_the_origin_of_a_clip_leave_the_ground_at_the_armature(shared_rig) -> None:
    rig = read(shared_rig("cmu_cgspeed_walk.bvh"))
    assert rig.ground_height == 0.0


@pytest.mark.parametrize(
    ("file", "low", "high"),
    [("mpfb_mixamo_rig.blend", 1.68, 1.8), ("cmu_cgspeed_walk.bvh", 1.4, 1.7),
     ("mocapbank_kneel_and_stand.bvh", 1.55, 1.8), ("makehuman_tpose.bvh", 1.55, 1.8),
     ("mannequiny.glb", 1.7, 1.9), ("kaykit_Knight.glb", 1.4, 2.6),
     ("RiggedFigure_unnamed.glb", 1.3, 1.7), ("rocketbox_Male_Adult_17.fbx", 1.7, 1.9),
     ("pab_jog.fbx", 1.6, 1.9), ("cmu_08_02_walk.fbx", 1.4, 1.7)],
)  # fmt: skip
def test_rigs_of_other_projects_are_of_human_size(shared_rig, file, low, high) -> None:
    rig = read(shared_rig(file))
    assert not rig.bone_map.missing_required
    assert low < rig.character.height < high


def test_the_sole_of_a_mesh_is_the_sole_of_the_body(blender, armature) -> None:
    foot = armature.data.bones["LeftFoot"].head_local
    mesh = blender.data.meshes.new("shoes")
    mesh.from_pydata([(foot.x + x, foot.y, -0.05) for x in (-0.08, 0.2)], [], [])
    shoes = blender.data.objects.new("shoes", mesh)
    blender.context.collection.objects.link(shoes)
    shoes.parent = armature
    shoes.modifiers.new("Armature", "ARMATURE").object = armature
    shoes.vertex_groups.new(name="LeftFoot").add([0, 1], 1.0, "REPLACE")
    sole = read(armature).ground_height
    assert -0.05 <= sole < -0.02


def test_shoes_that_hang_on_a_posed_foot_are_measured_at_rest(blender, armature) -> None:
    foot = armature.pose.bones["LeftFoot"]
    mesh = blender.data.meshes.new("shoe")
    mesh.from_pydata([(-0.09, 0.0, -0.04), (0.25, 0.0, -0.04), (0.0, 0.0, 0.1)], [], [])
    shoe = blender.data.objects.new("shoe", mesh)
    blender.context.collection.objects.link(shoe)
    shoe.parent, shoe.parent_type, shoe.parent_bone = armature, "BONE", "LeftFoot"
    shoe.matrix_world = armature.matrix_world.copy()
    shoe.matrix_world.translation = (foot.head.x, foot.head.y, 0.0)
    plain = read(armature).ground_height
    foot.rotation_mode = "XYZ"
    foot.rotation_euler = (0.7, 0.3, -0.4)
    blender.context.view_layer.update()
    assert read(armature).ground_height == pytest.approx(plain, abs=1e-5)
    assert read(armature).character.segment("foot.L").shape.center[2] < -0.045


def test_soles_drawn_close_to_the_floor_stand_on_it(armature) -> None:
    armature.location.z = 0.012
    assert read(armature).ground_height == 0.0


def test_the_map_as_data_names_roles_and_what_is_missing(armature) -> None:
    from footfall.rigs.blender.rig import map_bones

    data = map_bones(armature).to_data()
    assert set(data) >= {"armature", "roles", "missing", "metres_per_unit"}
    assert data["roles"]["upper_leg.L"] == "LeftUpLeg"
    assert data["missing"] == [] and data["metres_per_unit"] == 1.0


def test_an_artists_pick_is_used(armature) -> None:
    from footfall.rigs.blender.rig import map_bones

    bone_map = map_bones(armature, {"torso": "Spine", "lower_back": ""})
    assert bone_map.roles["torso"] == "Spine"
    assert bone_map.reasons["torso"] == "picked by hand"


def broken(blender, case: str):
    if case == "no armature":
        return blender.data.objects.new("Cube", blender.data.meshes.new("Cube"))
    if case == "nothing":
        return None
    names = {
        "no legs": {"pelvis": "Hips", "torso": "Spine", "head": "Neck"},
        "one bone": {"pelvis": "Hips"},
        "no bones": {},
        "no trunk": {"pelvis": "Hips", "upper_leg": "{side}UpLeg", "lower_leg": "{side}Leg",
                     "foot": "{side}Foot"},
    }.get(case)  # fmt: skip
    skeleton = draw_skeleton(BODY) if names is None else draw_skeleton(BODY, names=names)
    armature = build_armature(blender, skeleton)
    if case == "uneven":
        armature.scale = (1.0, 2.0, 1.0)
    if case == "mirrored":
        armature.scale = (-1.0, 1.0, 1.0)
    if case == "no size":
        armature.scale = (0.0, 0.0, 0.0)
    if case == "not a number":
        armature.location = (float("nan"), 0.0, 0.0)
    if case == "legs of no length":
        blender.ops.object.mode_set(mode="EDIT")
        bones = armature.data.edit_bones
        bones["LeftLeg"].head = bones["LeftUpLeg"].head
        blender.ops.object.mode_set(mode="OBJECT")
    if case == "edited":
        blender.ops.object.mode_set(mode="EDIT")
    return armature


CASES = ("no armature", "nothing", "no legs", "one bone", "no bones", "no trunk", "uneven",
         "mirrored", "no size", "not a number", "legs of no length", "edited")  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_what_cannot_be_a_body_is_refused_with_one_sentence(blender, case: str) -> None:
    armature = broken(blender, case)
    with pytest.raises(RigError) as refused:
        read(armature)
    message = str(refused.value)
    assert message.endswith(".") and "\n" not in message and len(message) < 250
    if case == "edited":
        blender.ops.object.mode_set(mode="OBJECT")


def test_two_roles_cannot_share_a_bone(armature) -> None:
    with pytest.raises(RigError, match="picked for both"):
        read(armature, overrides={"torso": "Hips"})


def lay_in_a_row(skeleton: Skeleton) -> Skeleton:
    """The same bones as motion capture may rest: each along x, legs and trunk one in another."""
    matrices = np.tile(np.eye(4), (len(skeleton.names), 1, 1))
    for i, parent in enumerate(skeleton.parents):
        if parent >= 0:
            length = skeleton.distance(parent, i)
            matrices[i, :3, 3] = matrices[parent, :3, 3] + [length, 0.0, 0.0]
    return replace(skeleton, matrices=matrices, tails=matrices[:, :3, 3] + [0.1, 0.0, 0.0])


def test_a_rig_without_a_rest_pose_is_measured_and_baked_as_it_stands(blender) -> None:
    body = draw_skeleton(BODY)
    armature = build_armature(blender, lay_in_a_row(body))
    with pytest.raises(RigError, match="do not continue its trunk"):
        read(armature)
    for i, name in enumerate(body.names):
        blender.context.view_layer.update()
        place = np.eye(4)
        place[:3, :3], place[:3, 3] = body.matrices[i, :3, :3], body.heads[i]
        armature.pose.bones[name].matrix = place.T.tolist()
    rig = read(armature)
    assert rig.character.height == pytest.approx(BODY.height, rel=0.02)
    assert not rig.bone_map.question
    baked = bake(blender, armature)
    assert joint_errors(blender, *baked[:2]).max() < CLOSE
