"""A character is a body that can be measured, scaled, saved and refused."""

from __future__ import annotations

import json
import math
from dataclasses import replace

import numpy as np
import pytest

from footfall import Character
from footfall.base.errors import InvalidInput
from footfall.bodies.proportions import GROUPS
from footfall.bodies.segments import Segment
from footfall.bodies.strength import base_name, strengthen


def test_a_humanoid_weighs_and_stands_what_was_asked() -> None:
    body = Character.humanoid(height=1.6, mass=55.0)
    assert body.mass == pytest.approx(55.0)
    assert body.height == pytest.approx(1.6)
    assert 0.5 * 1.6 < body.leg_length < 0.55 * 1.6


def test_a_humanoid_has_the_degrees_of_freedom_of_the_paper() -> None:
    sizes = {"root": 6, "spherical": 3, "universal": 2, "hinge": 1, "fixed": 0}
    assert sum(sizes[s.joint.type] for s in Character.humanoid().segments) == 37


def test_segment_masses_follow_de_leva() -> None:
    body = Character.humanoid(mass=100.0)
    assert body.segment("upper_leg.L").mass == pytest.approx(14.16)
    assert body.segment("head").mass == pytest.approx(6.94)
    trunk = sum(body.segment(n).mass for n in ("pelvis", "lower_back", "torso"))
    assert trunk == pytest.approx(43.46)


def test_every_inertia_could_be_that_of_a_rigid_body() -> None:
    for s in Character.humanoid().vary(seed=3, amount=0.4).segments:
        x, y, z = s.inertia
        assert x + y >= z and y + z >= x and z + x >= y, s.name


def test_scaling_a_segment_changes_its_length_and_its_mass_alike() -> None:
    plain = Character.humanoid()
    scaled = Character.humanoid(scale={"upper_leg.L": 1.2})
    assert scaled.segment("upper_leg.L").length == pytest.approx(
        1.2 * plain.segment("upper_leg.L").length
    )
    assert scaled.segment("upper_leg.L").mass == pytest.approx(
        1.2 * plain.segment("upper_leg.L").mass
    )
    assert scaled.segment("lower_leg.L").offset[2] == pytest.approx(
        1.2 * plain.segment("lower_leg.L").offset[2]
    )
    assert scaled.segment("upper_leg.R") == plain_but_for_strength(scaled, plain, "upper_leg.R")


def plain_but_for_strength(scaled: Character, plain: Character, name: str) -> Segment:
    from dataclasses import replace

    return replace(plain.segment(name), joint=scaled.segment(name).joint)


def test_the_same_seed_gives_the_same_body_and_another_seed_another() -> None:
    body = Character.humanoid()
    assert body.vary(seed=7, amount=0.3) == body.vary(seed=7, amount=0.3)
    assert body.vary(seed=7, amount=0.3) != body.vary(seed=8, amount=0.3)


def test_variation_stays_within_its_amount_and_alike_on_both_sides() -> None:
    plain, varied = Character.humanoid(), Character.humanoid().vary(seed=11, amount=0.3)
    for a, b in zip(plain.segments, varied.segments, strict=True):
        assert 0.7 <= b.length / a.length <= 1.3
        assert b.mass / a.mass == pytest.approx(
            (b.length / a.length) * width_factor(a, b) ** 2, rel=1e-9
        )
    for left in varied.segments:
        if left.name.endswith(".L"):
            right = varied.segment(left.name[:-2] + ".R")
            assert (left.mass, left.length) == (right.mass, right.length)


def width_factor(a: Segment, b: Segment) -> float:
    across = 1
    assert a.shape and b.shape and a.long_axis != across
    return b.shape.size[across] / a.shape.size[across]


def test_every_segment_belongs_to_a_group() -> None:
    segments = [*Character.humanoid().segments, *Character.quadruped().segments]
    assert {base_name(s.name) for s in segments} == set(GROUPS)


def test_strength_scales_with_mass_and_size() -> None:
    adult, giant = Character.humanoid(1.75, 70.4), Character.humanoid(3.5, 8 * 70.4)
    ratio = (
        giant.segment("lower_leg.L").joint.torque_limit
        / adult.segment("lower_leg.L").joint.torque_limit
    )
    assert ratio == pytest.approx(16.0)


def test_a_body_of_an_older_file_has_a_soles_friction_all_over() -> None:
    data = json.loads(json.dumps(Character.humanoid().to_data()))
    for segment in data["segments"]:
        del segment["friction"]
    assert {s.friction for s in Character.from_data(data).segments} == {1.0}


def test_a_friction_below_0_is_refused() -> None:
    body = Character.humanoid()
    slick = replace(body.segments[0], friction=-0.1)
    with pytest.raises(InvalidInput, match="friction of segment 'pelvis'"):
        replace(body, segments=(slick, *body.segments[1:]))


def test_a_character_survives_json() -> None:
    body = Character.humanoid().vary(seed=5, amount=0.2)
    assert Character.from_data(json.loads(json.dumps(body.to_data()))) == body


def test_a_character_survives_a_file(tmp_path) -> None:
    body = Character.humanoid(height=1.2, mass=30.0)
    body.save(tmp_path / "body.json")
    assert Character.load(tmp_path / "body.json") == body


@pytest.mark.parametrize("mass", [-1.0, 0.0, math.nan, math.inf])
def test_an_impossible_mass_is_refused_in_a_sentence(mass: float) -> None:
    with pytest.raises(InvalidInput, match=r"mass .* must be above 0, got"):
        Character.humanoid(mass=mass)


def test_scaling_an_unknown_segment_names_those_there_are() -> None:
    with pytest.raises(InvalidInput, match=r"no segment 'tail' to scale; allowed: pelvis, "):
        Character.humanoid(scale={"tail": 2.0})


def test_a_broken_file_is_refused_in_a_sentence(tmp_path) -> None:
    broken = tmp_path / "broken.json"
    broken.write_text('{"version": 1, "segments": 3}')
    with pytest.raises(InvalidInput, match="not a character"):
        Character.load(broken)


def test_soles_are_level_when_standing() -> None:
    body = Character.humanoid().vary(seed=2, amount=0.3)
    origins = body.standing_origins()
    lowest = [
        origins[n][2] + s.shape.center[2] - s.shape.size[2] / 2
        for s in body.segments
        for n in [s.name]
        if base_name(n) in ("foot", "toes") and s.shape
    ]
    assert np.ptp(lowest) < 1e-9


def test_a_neck_is_strong_enough_for_a_big_head() -> None:
    human = Character.humanoid(height=1.75, mass=70.4)
    head = human.segment("head")
    big = replace(head, mass=8 * head.mass, center=tuple(3 * x for x in head.center))
    segments = tuple(big if s.name == "head" else s for s in human.segments)
    body = strengthen(replace(human, segments=segments))
    held_level = big.mass * 9.81 * math.dist((0.0, 0.0, 0.0), big.center)
    assert body.segment("head").joint.torque_limit == pytest.approx(held_level)
    assert body.segment("head").joint.torque_limit > 2 * head.joint.torque_limit
