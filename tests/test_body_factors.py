"""Factors on a measured body: flesh and strength change, the skeleton does not."""

from __future__ import annotations

import math

import pytest

from footfall import Character
from footfall.bodies.body_factors import Factors, part_of, with_factors

BODY = Character.humanoid()


def test_factors_of_one_change_nothing() -> None:
    assert with_factors(BODY, {"trunk": Factors()}) is BODY


def test_a_heavier_leg_is_that_of_its_side_alone() -> None:
    heavy = with_factors(BODY, {"upper_leg.L": Factors(mass=2.0)})
    for segment in BODY.segments:
        factor = 2.0 if segment.name == "upper_leg.L" else 1.0
        assert heavy.segment(segment.name).mass == pytest.approx(factor * segment.mass)
    assert heavy.segment("upper_leg.L").inertia == pytest.approx(
        [2.0 * moment for moment in BODY.segment("upper_leg.L").inertia]
    )


def test_wide_flesh_leaves_every_joint_and_both_soles_in_place() -> None:
    wide = with_factors(BODY, {part_of(s.name): Factors(width=1.3) for s in BODY.segments})
    assert wide.standing_origins() == BODY.standing_origins()
    assert wide.standing_height_of_root == BODY.standing_height_of_root
    assert wide.segment("torso").mass == pytest.approx(1.3**2 * BODY.segment("torso").mass)


def test_a_strong_knee_keeps_its_damping_ratio() -> None:
    strong = with_factors(BODY, {"lower_leg.R": Factors(strength=4.0)})
    before, after = BODY.segment("lower_leg.R").joint, strong.segment("lower_leg.R").joint
    assert after.torque_limit == pytest.approx(4.0 * before.torque_limit)
    assert after.stiffness == pytest.approx(4.0 * before.stiffness)
    assert after.damping == pytest.approx(math.sqrt(4.0) * before.damping)
    assert strong.segment("lower_leg.L") == BODY.segment("lower_leg.L")
