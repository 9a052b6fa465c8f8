"""The confidence of a map, its questions, and the effect of answers."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from drawn import draw_skeleton

from footfall import Character
from footfall.evaluation.drawn_bodies import A_POSE, T_POSE, turn_about
from footfall.evaluation.drawn_conventions import draw_convention, in_one_armature, true_roles
from footfall.rigs.bone_assignment import BY_STRUCTURE, assign_bones
from footfall.rigs.bone_map import make_bone_map
from footfall.rigs.skeleton import Skeleton

BODY = Character.humanoid()
FRONT = turn_about(2, -90)


def rig(name: str, turn=FRONT) -> Skeleton:
    return draw_convention(name, BODY, T_POSE, turn)


def mapped(skeleton: Skeleton, picks: dict[str, str] | None = None):
    return make_bone_map(skeleton, assign_bones(skeleton, picks), picks or {})


def nameless(skeleton: Skeleton) -> Skeleton:
    return replace(skeleton, names=tuple(f"n{i}" for i in range(len(skeleton.names))))


def bone(skeleton: Skeleton, name: str) -> str:
    """The name of a bone in a rig without meaningful names."""
    return f"n{skeleton.index[name]}"


def test_names_that_fit_the_body_are_certain_and_ask_nothing() -> None:
    found = mapped(rig("mixamo"))
    assert set(found.certainty.values()) == {"certain"}
    assert found.question is None and not found.notes


def test_a_shape_without_names_is_likely() -> None:
    found = mapped(nameless(rig("mixamo")))
    assert found.convention == BY_STRUCTURE
    assert set(found.certainty.values()) == {"likely"}


def test_a_pick_is_said_to_be_one() -> None:
    skeleton = rig("mixamo")
    found = mapped(skeleton, {"torso": "mixamorig:Spine1"})
    assert found.certainty["torso"] == "picked" and found.reasons["torso"] == "picked by hand"
    assert found.certainty["foot.L"] == "certain"


def test_a_name_that_lies_where_none_can_is_doubted_and_asked_about() -> None:
    skeleton = rig("godot")
    matrices = skeleton.matrices.copy()
    at = skeleton.index["LeftLowerLeg"]
    matrices[at, :3, 3] = skeleton.heads[skeleton.index["LeftUpperLeg"]] - [0.0, 0.0, 0.02]
    found = mapped(replace(skeleton, matrices=matrices))
    assert found.certainty["lower_leg.L"] == "doubtful"
    assert found.question is not None and found.question.role == "upper_leg.L"


@pytest.mark.parametrize("degrees", [-90, 90])
def test_a_rig_without_a_front_asks_which_leg_is_the_left_one(degrees: float) -> None:
    skeleton = rig("dashes", turn_about(2, degrees))
    truth = true_roles("dashes")
    bare = nameless(skeleton)
    found = mapped(bare)
    assert found.certainty["foot.L"] == "guessed"
    assert found.question is not None and found.question.role == "upper_leg.L"
    answered = mapped(bare, {"upper_leg.L": bone(skeleton, truth["upper_leg.L"])})
    assert answered.roles == {role: bone(skeleton, name) for role, name in truth.items()}
    assert answered.question is None


def test_one_pick_finds_the_legs_of_a_body_without_names_and_arms() -> None:
    whole = rig("unreal_4")
    arms = {b for s in "lr" for b in whole.descendants(whole.index[f"clavicle_{s}"])}
    skeleton = whole.part([i for i in range(len(whole.names)) if i not in arms])
    bare = nameless(skeleton)
    found = mapped(bare)
    assert found.missing_required and found.question is not None
    assert found.question.role == "upper_leg.L"
    answered = mapped(bare, {"upper_leg.L": bone(skeleton, "thigh_l")})
    assert answered.roles["foot.R"] == bone(skeleton, "foot_r")
    assert not answered.missing_required


def test_a_pick_on_the_trunk_leaves_left_and_right_to_the_feet() -> None:
    skeleton = rig("mixamo", turn_about(2, 90))
    bare = nameless(skeleton)
    found = mapped(bare, {"head": bone(skeleton, "mixamorig:Head")})
    assert found.roles["foot.L"] == bone(skeleton, "mixamorig:LeftFoot")


def test_names_that_cannot_be_true_give_way_to_the_shape() -> None:
    skeleton = rig("smpl")
    order = np.random.default_rng(3).permutation(len(skeleton.names))
    shuffled = replace(skeleton, names=tuple(skeleton.names[i] for i in order))
    found = mapped(shuffled)
    assert found.convention == BY_STRUCTURE
    assert any("names do not fit" in note for note in found.notes)
    truth = true_roles("smpl")
    for role in ("upper_leg.L", "foot.R", "upper_arm.L", "hand.R"):
        assert found.roles[role] == shuffled.names[skeleton.index[truth[role]]]


def test_of_two_characters_one_is_taken_whole_and_the_other_named() -> None:
    one = draw_convention("ready_player_me", BODY, A_POSE, FRONT)
    found = mapped(in_one_armature(one, one, "{}.001".format))
    assert found.roles == true_roles("ready_player_me")
    assert "2 characters" in found.notes[0] and "Hips.001" in found.notes[0]


def test_the_feet_decide_left_and_right_where_names_exchange_them() -> None:
    skeleton = draw_skeleton(BODY)
    assert set(mapped(skeleton).certainty.values()) == {"certain"}
