"""Paws and hoofs of rigs stay on the ground that the simulated, round feet roll on."""

from __future__ import annotations

import math

import numpy as np
import pytest

from footfall import Character
from footfall.rigs.rigid_feet import turn_off_ground
from footfall.rigs.rigid_paws import outline, sole_height
from footfall.rigs.rotations import matrices_from_rotation_vectors
from footfall.rigs.segment_motion import SegmentMotion

FOOT = Character.quadruped().segment("foot.BL")
PITCHES = np.radians([-30.0, -10.0, 0.0, 10.0, 30.0])


def leaning(height: float) -> SegmentMotion:
    """A foot at some pitches, its ankle at a height [m]."""
    turns = matrices_from_rotation_vectors(np.outer(PITCHES, [0.0, 1.0, 0.0]))
    return SegmentMotion(turns, np.tile([0.0, 0.0, height], (len(PITCHES), 1)))


def lowest(foot: SegmentMotion, points: np.ndarray) -> np.ndarray:
    return (foot.origin[:, None] + np.einsum("fij,pj->fpi", foot.axes, points))[..., 2].min(axis=1)


def test_no_part_of_a_long_paw_stays_under_the_ground() -> None:
    length = FOOT.length
    paw = np.array([[0.0, 0.0, 0.0], [0.0, 0.0, -length], [0.5 * length, 0.0, -length]])
    foot = leaning(length)
    ground = sole_height(foot, FOOT)
    assert lowest(foot, paw).min() < ground.min() - 0.01
    turned = turn_off_ground(foot, paw, ground)
    assert (lowest(turned, paw) > ground - 0.002).all()
    assert np.array_equal(turned.origin, foot.origin)


def test_a_broad_hoof_lies_level_whichever_way_it_leaned() -> None:
    hoof = np.array([[0.05, 0.0, -0.02], [-0.05, 0.0, -0.02]])
    foot = leaning(0.02)
    turned = turn_off_ground(foot, hoof, np.zeros(len(PITCHES)))
    assert lowest(turned, hoof) == pytest.approx(0.0, abs=1e-6)


def test_an_outline_has_the_lowest_point_at_every_pitch() -> None:
    points = np.random.default_rng(0).normal(size=(500, 3))
    kept = outline(points)
    assert len(kept) < 50
    for pitch in np.linspace(-math.pi, math.pi, 9):
        down = np.array([math.sin(pitch), 0.0, math.cos(pitch)])
        assert (kept @ down).min() == pytest.approx((points @ down).min(), abs=0.05)
