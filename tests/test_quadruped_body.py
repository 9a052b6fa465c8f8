"""The four-legged body: sizes, legs that reach one level, variation."""

from __future__ import annotations

import math

import pytest

from footfall import Character
from footfall.base.errors import InvalidInput
from footfall.bodies.leg_bending import Leg, bend_to, foot_of
from footfall.bodies.quadruped import LEGS, SPINE, leg_of


def test_a_dog_is_as_high_and_heavy_as_asked() -> None:
    dog = Character.quadruped(height=0.44, mass=30.0)
    assert dog.kind == "quadruped"
    assert dog.mass == pytest.approx(30.0)
    assert dog.standing_height_of_root == pytest.approx(0.44, abs=0.002)
    assert [dog.segment(name).joint.type for name in SPINE] == ["spherical"] * 5


@pytest.mark.parametrize("seed", range(6))
def test_all_four_feet_of_any_body_stand_on_one_level(seed: int) -> None:
    body = Character.quadruped().vary(seed, 0.3)
    origins = body.standing_origins()
    for leg in LEGS:
        angles = (body.standing[f"{joint}.{leg}"] for joint in ("hip", "knee", "ankle"))
        _, below = foot_of(leg_of(body, leg), *angles)
        level = origins[f"upper_leg.{leg}"][2] + below
        assert level == pytest.approx(-body.standing_height_of_root, abs=0.02)


def test_a_bent_leg_puts_its_foot_where_it_is_asked_to() -> None:
    leg = Leg(0.18, 0.2, 0.1)
    for side in (-1.0, 1.0):
        hip, knee = bend_to(leg, 0.07, -0.4, -0.6, side)
        assert foot_of(leg, hip, knee, -0.6) == pytest.approx((0.07, -0.4))


def test_a_leg_bends_as_its_own_kind_does() -> None:
    dog = Character.quadruped()
    assert dog.standing["knee.FL"] < 0.0 < dog.standing["knee.BL"]


def test_mirrored_limits() -> None:
    left, right = (Character.quadruped().segment(f"upper_leg.F{s}").joint.limits for s in "LR")
    assert left[0] == pytest.approx([-right[0][1], -right[0][0]])


@pytest.mark.parametrize("height, mass", [(0.0, 30.0), (0.4, -1.0), (math.nan, 30.0)])
def test_impossible_sizes_are_refused(height: float, mass: float) -> None:
    with pytest.raises(InvalidInput, match="above 0"):
        Character.quadruped(height, mass)


def test_a_quadruped_survives_json() -> None:
    dog = Character.quadruped().vary(2, 0.2)
    assert Character.from_data(dog.to_data()) == dog
