"""Hands follow paths of bounded speed, from any place and at any time."""

from __future__ import annotations

import numpy as np
import pytest

from footfall.skills.hands.hand_path import Bounds, Move, move_together
from footfall.skills.interpolator import Interpolator

BOUNDS = Bounds(speed=1.0, acceleration=3.0)
LIFT, DT = (0.3, -0.1, 1.0), 0.002  # [m], [s]


def followed(interpolators: list[Interpolator], seconds: float) -> np.ndarray:
    """(n, axes, 3) values, rates and accelerations of interpolators over time."""
    rows = []
    for _ in range(round(seconds / DT)):
        rows.append([interpolator.now() for interpolator in interpolators])
        for interpolator in interpolators:
            interpolator.step(DT)
    return np.array(rows)


@pytest.mark.parametrize("moment", np.arange(0.0, 2.6, 0.25))
@pytest.mark.parametrize("other", [(0.3, -0.1, 1.1), (0.0, 0.0, 0.0), (1.5, 1.0, 0.2)])
def test_another_goal_at_any_moment_makes_nothing_jump(moment, other) -> None:
    interpolators = [Interpolator() for _ in range(3)]
    move_together([Move(interpolators, LIFT, BOUNDS, (1.0, 1.0, 1.0))], 2.4)
    first = followed(interpolators, moment)
    move_together([Move(interpolators, other, BOUNDS, (0.5, 0.5, 1.0))], 0.5)
    path = np.concatenate([first.reshape(-1, 3, 3), followed(interpolators, 9.0)])
    steps = np.linalg.norm(np.diff(path[:, :, 0], axis=0), axis=1) / DT
    assert steps.max() < 1.02 * BOUNDS.speed
    assert np.linalg.norm(path[:, :, 2], axis=1).max() < 1.02 * BOUNDS.acceleration
    assert path[-1, :, 0] == pytest.approx(other)
    assert np.abs(path[-1, :, 1]).max() < 1e-9


def test_what_has_time_takes_the_time_that_is_asked_for() -> None:
    interpolators = [Interpolator() for _ in range(3)]
    move_together([Move(interpolators, LIFT, BOUNDS, (1.0, 1.0, 1.0))], 3.0)
    path = followed(interpolators, 2.98)
    assert not interpolators[2].is_over
    assert path[-1, 2, 0] == pytest.approx(1.0, abs=1e-3)
    followed(interpolators, 0.04)
    assert interpolators[2].is_over


def test_what_moves_together_ends_together() -> None:
    far, near = [Interpolator()], [Interpolator()]
    bounds = Bounds(speed=0.5, acceleration=1.0)
    move_together([Move(far, (3.0,), bounds), Move(near, (0.1,), bounds)], 1.0)
    followed([*far, *near], 5.0)
    assert not far[0].is_over and not near[0].is_over
    followed([*far, *near], 10.0)
    assert far[0].is_over and near[0].is_over


def test_what_is_faster_already_is_stopped_without_delay() -> None:
    interpolator = Interpolator(0.0, rate=4.0)
    move_together([Move([interpolator], (0.0,), BOUNDS)], 0.5)
    path = followed([interpolator], 12.0)
    assert np.abs(path[:, 0, 1]).max() <= 4.0 + 1e-9
    assert np.abs(path[:, 0, 2]).max() < 1.02 * BOUNDS.acceleration
    assert path[-1, 0, 0] == pytest.approx(0.0)
