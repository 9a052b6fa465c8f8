"""Following a path and walking to a place, by feedback."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest

from footfall import Character, Cue, Performer, Shot, simulate
from footfall.base.errors import InvalidInput
from footfall.shots.take import Performance
from footfall.skills.ways.course import Course

BODY = Character.humanoid(height=1.75, mass=70.4)
SQUARE = ((0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0), (0.0, 0.0))
EIGHT = ((-2.0, -2.0), (2.0, 2.0), (2.0, -2.0), (-2.0, 2.0))


def performed(cue: Cue, duration: float, heading: float = 0.0) -> Performance:
    take = simulate(Shot([Performer(BODY, [cue], heading=heading)], duration=duration))
    assert take.performances[0].fell_at is None
    return take.performances[0]


def facing(performance: Performance) -> float:
    w, x, y, z = performance.root_orientation[-1]
    return math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z))


def test_a_walker_stays_by_a_bend_and_stands_at_its_end() -> None:
    angles = np.linspace(-math.pi / 2, 0.0, 20)
    bend = [(2 * math.cos(a), 2 + 2 * math.sin(a)) for a in angles]
    walked = performed(Cue("follow", path=bend, speed=0.8), duration=8.0).root_position[:, :2]
    aside = np.abs(np.linalg.norm(walked - (0.0, 2.0), axis=1) - 2.0)
    assert aside.max() < 0.2  # [m]
    assert np.linalg.norm(walked[-1] - bend[-1]) < 0.15
    assert np.linalg.norm(walked[-1] - walked[-60]) < 0.05


@pytest.mark.parametrize("direction", [90.0, 180.0, -90.0])
def test_a_path_is_walked_alike_in_every_direction(direction: float) -> None:
    def walked(angle: float) -> np.ndarray:
        end = (3.0 * math.cos(angle), 3.0 * math.sin(angle))
        cue = Cue("follow", path=((0.0, 0.0), end), speed=0.8)
        way = performed(cue, duration=3.0, heading=angle).root_position[:, :2]
        return way @ (math.cos(angle), math.sin(angle))

    ahead = walked(0.0)
    assert ahead[-1] > 1.5
    assert walked(math.radians(direction)) == pytest.approx(ahead, abs=0.03)


@pytest.mark.parametrize("direction", [0.0, 100.0, -170.0])
def test_a_walker_stops_before_a_thing_and_faces_it(direction: float) -> None:
    angle = math.radians(direction)
    target = (2.5 * math.cos(angle), 2.5 * math.sin(angle))
    end = performed(Cue("approach", target=target, distance=0.8), duration=12.0)
    away = target - end.root_position[-1, :2]
    assert np.linalg.norm(away) == pytest.approx(0.8, abs=0.15)
    error = math.atan2(away[1], away[0]) - facing(end)
    assert abs(math.remainder(error, math.tau)) < 0.35


@pytest.mark.parametrize("direction", [0.0, 100.0])
def test_a_walker_stands_on_a_place_that_it_shall_reach(direction: float) -> None:
    angle = math.radians(direction)
    target = (2.0 * math.cos(angle), 2.0 * math.sin(angle))
    performance = performed(Cue("approach", target=target, distance=0.0), duration=12.0)
    assert "arrived" in [name for _, name in performance.events]
    assert np.linalg.norm(performance.root_position[-1, :2] - target) < 0.15


def test_a_place_on_a_course_moves_on_through_its_crossings() -> None:
    course = Course(EIGHT, np.array(EIGHT[0]))
    line = np.concatenate(
        [np.linspace(a, b, 60) for a, b in pairwise(EIGHT)]
    )  # fmt: skip
    done = []
    for place in line:
        course.advance(place)
        done.append(course.done)
    assert np.diff(done).min() >= 0.0
    assert np.diff(done).max() < 0.2
    assert course.left == pytest.approx(0.0, abs=0.01)


def test_a_closed_course_has_no_end_and_joins_where_it_is_near() -> None:
    course = Course(SQUARE, np.array([2.1, 1.0]))
    assert course.done == pytest.approx(3.0, abs=0.02)
    assert course.left == math.inf
    assert course.point(course.done + 8.0) == pytest.approx(course.point(course.done))
    assert course.direction(course.done) == pytest.approx(math.pi / 2)
    assert course.offset(np.array([2.1, 1.0])) == pytest.approx(0.1)


def test_an_open_course_goes_on_straight_beyond_its_end() -> None:
    course = Course([(0.0, 0.0), (1.0, 0.0), (1.0, 0.0), (1.0, 1.0)], np.zeros(2))
    assert course.point(2.5) == pytest.approx([1.0, 1.5])


@pytest.mark.parametrize(
    ("cue", "message"),
    [
        (Cue("follow"), "Follow needs a path, got none."),
        (Cue("follow", path=[]), "Follow's path must be at least 2 points (x, y), got ()."),
        (Cue("follow", path=[(0, 0), (0, math.nan)]), "a point must be finite numbers"),
        (Cue("follow", path=[(1, 1), (1, 1)]), "must lead somewhere: all of its points are (1, 1)"),
        (Cue("approach"), "Approach needs a target, got none."),
        (Cue("approach", target=(0, 0, 0)), "must be 2 numbers, got (0, 0, 0)."),
    ],
)
def test_a_path_that_leads_nowhere_is_refused(cue: Cue, message: str) -> None:
    with pytest.raises(InvalidInput) as raised:
        Shot([Performer(BODY, [cue])])
    assert message in str(raised.value)


def test_a_path_survives_the_file() -> None:
    shot = Shot([Performer(BODY, [Cue("follow", path=[[0, 0], [1, 2]], speed=[(0, 1), (1, 0.5)])])])
    assert Shot.from_data(shot.to_data()).performers == shot.performers
