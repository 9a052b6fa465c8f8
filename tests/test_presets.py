"""Ready characters: the paper's, a child and a giant, and bodies with unequal limbs."""

from __future__ import annotations

import itertools

import pytest

from footfall import Character
from footfall.base.errors import InvalidInput
from footfall.bodies.presets import PRESETS
from footfall.bodies.segments import lowest_point


def sole(body: Character, side: str) -> float:
    """Height of a foot's and its toes' lowest point over the root, standing."""
    origins = body.standing_origins()
    return min(
        origins[n][2] + lowest_point(body.segment(n)) for n in (f"foot{side}", f"toes{side}")
    )


def knee(body: Character, side: str) -> float:
    return body.standing_origins()[f"lower_leg{side}"][2] - sole(body, side)


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_stands_level_on_both_soles(name: str) -> None:
    body = Character.preset(name)
    assert sole(body, ".L") == pytest.approx(sole(body, ".R"), abs=1e-9)
    assert body.standing_height_of_root == pytest.approx(-sole(body, ".L"))


@pytest.mark.parametrize("name", PRESETS)
def test_the_strength_of_a_preset_follows_its_mass_and_size(name: str) -> None:
    human, body = Character.humanoid(), Character.preset(name)
    size = body.mass / human.mass * body.leg_length / human.leg_length
    for part in ("upper_leg.L", "upper_leg.R"):
        ratio = body.segment(part).joint.torque_limit / human.segment(part).joint.torque_limit
        assert ratio == pytest.approx(size)


def test_the_human_is_the_average_adult() -> None:
    assert Character.preset("human") == Character.humanoid(height=1.75, mass=70.4)


def test_the_robots_left_arm_is_two_fifths_longer_and_heavier() -> None:
    human, robot = Character.preset("human"), Character.preset("robot")
    for part in ("upper_arm", "lower_arm", "hand"):
        left, plain = robot.segment(f"{part}.L"), human.segment(f"{part}.L")
        assert left.length / plain.length == pytest.approx(1.4)
        assert left.mass / plain.mass == pytest.approx(1.4)
        assert robot.segment(f"{part}.R").mass == human.segment(f"{part}.R").mass


def test_the_robots_left_knee_is_20_cm_higher_in_a_leg_of_the_same_length() -> None:
    human, robot = Character.preset("human"), Character.preset("robot")
    assert knee(robot, ".L") - knee(robot, ".R") == pytest.approx(0.2)
    assert robot.leg_length == pytest.approx(human.leg_length)


@pytest.mark.parametrize("name", ["beast1", "beast2"])
def test_a_beast_has_much_of_its_mass_in_the_pelvis(name: str) -> None:
    beast = Character.preset(name)
    pelvis, *others = sorted(beast.segments, key=lambda s: -s.mass)
    assert pelvis.name == "pelvis"
    assert pelvis.mass > 0.4 * beast.mass
    assert pelvis.mass > 2 * others[0].mass


def test_the_child_and_the_giant_are_as_tall_and_heavy_as_such_people() -> None:
    child, giant = Character.preset("child"), Character.preset("giant")
    assert child.height == pytest.approx(1.1)
    assert 16.0 < child.mass < 21.0
    assert child.segment("head").length / child.height > 0.15
    assert giant.height == pytest.approx(2.4)
    assert giant.mass == pytest.approx(70.4 * (2.4 / 1.75) ** 3)


def test_presets_differ() -> None:
    bodies = [Character.preset(name) for name in PRESETS]
    assert all(a != b for a, b in itertools.combinations(bodies, 2))


def test_an_unknown_preset_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(InvalidInput) as raised:
        Character.preset("elf")
    assert str(raised.value) == (
        "Unknown preset 'elf'; allowed: human, robot, beast1, beast2, child, giant."
    )


@pytest.mark.parametrize("part", ["upper_leg.L", "lower_leg.R", "foot.L"])
def test_a_body_with_one_longer_leg_part_stands_level_on_both_soles(part: str) -> None:
    plain, body = Character.humanoid(), Character.humanoid(scale={part: 1.2})
    assert sole(body, ".L") == pytest.approx(sole(body, ".R"), abs=1e-9)
    assert body.segment(part).length == pytest.approx(1.2 * plain.segment(part).length)


def test_the_hip_of_the_longer_leg_sits_higher_and_the_other_where_it_was() -> None:
    plain, body = Character.humanoid(), Character.humanoid(scale={"upper_leg.L": 1.2})
    hips = {side: body.segment(f"upper_leg{side}").offset for side in (".L", ".R")}
    longer = 0.2 * plain.segment("upper_leg.L").length
    assert hips[".L"][2] - hips[".R"][2] == pytest.approx(longer)
    assert hips[".R"] == plain.segment("upper_leg.R").offset


def test_a_body_with_a_shorter_leg_stands_on_it() -> None:
    plain, body = Character.humanoid(), Character.humanoid(scale={"lower_leg.R": 0.8})
    shorter = 0.2 * plain.segment("lower_leg.R").length
    assert plain.standing_height_of_root - body.standing_height_of_root == pytest.approx(shorter)
    assert sole(body, ".L") == pytest.approx(sole(body, ".R"), abs=1e-9)
