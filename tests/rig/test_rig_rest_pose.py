"""From any rest pose of a rig its body is measured."""

from __future__ import annotations

import numpy as np
import pytest
from drawn import A_POSE, ARMS_DOWN, BENT, MIXAMO, REST_POSES, T_POSE, draw_skeleton

from footfall import Character
from footfall.evaluation.drawn_bodies import turn_about
from footfall.rigs.bone_assignment import assign_bones
from footfall.rigs.bone_map import make_bone_map
from footfall.rigs.drawn_units import choose_unit
from footfall.rigs.measure import measure, read_rest_pose

BODY = Character.humanoid(height=1.75)
LYING = turn_about(1, 90)
TURNED = turn_about(2, 130)


def measured(skeleton):
    return measure(read_rest_pose(skeleton, assign_bones(skeleton).roles))


@pytest.mark.parametrize("pose", REST_POSES)
@pytest.mark.parametrize("root", ["standing", "lying", "turned"])
def test_joints_of_any_rest_pose_are_those_of_the_body(pose: str, root: str) -> None:
    turn = {"standing": None, "lying": LYING, "turned": TURNED}[root]
    found = measured(draw_skeleton(BODY, REST_POSES[pose], root=turn)).offsets
    for segment in BODY.segments[1:]:
        np.testing.assert_allclose(found[segment.name], segment.offset, atol=1e-9)


def test_a_straight_arm_hangs_with_its_elbow_opening_forward() -> None:
    # T-pose, palms down: bending the elbow about -y must bring the forearm to the front.
    skeleton = draw_skeleton(BODY, T_POSE)
    rest = read_rest_pose(skeleton, assign_bones(skeleton).roles)
    for side in "LR":
        hinge = -rest.frames[f"lower_arm.{side}"][:, 1]
        along = rest.joint(f"hand.{side}") - rest.joint(f"lower_arm.{side}")
        assert np.cross(hinge, along) @ rest.axes.forward > 0.99 * np.linalg.norm(along)


@pytest.mark.parametrize("pose", [T_POSE, A_POSE, ARMS_DOWN, BENT])
def test_the_hinge_of_a_bent_limb_is_the_axis_it_was_bent_about(pose) -> None:
    skeleton = draw_skeleton(BODY, {**pose, "lower_arm.L": (0, -40, 0), "lower_leg.L": (0, 40, 0)})
    rest = read_rest_pose(skeleton, assign_bones(skeleton).roles)
    for upper, lower in (("upper_arm", "lower_arm"), ("upper_leg", "lower_leg")):
        for side in "LR":
            frames = [rest.frames[f"{part}.{side}"] for part in (upper, lower)]
            np.testing.assert_allclose(frames[0][:, 1], frames[1][:, 1], atol=1e-9)


def test_toes_that_point_outward_at_rest_stand_straight_ahead() -> None:
    skeleton = draw_skeleton(BODY, {**T_POSE, "foot.L": (0, 0, 20)})
    found = measured(skeleton).offsets["toes.L"]
    np.testing.assert_allclose(found, BODY.segment("toes.L").offset, atol=1e-9)


def test_the_feet_decide_left_and_right_exchanged_in_the_names() -> None:
    straight = draw_skeleton(BODY)
    swap = {"Left": "Right", "Right": "Left"}
    names = [n.replace(w, swap[w]) if (w := n[: 4 + n.startswith("R")]) in swap else n
             for n in straight.names]  # fmt: skip
    exchanged = draw_skeleton(BODY)
    object.__setattr__(exchanged, "names", tuple(names))
    roles = assign_bones(exchanged).roles
    assert exchanged.names[roles["foot.L"]] == "RightFoot"
    assert roles == assign_bones(straight).roles


@pytest.mark.parametrize(
    ("height", "unit"),
    [(1.75, 1.0), (0.9, 1.0), (175.0, 0.01), (17.5, 0.1), (1750.0, 0.001), (69.0, 0.0254),
     (0.0175, 100.0), (26.5, 0.0564444)],
)  # fmt: skip
def test_the_height_decides_among_usual_units(height: float, unit: float) -> None:
    assert choose_unit(height) == unit


def test_a_rig_of_no_usual_unit_becomes_an_adult() -> None:
    assert choose_unit(7.0) * 7.0 == pytest.approx(1.75)


def test_the_scale_of_the_object_decides_the_unit() -> None:
    world = np.diag([0.01, 0.01, 0.01, 1.0])
    skeleton = draw_skeleton(BODY, to_world=world)
    assert make_bone_map(skeleton, assign_bones(skeleton), {}).metres_per_unit == 100.0


@pytest.mark.parametrize("left_out", ["toes", "hand", "head"])
def test_what_the_rig_lacks_comes_from_the_table(left_out: str) -> None:
    names = {part: name for part, name in MIXAMO.items() if part != left_out}
    found = measured(draw_skeleton(BODY, names=names))
    for segment in BODY.segments[1:]:
        assert np.linalg.norm(np.subtract(found.offsets[segment.name], segment.offset)) < 0.08


def test_an_arm_without_its_forearm_is_left_alone() -> None:
    names = {part: name for part, name in MIXAMO.items() if part != "lower_arm"}
    roles = assign_bones(draw_skeleton(BODY, names=names)).roles
    assert not [role for role in roles if "arm" in role or "hand" in role]
    assert "torso" in roles


def test_a_trunk_of_one_bone_has_waist_and_back_at_one_point() -> None:
    names = {part: name for part, name in MIXAMO.items() if part != "lower_back"}
    found = measured(draw_skeleton(BODY, names=names)).offsets
    np.testing.assert_allclose(found["torso"], 0.0, atol=1e-12)
    whole = np.add(BODY.segment("lower_back").offset, BODY.segment("torso").offset)
    np.testing.assert_allclose(found["lower_back"], whole, atol=1e-9)
