"""Single soft bones are found by their names; what only fills out the body is left alone."""

from __future__ import annotations

import pytest
from hanging_drawing import BODY, found_on, hang

from footfall.evaluation.drawn_bodies import A_POSE
from footfall.evaluation.drawn_conventions import convention_files, draw_convention
from footfall.rigs.bone_ties import DRIVER, Tie
from footfall.rigs.skeleton import Skeleton

HIPS, HEAD, SPINE = "mixamorig:Hips", "mixamorig:Head", "mixamorig:Spine2"
AHEAD = (0.05, 0.0, 0.0)
# The soft bones of the conventions' own bodies, on the left.
OF_CONVENTIONS = {
    "character_creator": "CC_Base_L_Breast",
    "daz_8": "lPectoral",
    "daz_9": "l_pectoral",
    "makehuman": "breast.L",
    "mb_lab": "breast_L",
    "mpfb_game_engine": "breast_l",
    "rigify_deform": "DEF-breast.L",
    "rigify_metarig": "breast.L",
    "vroid": "J_Sec_L_Bust1",
}


def with_bones(*names: str, parent: str = HIPS, skeleton: Skeleton | None = None) -> Skeleton:
    """Mixamo's body with single bones beside each other."""
    skeleton = skeleton or draw_convention("mixamo", BODY, A_POSE)
    for i, name in enumerate(names):
        skeleton = hang(skeleton, parent, [name], (0.1, 0.04 * i, 0.1), AHEAD)
    return skeleton


def soft_on(skeleton: Skeleton, **options) -> set[str]:
    chains, _, _ = found_on(skeleton, **options)
    return {chain.name for chain in chains if chain.kind == "soft"}


@pytest.mark.parametrize("name", convention_files())
def test_soft_bones_of_conventions(name: str) -> None:
    found = soft_on(draw_convention(name, BODY, A_POSE))
    left = OF_CONVENTIONS.get(name)
    assert len(found) == (2 if left else 0)
    assert left is None or left in found


@pytest.mark.parametrize(
    "name",
    ["Belly", "belly_01", "LeftButt", "butt.L", "l_breast_jnt", "Bauch", "ventre", "barriga",
     "右尻", "腹", "живот", "엉덩이_L", "thigh_jiggle_L", "jiggle.R", "Jnt_Wobble"],
)  # fmt: skip
def test_a_single_bone_is_soft_by_its_name(name: str) -> None:
    assert soft_on(with_bones(name)) == {name}


@pytest.mark.parametrize(
    "name",
    ["scapula.L", "LeftScapula", "ShoulderHelper_L", "shoulder_fix_L", "UpperArmTwist01_L",
     "hips_twist", "breast_twist_L", "belly_corrective", "breast_helper.L", "MCH-breast.L",
     "clavicle_pec_l", "glute_L", "muscle_belly_L", "UpperArmSwing_L", "button_3", "butterfly",
     "phys_01", "Bone"],
)  # fmt: skip
def test_what_fills_out_or_steers_is_not_soft(name: str) -> None:
    chains, reasons, _ = found_on(with_bones(name, parent=SPINE))
    assert chains == ()
    assert reasons[name].endswith(".")


def test_cheeks_are_soft_but_not_those_of_a_face_of_bones() -> None:
    plain = with_bones("cheek.L", "cheek.R", "eye.L", "eye.R", "jaw", parent=HEAD)
    assert soft_on(plain) == {"cheek.L", "cheek.R"}
    face = [f"{part}.{side}" for part in ("lip.T", "lip.B", "brow") for side in "LR"]
    posed = with_bones(*face, parent=HEAD, skeleton=plain)
    assert soft_on(posed) == set()
    _, reasons, _ = found_on(posed)
    assert reasons["cheek.L"] == "It belongs to the face."


def test_cheeks_that_a_bone_of_the_face_carries_are_left_alone() -> None:
    skeleton = with_bones("face", parent=HEAD)
    assert soft_on(with_bones("cheek.L", parent="face", skeleton=skeleton)) == set()


def test_a_second_soft_bone_moves_with_the_first() -> None:
    skeleton = hang(draw_convention("mixamo", BODY, A_POSE), SPINE, ["bust_1", "bust_2"],
                    (0.1, 0.08, 0.0), AHEAD)  # fmt: skip
    chains, reasons, _ = found_on(skeleton)
    assert [chain.bones for chain in chains] == [("bust_1",)]
    assert reasons["bust_2"] == "It moves with the soft or hanging bone that carries it."


def test_what_hangs_on_a_soft_bone_still_hangs() -> None:
    skeleton = with_bones("belly")
    skeleton = hang(skeleton, "belly", ["tassel_1", "tassel_2"], AHEAD, (0.0, 0.0, -0.05))
    chains, _, _ = found_on(skeleton)
    assert {chain.bones: chain.kind for chain in chains} == {
        ("belly",): "soft",
        ("tassel_1", "tassel_2"): "strap",
    }


def test_a_soft_bone_that_a_driver_moves_is_left_alone() -> None:
    driven = {"belly": (Tie(kind=DRIVER, label="driver"),)}
    assert soft_on(with_bones("belly"), ties=driven) == set()
