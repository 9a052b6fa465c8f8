"""Paws and hoofs of rigs stay on the ground that the simulated, round feet roll on."""

from __future__ import annotations

import math

import numpy as np
import pytest

from footfall import Character
from footfall.base.rotations import matrices_from_rotation_vectors
from footfall.retarget.rigid_paws import cycle_off_ground, outline, sole_height, turn_off_ground
from footfall.retarget.segment_motion import SegmentMotion

FOOT = Character.quadruped().segment("foot.BL")
LEANS = np.radians([-30.0, -10.0, 0.0, 10.0, 30.0])
FORWARD, LEFT = np.eye(3)[:2]
RATE = 24.0
HOOF = np.array([[x, y, z] for x in (-0.09, 0.09) for y in (-0.05, 0.05) for z in (-0.02, 0.06)])


def leaning(height: float, axis: np.ndarray = LEFT, by: np.ndarray = LEANS) -> SegmentMotion:
    """A foot leaning by some angles about an axis, its ankle at a height [m]."""
    turns = matrices_from_rotation_vectors(np.outer(by, axis))
    return SegmentMotion(turns, np.tile([0.0, 0.0, height], (len(by), 1)))


def lowest(foot: SegmentMotion, points: np.ndarray) -> np.ndarray:
    return (foot.origin[:, None] + np.einsum("fij,pj->fpi", foot.axes, points))[..., 2].min(axis=1)


def test_no_part_of_a_long_paw_stays_under_the_ground() -> None:
    length = FOOT.length
    paw = np.array([[0.0, 0.0, 0.0], [0.0, 0.0, -length], [0.5 * length, 0.0, -length]])
    foot = leaning(length)
    ground = sole_height(foot, FOOT)
    assert lowest(foot, paw).min() < ground.min() - 0.01
    turned = turn_off_ground(foot, paw, ground, RATE)
    assert (lowest(turned, paw) > ground - 0.002).all()
    assert np.array_equal(turned.origin, foot.origin)


@pytest.mark.parametrize("axis", [LEFT, FORWARD, (FORWARD + LEFT) / math.sqrt(2.0)])
def test_a_broad_hoof_lies_level_whichever_way_it_leaned(axis: np.ndarray) -> None:
    foot = leaning(0.02, axis)
    turned = turn_off_ground(foot, HOOF, np.zeros(len(LEANS)), RATE)
    assert lowest(turned, HOOF) == pytest.approx(0.0, abs=2e-4)
    assert turned.axes[:, 2, 2] == pytest.approx(1.0, abs=1e-3)


def test_a_hoof_stays_on_its_sole_when_its_leg_rolls_over() -> None:
    foot = leaning(0.02, FORWARD, np.linspace(0.0, 1.8, 40))
    turned = turn_off_ground(foot, HOOF, np.zeros(40), RATE)
    assert turned.axes[:, 2, 2] == pytest.approx(1.0, abs=1e-3)


def test_a_foot_that_leaves_the_ground_comes_back_to_its_own_pose_without_a_jump() -> None:
    foot = leaning(0.02, LEFT, np.full(20, 0.5))
    foot.origin[10:, 2] = 1.0
    turned = turn_off_ground(foot, HOOF, np.zeros(20), RATE)
    off = np.arccos(turned.axes[:, 2, 2])  # it is level until it leaves
    assert np.abs(np.diff(off)).max() < 0.3
    assert turned.axes[-1] == pytest.approx(foot.axes[-1], abs=0.01)


def test_a_cycle_ends_as_it_began() -> None:
    phase = np.linspace(0.0, 2.0 * math.pi, 25)
    foot = leaning(0.02, LEFT, 0.8 * np.sin(phase + 1.0))
    foot.origin[:, 2] += np.maximum(0.0, 0.2 * np.sin(phase))
    turned = cycle_off_ground(foot, HOOF, np.zeros(25), RATE)
    assert turned.axes[0] == pytest.approx(turned.axes[-1], abs=1e-3)


def test_a_foot_with_no_room_at_all_stays_finite() -> None:
    point_below = np.array([[0.0, 0.0, -0.1]])
    turned = turn_off_ground(leaning(-0.5), point_below, np.zeros(len(LEANS)), RATE)
    assert np.isfinite(turned.axes).all()


def test_an_outline_has_the_lowest_point_whichever_way_it_lies() -> None:
    points = np.random.default_rng(0).normal(size=(500, 3))
    kept = outline(points)
    assert len(kept) < 100
    for down in np.random.default_rng(1).normal(size=(20, 3)):
        down /= np.linalg.norm(down)
        assert (kept @ down).min() == pytest.approx((points @ down).min(), abs=0.1)
