"""Chains on rigs of other projects and on generated ones, whose controls are keyed.

Origins: the files are those of ../shared/data, listed there in SOURCES.md; the generated rigs are
Rigify's own metarigs, and its human with parts added as its users do.
"""

from __future__ import annotations

import contextlib
import io

import numpy as np
import pytest

# Chains of each file when its tail hangs, too: kind, and the bones in order.
BREASTS = {("breast.L",): "soft", ("breast.R",): "soft"}
FILES = {
    "Fox.glb": {("b_Tail01_012", "b_Tail02_013", "b_Tail03_014"): "tail"},
    "quaternius_Farm_Horse.fbx": {("Tail1", "Tail2", "Tail3", "Tail4"): "tail"},
    "rocketbox_Male_Adult_17.fbx": {},
    "kaykit_Knight.glb": {},
    "mannequiny.glb": {},
    "mpfb_mixamo_rig.blend": {},
    "pab_jog.fbx": {},
    "RiggedFigure_unnamed.glb": {},
    "makehuman_tpose.bvh": BREASTS,
    "cc_base_cmu_002_03.bvh": {},
}
# Of each metarig, the controls of its chains when its tail hangs, too.
EARS = {("ear.L",): "tail", ("ear.R",): "tail"}
METARIGS = {
    "wolf": {("spine.003", "spine.002", "spine.001", "spine"): "tail", **EARS, **BREASTS},
    "cat": {
        ("tail.001", "tail.002", "tail.003", "tail.004"): "tail",
        ("Breast.C",): "soft",
        ("belly.C",): "soft",
        **EARS,
    },
    "horse": {
        ("tail.001", "tail.002", "tail.003", "tail.004", "tail.005"): "tail",
        ("ear.L", "ear.L.001"): "tail",
        ("ear.R", "ear.R.001"): "tail",
        **{(f"mane_base.0{i}", f"mane_top.0{i}"): "hair" for i in range(1, 7)},
        **BREASTS,
    },
}
# Bones added to Rigify's human: names, parent, first head, step [m], and the type of the rig.
ADDED = (
    (("tail", "tail.001", "tail.002"), "spine", (0, 0.1, 1.0), (0, 0.1, -0.15),
     "spines.basic_tail"),
    (("braid.L", "braid.L.001"), "spine.006", (0.1, 0.05, 1.85), (0.03, 0.02, -0.12),
     "limbs.simple_tentacle"),
    (("ponytail", "ponytail.001"), "spine.006", (0, 0.12, 1.85), (0, 0.03, -0.12),
     "basic.copy_chain"),
    (("lock", "lock.001"), "spine.006", (0, -0.12, 1.95), (0, -0.02, -0.06),
     "skin.stretchy_chain"),
)  # fmt: skip
ADDED_CHAINS = {
    ("tail", "tail.001", "tail.002"): "tail",
    ("braid.L", "braid.L.001"): "hair",
    ("ponytail", "ponytail.001"): "hair",
    **BREASTS,
}
TURN = (0.2, 0.0, 0.1)  # [rad]


def found_on(armature, with_tail: bool = True):
    from footfall.rigs.blender.armature import read_skeleton
    from footfall.rigs.blender.bone_ties import read_ties
    from footfall.rigs.blender.rig import map_bones
    from footfall.rigs.hanging_chains import find_chains

    skeleton, bone_map = read_skeleton(armature), map_bones(armature)
    chains, alone = find_chains(skeleton, bone_map, read_ties(armature), with_tail)
    return chains, {left.bone: left.reason for left in alone}, bone_map


def generate(blender, name: str, added=()):
    """A rig generated from a metarig with rows of bones added to it."""
    if "rigify" not in blender.context.preferences.addons:
        blender.ops.preferences.addon_enable(module="rigify")
    getattr(blender.ops.object, f"armature_{name}_metarig_add")()
    metarig = blender.context.object
    blender.ops.object.mode_set(mode="EDIT")
    drawn = metarig.data.edit_bones
    for bones, parent, start, step, _ in added:
        above = drawn[parent]
        for i, bone_name in enumerate(bones):
            bone = drawn.new(bone_name)
            bone.head = np.array(start) + i * np.array(step)
            bone.tail = np.array(start) + (i + 1) * np.array(step)
            bone.parent, bone.use_connect = above, i > 0
            above = bone
    blender.ops.object.mode_set(mode="OBJECT")
    for bones, *_, kind in added:
        metarig.pose.bones[bones[0]].rigify_type = kind
    with contextlib.redirect_stdout(io.StringIO()):
        blender.ops.pose.rigify_generate()
    return blender.context.object


def turned(blender, rig, chain) -> list[float]:
    """How far the deforming bones of a chain turn [rad] when all its controls are turned."""
    from footfall.rigs.blender.bone_ties import free_controls

    free_controls(rig, chain.controls)
    plain = [name.removeprefix("ORG-") for name in chain.bones]
    skin = [rig.pose.bones[f"DEF-{name}"] for name in plain]
    blender.context.view_layer.update()
    before = [bone.matrix.to_quaternion() for bone in skin]
    for name in chain.controls:
        rig.pose.bones[name].rotation_mode = "XYZ"
        rig.pose.bones[name].rotation_euler = TURN
    blender.context.view_layer.update()
    angles = [a.rotation_difference(bone.matrix.to_quaternion()).angle
              for a, bone in zip(before, skin, strict=True)]  # fmt: skip
    return [min(angle, 2.0 * np.pi - angle) for angle in angles]


def displaced(blender, rig, chain) -> float:
    """How far the deforming bone of a soft part moves [m] when its control does by 2 cm."""
    skin = rig.pose.bones["DEF-" + chain.bones[0].removeprefix("ORG-")]
    before = skin.head.copy()
    rig.pose.bones[chain.controls[0]].location.x = 0.02
    blender.context.view_layer.update()
    return (skin.head - before).length


@pytest.mark.parametrize("name", FILES)
def test_chains_of_a_file(name: str, shared_rig) -> None:
    chains, _, bone_map = found_on(shared_rig(name))
    assert {chain.bones: chain.kind for chain in chains} == FILES[name]
    body = {bone for role, bone in bone_map.roles.items() if not role.startswith("tail")}
    assert not body & {bone for chain in chains for bone in chain.bones}


def test_the_tail_of_the_simulated_body_is_left_to_it(shared_rig) -> None:
    chains, reasons, _ = found_on(shared_rig("quaternius_Farm_Horse.fbx"), with_tail=False)
    assert chains == ()
    assert {reasons[f"Tail{i}"] for i in (1, 2, 3, 4)} == {
        "It moves with the tail of the simulated body."
    }


@pytest.mark.parametrize("name", METARIGS)
def test_controls_of_a_generated_animal(name: str, blender) -> None:
    rig = generate(blender, name)
    chains, _, _ = found_on(rig)
    assert {chain.controls: chain.kind for chain in chains} == METARIGS[name]
    for chain in chains:
        assert min(turned(blender, rig, chain)) > 0.5 * np.linalg.norm(TURN), chain.name
        if chain.kind == "soft":
            assert displaced(blender, rig, chain) == pytest.approx(0.02, rel=0.1), chain.name


def test_only_breasts_are_soft_on_a_generated_human(rigify_human) -> None:
    chains, reasons, _ = found_on(rigify_human)
    assert {chain.controls: chain.kind for chain in chains} == BREASTS
    assert reasons["ORG-ear.L"] == "It belongs to the face."
    assert reasons["ORG-f_index.01.L"] == "It belongs to the fingers."


def test_controls_of_a_generated_human_turn_its_tail_and_hair(blender) -> None:
    rig = generate(blender, "human", ADDED)
    chains, reasons, _ = found_on(rig)
    assert {chain.controls: chain.kind for chain in chains} == ADDED_CHAINS
    assert reasons["ORG-lock"] == "Its controls do not carry each other."
    each = float(np.linalg.norm(TURN))
    for chain in chains:
        angles = turned(blender, rig, chain)
        expected = each * np.arange(1, len(angles) + 1)
        assert angles == pytest.approx(expected, rel=0.01), chain.name


def test_what_moves_a_bone_is_read(blender) -> None:
    from drawn import build_armature, draw_skeleton

    from footfall import Character
    from footfall.rigs.blender.bone_ties import read_ties

    armature = build_armature(blender, draw_skeleton(Character.humanoid()))
    pose = armature.pose.bones
    solved = pose["LeftFoot"].constraints.new("IK")
    solved.chain_count = 2
    muted = pose["Neck"].constraints.new("COPY_ROTATION")
    muted.mute = True
    pose["LeftHand"].driver_add("rotation_euler", 0)
    copied = pose["RightHand"].constraints.new("COPY_TRANSFORMS")
    copied.target, copied.subtarget = armature, "LeftHand"
    ties = read_ties(armature)
    assert {bone: [tie.kind for tie in found] for bone, found in ties.items()} == {
        "LeftFoot": ["IK"],
        "LeftLeg": ["IK"],
        "LeftHand": ["DRIVER"],
        "RightHand": ["COPY_TRANSFORMS"],
    }
    assert ties["RightHand"][0].target == "LeftHand"
