"""The skin of crowd members is where the full rig has it: at rest, moving, in other proportions."""

from __future__ import annotations

import numpy as np
import pytest
from synthetic import make_take

from footfall import Character
from footfall.evaluation.drawn_rigs import MIXAMO, bone_names, draw_armature
from footfall.evaluation.skin_errors import CLOSE, SkinErrors, compare, open_skinned
from footfall.evaluation.skinned_bodies import skin

# One file of each kind, with bones of its own; `footfall bench crowd_skin` compares all.
FILES = ("mpfb_mixamo_rig.blend", "rocketbox_Male_Adult_17.fbx", "Fox.glb", "cmu_cgspeed_walk.bvh")
GENTLE = 0.1  # of what joints allow: a tail that swings by 15 degrees, a trunk that hardly bends
EXACT = 5e-4  # [m]
SEEDS = (1, 2)  # of other proportions


def wave(rig, share: float = 0.5):
    share = GENTLE if rig.character.kind == "quadruped" else share
    return make_take(
        rig.character, rig.position, rig.heading, seconds=0.5, frame_rate=30.0, seed=3, share=share
    )


def check(errors: SkinErrors, close: float = CLOSE) -> None:
    assert errors.resting < EXACT
    assert errors.moving < close
    assert errors.varied < close
    assert errors.torn == 0


def test_a_skinned_rigify_member_is_where_its_rig_is(blender) -> None:
    rig = open_skinned("human")
    check(compare(rig, wave(rig), SEEDS))


@pytest.mark.parametrize("file", FILES)
def test_a_member_of_another_project_s_rig_is_where_its_rig_is(
    blender, shared_data, file: str
) -> None:
    assert (shared_data / file).is_file()
    rig = open_skinned(file)
    check(compare(rig, wave(rig), SEEDS))


def read_skinned(bpy, armature):
    from footfall.rigs.blender.rig import read_rig

    bpy.context.scene.render.fps = 30
    bpy.context.view_layer.update()
    skin(read_rig(armature))
    return read_rig(armature)


def split(bpy, armature, names: list[str]) -> list[tuple[str, str]]:
    """Cut bones in halves that deform in their place; (first half, second half) of each."""
    bpy.context.view_layer.objects.active = armature
    bpy.ops.object.mode_set(mode="EDIT")
    bones, halves = armature.data.edit_bones, []
    for name in names:
        whole = bones[name]
        whole.use_deform = False
        middle = (whole.head + whole.tail) / 2
        for part, (head, tail) in enumerate(((whole.head, middle), (middle, whole.tail))):
            half = bones.new(f"{name} half {part}")
            half.head, half.tail, half.roll, half.parent = head, tail, whole.roll, whole
        halves.append((f"{name} half 0", f"{name} half 1"))
    bpy.ops.object.mode_set(mode="OBJECT")
    return halves


def test_halves_of_a_limb_take_their_share_of_a_twist(blender) -> None:
    body = Character.humanoid()
    armature, names = draw_armature(body), bone_names(body, MIXAMO)
    for side in ".L", ".R":
        lower, hand = names[f"lower_arm{side}"], names[f"hand{side}"]
        for part, (half, share) in enumerate(
            zip(split(blender, armature, [lower])[0], (0.25, 0.75), strict=True)
        ):
            twist = armature.pose.bones[half].constraints.new("COPY_ROTATION")
            twist.target, twist.subtarget, twist.influence = armature, hand, share
            twist.use_x = twist.use_z = False
            twist.owner_space = twist.target_space = "LOCAL"
            twist.name = f"Twist {part}"
    rig = read_skinned(blender, armature)
    check(compare(rig, wave(rig), SEEDS))


def test_bones_that_hang_on_the_root_go_with_what_they_copy(blender) -> None:
    body = Character.humanoid()
    armature, names = draw_armature(body), bone_names(body, MIXAMO)
    moved = [names[f"{part}{side}"] for part in ("upper_leg", "lower_leg") for side in (".L", ".R")]
    blender.context.view_layer.objects.active = armature
    blender.ops.object.mode_set(mode="EDIT")
    bones = armature.data.edit_bones
    for name in moved:
        copy = bones.new(f"skin {name}")
        copy.head, copy.tail, copy.roll = bones[name].head, bones[name].tail, bones[name].roll
        copy.parent, bones[name].use_deform = bones[names["pelvis"]], False
    blender.ops.object.mode_set(mode="OBJECT")
    for name in moved:
        copied = armature.pose.bones[f"skin {name}"].constraints.new("COPY_TRANSFORMS")
        copied.target, copied.subtarget = armature, name
    rig = read_skinned(blender, armature)
    check(compare(rig, wave(rig), SEEDS), close=EXACT)


def test_a_rig_stands_as_before_when_its_members_are_made(blender) -> None:
    from footfall.rigs.blender.light_rig import make_light_rig
    from footfall.rigs.blender.live_state import read_state

    armature = draw_armature(Character.humanoid())
    rig = read_skinned(blender, armature)
    armature.pose.bones[rig.bone_map.roles["head"]].rotation_euler = (0.1, 0.2, 0.3)
    before = read_state(armature)
    make_light_rig(rig).remove()
    assert read_state(armature) == before
    assert [key for key in armature.keys() if "footfall" in key] == []  # noqa: SIM118


def test_a_rig_that_cannot_be_posed_makes_members_by_its_bones(blender) -> None:
    from footfall.rigs.blender.light_rig import make_light_rig

    armature = draw_armature(Character.humanoid())
    rig = read_skinned(blender, armature)
    posed = {f.segment for f in make_light_rig(rig).skeleton.rules}
    torso = armature.pose.bones[rig.bone_map.roles["torso"]]
    driver = torso.driver_add("rotation_quaternion", 0).driver
    driver.expression = "1.0"
    blender.context.view_layer.update()
    assert {f.segment for f in make_light_rig(rig).skeleton.rules} == posed


def test_the_flesh_of_a_skinned_rigify_leg_is_found_on_its_leg(blender) -> None:
    rig = open_skinned("basic_human")
    flesh = rig.rest.local("upper_leg.L", rig.rest.flesh["upper_leg.L"])
    length = rig.character.segment("upper_leg.L").length
    assert np.ptp(flesh[:, 2]) > 0.6 * length
