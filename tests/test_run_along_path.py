"""Running along a path: it stays by it, slower in bends, and stands at its end."""

from __future__ import annotations

import math

import numpy as np
import pytest

from footfall import Character, Cue, Performer, Shot, simulate
from footfall.base.errors import InvalidInput
from footfall.shots.take import Performance

CORNER = ((0.0, 0.0), (9.0, 0.0), (9.0, 7.0))
AROUND = [
    (4.0 * math.cos(angle), 4.0 + 4.0 * math.sin(angle))
    for angle in np.linspace(-0.5 * math.pi, 1.4 * math.pi, 60)
]
CIRCLE = (*AROUND, AROUND[0])


def run_along(
    path: tuple[tuple[float, float], ...], duration: float, speed: float = 2.5
) -> Performance:  # fmt: skip
    cue = Cue("run", speed=speed, path=path)
    take = simulate(Shot([Performer(Character.humanoid(), [cue])], duration=duration))
    assert take.performances[0].fell_at is None
    return take.performances[0]


def test_a_corner_is_rounded_and_the_end_stood_at() -> None:
    way = run_along(CORNER, duration=14.0).root_position[:, :2]
    aside = np.minimum(
        np.abs(way[:, 1]) + np.maximum(way[:, 0] - 9.0, 0.0),
        np.abs(way[:, 0] - 9.0) + np.maximum(-way[:, 1], 0.0),
    )
    assert aside.max() < 1.2
    assert np.linalg.norm(way[-1] - CORNER[-1]) < 0.5
    assert np.linalg.norm(way[-1] - way[-60]) < 0.1


def test_a_circle_is_run_on_and_on() -> None:
    performance = run_along(CIRCLE, duration=12.0)
    way = performance.root_position[:, :2]
    assert np.abs(np.linalg.norm(way - (0.0, 4.0), axis=1) - 4.0).max() < 0.4
    last = np.linalg.norm(np.diff(way[-240:], axis=0), axis=1).sum() / 2.0
    assert last > 1.8


@pytest.mark.parametrize("side", [-1.0, 1.0])
def test_a_run_that_begins_in_a_corner_gets_up_to_speed(side: float) -> None:
    """It leaves a closed square's first corner to one side, and turns to the other at once."""
    square = [(0.0, 0.0), (8.0, 0.0), (8.0, 8.0), (0.0, 8.0), (0.0, 0.0)]
    path = tuple((x, side * y) for x, y in square)
    way = run_along(path, duration=4.0, speed=3.0).root_position[:, :2]
    assert np.linalg.norm(np.diff(way, axis=0), axis=1).max() * 60.0 > 2.2


def test_a_path_or_a_heading() -> None:
    cue = Cue("run", path=CORNER, heading=1.0)
    with pytest.raises(InvalidInput, match="Run takes a heading or a path, not both"):
        Shot([Performer(Character.humanoid(), [cue])])


def test_no_path_is_none() -> None:
    shot = Shot([Performer(Character.humanoid(), [Cue("run", path=None)])])
    assert Shot.from_data(shot.to_data()).performers == shot.performers
