"""Rotations of many frames at once."""

from __future__ import annotations

import numpy as np

from footfall.base.rotations import angle_of


def test_angles_of_columns_are_those_of_the_same_numbers_side_by_side() -> None:
    """An output right behind the columns is where numpy's own arctan2 has other last bits."""
    columns = np.random.default_rng(0).normal(size=(60, 9))
    y, x = columns[:, 1], columns[:, 4]
    assert np.array_equal(angle_of(y, x), np.arctan2(y.copy(), x.copy()))


def test_an_angle_of_two_numbers_is_a_number() -> None:
    assert angle_of(1.0, 0.0).shape == ()
    assert float(angle_of(1.0, 0.0)) == np.pi / 2
