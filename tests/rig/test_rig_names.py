"""Names of many conventions, on one skeleton."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from drawn import MIXAMO, draw_skeleton, name_bones

from footfall import Character
from footfall.base.errors import RigError
from footfall.rigs.bone_assignment import assign_bones
from footfall.rigs.naming import load_conventions, plain, read_label

BODY = Character.humanoid()


def table(*words: str) -> dict[str, str]:
    parts = ("pelvis", "lower_back", "torso", "head", "upper_arm", "lower_arm", "hand",
             "upper_leg", "lower_leg", "foot", "toes")  # fmt: skip
    return dict(zip(parts, words, strict=True))


SPELLINGS = {
    "Mixamo": MIXAMO,
    "Mixamo with prefix": {part: f"mixamorig:{name}" for part, name in MIXAMO.items()},
    "Mixamo, second character": {part: f"mixamorig1:{name}" for part, name in MIXAMO.items()},
    "Mixamo, prefix flattened": {part: f"mixamorig_{name}" for part, name in MIXAMO.items()},
    "Unreal": table("pelvis", "spine_01", "spine_03", "neck_01", "upperarm_{l}", "lowerarm_{l}",
                    "hand_{l}", "thigh_{l}", "calf_{l}", "foot_{l}", "ball_{l}"),
    "Rigify metarig": table("spine", "spine.001", "spine.003", "spine.004", "upper_arm.{s}",
                            "forearm.{s}", "hand.{s}", "thigh.{s}", "shin.{s}", "foot.{s}",
                            "toe.{s}"),
    "Rigify, deforming bones": table(
        "DEF-spine", "DEF-spine.001", "DEF-spine.003", "DEF-spine.004", "DEF-upper_arm.{s}",
        "DEF-forearm.{s}", "DEF-hand.{s}", "DEF-thigh.{s}", "DEF-shin.{s}", "DEF-foot.{s}",
        "DEF-toe.{s}"),
    "3ds Max Biped": table("Bip001 Pelvis", "Bip001 Spine", "Bip001 Spine1", "Bip001 Neck",
                           "Bip001 {s} UpperArm", "Bip001 {s} Forearm", "Bip001 {s} Hand",
                           "Bip001 {s} Thigh", "Bip001 {s} Calf", "Bip001 {s} Foot",
                           "Bip001 {s} Toe0"),
    "joints of motion capture": table("Hips", "Chest", "Chest2", "Neck", "{side}Shoulder",
                                      "{side}Elbow", "{side}Wrist", "{side}Hip", "{side}Knee",
                                      "{side}Ankle", "{side}Toe"),
    "VRoid": table("J_Bip_C_Hips", "J_Bip_C_Spine", "J_Bip_C_Chest", "J_Bip_C_Neck",
                   "J_Bip_{s}_UpperArm", "J_Bip_{s}_LowerArm", "J_Bip_{s}_Hand",
                   "J_Bip_{s}_UpperLeg", "J_Bip_{s}_LowerLeg", "J_Bip_{s}_Foot",
                   "J_Bip_{s}_ToeBase"),
    "Character Creator": table("CC_Base_Hip", "CC_Base_Waist", "CC_Base_Spine02",
                               "CC_Base_NeckTwist01", "CC_Base_{s}_Upperarm",
                               "CC_Base_{s}_Forearm", "CC_Base_{s}_Hand", "CC_Base_{s}_Thigh",
                               "CC_Base_{s}_Calf", "CC_Base_{s}_Foot", "CC_Base_{s}_ToeBase"),
    "Auto-Rig Pro": table("root.x", "spine_01.x", "spine_02.x", "neck.x", "arm.{l}", "forearm.{l}",
                          "hand.{l}", "thigh.{l}", "leg.{l}", "foot.{l}", "toes_01.{l}"),
    "Godot": table("Hips", "Spine", "UpperChest", "Neck", "{side}UpperArm", "{side}LowerArm",
                   "{side}Hand", "{side}UpperLeg", "{side}LowerLeg", "{side}Foot", "{side}Toes"),
    "words apart": table("hips", "spine", "chest", "neck", "{side} arm", "{side} elbow",
                         "{side} wrist", "{side} leg", "{side} knee", "{side} ankle", "{side} toe"),
    "sides first": table("pelvis", "belly", "chest", "neck", "{l}-arm", "{l}-forearm", "{l}-hand",
                         "{l}-thigh", "{l}-shin", "{l}-foot", "{l}-toe"),
    "sides glued": table("pelvis", "belly", "chest", "neck", "{l}upperarm", "{l}forearm",
                         "{l}hand", "{l}thigh", "{l}shin", "{l}foot", "{l}toe"),
    "Daz": table("hip", "abdomenLower", "chestUpper", "neckLower", "{l}ShldrBend",
                 "{l}ForearmBend", "{l}Hand", "{l}ThighBend", "{l}Shin", "{l}Foot", "{l}Toe"),
    "SMPL": table("m_avg_Pelvis", "m_avg_Spine1", "m_avg_Spine3", "m_avg_Neck",
                  "m_avg_{s}_Shoulder", "m_avg_{s}_Elbow", "m_avg_{s}_Wrist", "m_avg_{s}_Hip",
                  "m_avg_{s}_Knee", "m_avg_{s}_Ankle", "m_avg_{s}_Foot"),
    "Acclaim": table("root", "lowerback", "thorax", "lowerneck", "{l}humerus", "{l}radius",
                     "{l}wrist", "{l}femur", "{l}tibia", "{l}foot", "{l}toes"),
    "Rokoko": table("Hips", "Spine1", "Spine4", "Neck", "{side}Arm", "{side}ForeArm",
                    "{side}Hand", "{side}Thigh", "{side}Shin", "{side}Foot", "{side}Toe"),
    "no words at all": {part: f"Node_{i}{{s}}x" for i, part in enumerate(MIXAMO)},
}  # fmt: skip


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_every_segment_is_found(spelling: str) -> None:
    names = name_bones(BODY, SPELLINGS[spelling])
    skeleton = draw_skeleton(BODY, names=SPELLINGS[spelling])
    assignment = assign_bones(skeleton)
    assert {role: skeleton.names[b] for role, b in assignment.roles.items()} == names
    assert all(assignment.reasons[role] for role in assignment.roles)


def test_bones_with_meaningless_names_are_found_by_structure() -> None:
    skeleton = draw_skeleton(BODY, names=SPELLINGS["no words at all"])
    assert assign_bones(skeleton).convention == "none: found by structure"


def test_a_pick_wins_over_a_name() -> None:
    skeleton = draw_skeleton(BODY)
    roles = assign_bones(skeleton, {"head": "LeftHand", "hand.L": "Neck"}).roles
    assert skeleton.names[roles["head"]] == "LeftHand"


def test_picks_alone_assign_a_rig_without_other_evidence() -> None:
    skeleton = draw_skeleton(BODY)
    anonymous = replace(skeleton, names=tuple(f"b{i}" for i in range(len(skeleton.names))),
                        parents=(-1,) * len(skeleton.names))  # fmt: skip
    picks = {s.name: f"b{i}" for i, s in enumerate(BODY.segments)}
    assert {r: f"b{b}" for r, b in assign_bones(anonymous, picks).roles.items()} == picks


def test_a_pick_that_is_no_segment_or_no_bone_is_refused() -> None:
    with pytest.raises(RigError, match=r"There is no segment 'tail'; allowed: pelvis, "):
        assign_bones(draw_skeleton(BODY), {"tail": "Hips"})
    with pytest.raises(RigError, match=r"The bone 'Tail' picked for pelvis is not in 'drawn'"):
        assign_bones(draw_skeleton(BODY), {"pelvis": "Tail"})


@pytest.mark.parametrize(
    ("name", "part", "side"),
    [
        ("Left knee", "lower_leg", "L"), ("r-arm", "arm", "R"), ("upperarm.l", "upper_arm", "L"),
        ("LeftUpLeg", "upper_leg", "L"), ("R_Forearm", "lower_arm", "R"), ("Head", "head", ""),
        ("lCollar", "clavicle", "L"), ("hand_R", "hand", "R"), ("Bip01 L Toe0", "toes", "L"),
    ],
)  # fmt: skip
def test_words_of_a_name_say_part_and_side(name: str, part: str, side: str) -> None:
    label = read_label(name)
    assert label is not None and (label.part, label.side) == (part, side)


@pytest.mark.parametrize("name", ["LeftForeArmRoll", "foot_ik.L", "knee_pole_L", "Bone.001", ""])
def test_helpers_and_strangers_have_no_part(name: str) -> None:
    assert read_label(name) is None


def test_tables_name_every_limb() -> None:
    for convention in load_conventions():
        assert {"pelvis", "upper_leg.L", "upper_leg.R", "hand.L"} <= set(convention.names)


def test_separators_namespaces_and_case_do_not_matter() -> None:
    assert plain("Armature|rig:Left Arm") == plain("left_arm") == plain("LEFT.ARM")


def test_twists_goals_and_extra_roots_of_the_mannequin_are_passed_over() -> None:
    plain = draw_skeleton(BODY, names=SPELLINGS["Unreal"])
    helpers = [
        ("upperarm_twist_01_l", "upperarm_l"), ("thigh_twist_01_r", "thigh_r"),
        ("ik_foot_l", None), ("ik_hand_gun", None), ("spine_02", "spine_01"),
        ("clavicle_l", "spine_03"), ("head", "neck_01"), ("calf_twist_01_l", "calf_l"),
    ]  # fmt: skip
    at = [plain.index[above] if above else 0 for _, above in helpers]
    skeleton = replace(
        plain,
        names=(*plain.names, *(name for name, _ in helpers)),
        parents=(
            *plain.parents,
            *(i if above else -1 for i, (_, above) in zip(at, helpers, strict=True)),
        ),
        matrices=np.concatenate([plain.matrices, plain.matrices[at]]),
        tails=np.concatenate([plain.tails, plain.tails[at]]),
        deforms=(True,) * (len(plain.names) + len(helpers)),
    )
    assignment = assign_bones(skeleton)
    assert assignment.convention == "Unreal mannequin"
    assert {r: skeleton.names[b] for r, b in assignment.roles.items()} == name_bones(
        BODY, SPELLINGS["Unreal"]
    )
