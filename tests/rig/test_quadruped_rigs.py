"""Four-legged rigs are mapped automatically and measured standing, and their bones follow takes."""

from __future__ import annotations

import contextlib
import io
from math import pi

import numpy as np
import pytest
from baking import joint_errors
from synthetic import make_take

from footfall.base.errors import RigError
from footfall.bodies.quadruped import DOG_HEIGHT, LEGS

FILES = ("Fox.glb", "quaternius_Farm_Horse.fbx")
METARIGS = ("horse", "cat", "wolf", "basic_quadruped")
LEG_BONES = {
    "Fox.glb": (("b_LeftUpperArm_09", "b_LeftForeArm_010", "b_LeftHand_011"),
                ("b_LeftLeg01_015", "b_LeftLeg02_016", "b_LeftFoot01_017")),
    "quaternius_Farm_Horse.fbx": (("FrontUpLeg.L", "FrontLowLeg.L", "FrontFoot.L"),
                                  ("BackUpLeg.L", "BackLowLeg.L", "BackFoot.L")),
    "horse": (("upper_arm.L", "forearm.L", "forefoot.L"),
              ("thigh.L", "lower_leg.L", "hind_foot.L")),
    "cat": (("upper_arm.L", "forearm.L", "hand.L"), ("thigh.L", "shin.L", "foot.L")),
    "wolf": (("front_thigh.L", "front_shin.L", "front_foot.L"), ("thigh.L", "shin.L", "foot.L")),
    "basic_quadruped": (("front_thigh.L", "front_shin.L", "front_foot.L"),
                        ("thigh.L", "shin.L", "foot.L")),
}  # fmt: skip
PER_SIZE = 0.01  # [m], of a body with hips as high as the dog's: largest error of a joint


def drawn(blender, metarig: str):
    """A metarig of Rigify's, as it is drawn."""
    if "rigify" not in blender.context.preferences.addons:
        blender.ops.preferences.addon_enable(module="rigify")
    getattr(blender.ops.object, f"armature_{metarig}_metarig_add")()
    return blender.context.object


@pytest.fixture
def animal(blender, shared_rig):
    def load(name: str):
        return shared_rig(name) if name in FILES else drawn(blender, name)

    return load


def read(armature, **options):
    from footfall.rigs.blender.rig import read_rig

    return read_rig(armature, **options)


def leg_roles(bones) -> dict[str, str]:
    parts = ("upper_leg", "lower_leg", "foot")
    return {f"{part}.{end}L": bone for end, names in zip("FB", bones, strict=True)
            for part, bone in zip(parts, names, strict=True)}  # fmt: skip


def off_the_take(blender, rig) -> float:
    """Greatest distance of a joint from a take in which all of them turn, in the dog's metres."""
    from footfall.rigs.blender.keys import write_take

    take = make_take(rig.character, rig.position, rig.heading, seconds=0.5)
    write_take(rig, take, start_frame=1)
    errors = dict(zip(rig.bone_map.roles, joint_errors(blender, rig, take), strict=True))
    errors.pop("pelvis")  # its origin lies between the hips, wherever its bone starts
    return max(errors.values()) * DOG_HEIGHT / rig.character.height


@pytest.mark.parametrize("name", [*FILES, *METARIGS])
def test_an_animal_is_mapped_without_help(animal, name: str) -> None:
    rig = read(animal(name))
    roles = rig.bone_map.roles
    assert rig.character.kind == rig.bone_map.kind == "quadruped"
    assert not rig.bone_map.missing_required and rig.bone_map.question is None
    assert {role: roles[role] for role in leg_roles(LEG_BONES[name])} == leg_roles(LEG_BONES[name])
    assert {"pelvis", "torso", "neck", "head", "tail1", "tail3"} <= roles.keys()


@pytest.mark.parametrize("name", [*FILES, *METARIGS])
def test_all_joints_of_an_animal_follow_the_take(blender, animal, name: str) -> None:
    assert off_the_take(blender, read(animal(name))) < PER_SIZE


@pytest.mark.parametrize("metarig", METARIGS)
def test_controls_of_a_generated_animal_follow_the_take(blender, metarig: str) -> None:
    from footfall.rigs.blender.rigify import make_rigify

    with contextlib.redirect_stdout(io.StringIO()):
        armature = make_rigify(metarig)
    rig = read(armature)
    bones = leg_roles(LEG_BONES[metarig])
    assert {role: rig.bone_map.roles[role] for role in bones} == {
        role: f"ORG-{bone}" for role, bone in bones.items()
    }
    assert off_the_take(blender, rig) < PER_SIZE
    assert armature.pose.bones["thigh_parent.L"]["IK_FK"] == 1.0


@pytest.mark.parametrize("name", [*FILES, *METARIGS])
def test_the_measured_body_stands_as_high_as_the_rig(animal, name: str) -> None:
    rig = read(animal(name))
    hips = rig.rest.skeleton.to_world[:3, :3] @ rig.rest.joint("pelvis")
    height = hips[2] * rig.bone_map.metres_per_unit - rig.ground_height
    assert rig.character.standing_height_of_root == pytest.approx(height, rel=0.05)
    assert len([leg for leg in LEGS if f"foot.{leg}" in rig.character.segment_names]) == 4


@pytest.mark.parametrize("name", FILES)
def test_legs_are_recognized_without_any_names(animal, name: str) -> None:
    armature = animal(name)
    before = {bone.name: f"Node_{i}" for i, bone in enumerate(armature.data.bones)}
    for bone in armature.data.bones:
        bone.name = before[bone.name]
    roles = read(armature).bone_map.roles
    wanted = {role: before[bone] for role, bone in leg_roles(LEG_BONES[name]).items()}
    assert {role: roles[role] for role in wanted} == wanted


def test_an_animal_may_stand_anywhere_and_at_any_size(blender, animal) -> None:
    armature = animal("Fox.glb")
    armature.rotation_mode = "XYZ"
    armature.rotation_euler[2], armature.scale, armature.location = pi / 2, (0.01,) * 3, (3, 2, 0)
    rig = read(armature)
    assert rig.heading == pytest.approx(0.0, abs=0.05)
    assert rig.bone_map.metres_per_unit == 1.0
    assert off_the_take(blender, rig) < PER_SIZE


def test_a_pick_wins_on_four_legs_too(animal) -> None:
    rig = read(animal("Fox.glb"), overrides={"foot.BL": "b_LeftFoot02_018"})
    assert rig.bone_map.roles["foot.BL"] == "b_LeftFoot02_018"
    assert rig.bone_map.certainty["foot.BL"] == "picked"


def test_feet_on_ik_are_for_humans(blender, animal) -> None:
    from footfall.catalogue.output import Output
    from footfall.rigs.blender.keys import write_take

    rig = read(animal("cat"))
    take = make_take(rig.character, seconds=0.1)
    with pytest.raises(RigError, match="of a human"):
        write_take(rig, take, output=Output(feet_on_ik=True))


def test_a_pose_that_is_read_is_the_one_that_was_written(blender, animal) -> None:
    from footfall.rigs.blender.current_pose import read_pose
    from footfall.rigs.blender.keys import write_take

    rig = read(animal("Fox.glb"))
    take = make_take(rig.character, rig.position, rig.heading, seconds=0.1)
    write_take(rig, take, start_frame=1)
    pose = read_pose(rig, 1)
    assert np.allclose(pose["pelvis"].origin[0], take.performances[0].root_position[0], atol=1e-4)


@pytest.mark.parametrize("missing", [("tail1",), ("tail1", "tail2"), ("tail2",), ("tail3",)])
def test_joints_of_a_tail_that_no_bone_plays_lie_between_the_others(blender, missing) -> None:
    from footfall.rigs import kinds
    from footfall.rigs.blender.armature import read_skeleton
    from footfall.rigs.measure_quadruped import measure_quadruped

    blender.ops.preferences.addon_enable(module="rigify")
    blender.ops.object.armature_wolf_metarig_add()
    skeleton = read_skeleton(blender.context.object)
    found = kinds.assigned(skeleton)
    roles = {role: bone for role, bone in found.roles.items() if role not in missing}
    offsets = measure_quadruped(kinds.read_rest(found.kind, skeleton, roles)).offsets
    assert {"tail1", "tail2", "tail3"} <= offsets.keys()
    assert all(np.linalg.norm(offsets[role]) > 0.01 for role in ("tail1", "tail2", "tail3"))
