"""Angles of many frames at once."""

from __future__ import annotations

import numpy as np

from footfall import Character
from footfall.base.rotations import angle_of
from footfall.motion.physical_consistency import make_consistent
from footfall.motion.procedural_clip import DRAWINGS, make_clip


def test_a_clip_is_made_consistent_to_the_same_bits_each_time() -> None:
    """Numpy's own arctan2 of columns has other last bits where its result lies behind them."""
    drawn = make_clip(DRAWINGS["run"], Character.humanoid())
    first, *others = (make_consistent(drawn)[0].joints for _ in range(2))
    assert all(np.array_equal(first, other) for other in others)


def test_an_angle_of_two_numbers_is_a_number() -> None:
    assert angle_of(1.0, 0.0).shape == ()
    assert float(angle_of(1.0, 0.0)) == np.pi / 2
