"""Members that keep together: side by side on their way, and in circles."""

from __future__ import annotations

import json
from collections import defaultdict
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from human_body import human

from footfall import Cue, Performer, Push, Shot, simulate
from footfall.base.errors import InvalidInput
from footfall.crowd.arrivals import Source
from footfall.crowd.data import crowd_from_data, crowd_to_data
from footfall.crowd.description import Crowd
from footfall.crowd.manner import Manner
from footfall.crowd.members import make_shot
from footfall.crowd.surfaces import Rectangle, Strip
from footfall.skills.ways.company import APART, together

WEST = Strip(np.array([[-9.0, -2.0], [-9.0, 2.0]]), 1.0)
EAST = Strip(np.array([[9.0, -2.0], [9.0, 2.0]]), 1.0)
FIELD = Rectangle((40.0, 40.0))


def of_companies(shot: Shot) -> dict[str, list[Performer]]:
    found = defaultdict(list)
    for performer in shot.performers:
        found[performer.company].append(performer)
    return found


def walking(**more: Any) -> Crowd:
    plain: dict[str, Any] = {
        "count": 24, "behaviour": "goals", "surface": FIELD, "manner": Manner(together=(2, 4)),
    }  # fmt: skip
    return Crowd(**{**plain, **more})


@pytest.mark.parametrize("behaviour", ["goals", "wander", "pass"])
def test_companies_have_one_way_one_pace_and_bodies_of_their_own(behaviour: str) -> None:
    places = {"sources": [Source(surface=WEST, rate=5.0)], "sinks": [EAST]}
    shot = make_shot([human()], walking(behaviour=behaviour, **places))
    sizes = [len(members) for members in of_companies(shot).values()]
    assert set(sizes[:-1]) == {2, 3, 4}
    for members in of_companies(shot).values():
        cues = [performer.cues[0].parameters for performer in members]
        for name in ("path", "speed"):
            assert len({cue[name] for cue in cues}) == 1
        assert len({performer.character.height for performer in members}) == len(members)
        assert len({performer.enters for performer in members}) == 1
        places_of = np.array([performer.position for performer in members])
        apart = [np.linalg.norm(a - b) for a, b in combinations(places_of, 2)]
        assert min(apart) == pytest.approx(0.75)


def test_members_walk_alone_where_nothing_is_said_and_where_they_do_not_walk() -> None:
    for crowd in (walking(manner=Manner()), walking(behaviour="dance")):
        assert {p.company for p in make_shot([human()], crowd).performers} == {""}


def test_another_count_changes_no_company_but_the_last() -> None:
    many, few = (make_shot([human()], walking(
        count=count, sources=[Source(surface=WEST, rate=5.0)])).performers for count in (20, 11))
    assert [p.company for p in few] == [p.company for p in many[:11]]
    assert [p.position for p in few] == [p.position for p in many[:11]]


def test_a_crowd_in_companies_is_kept_in_a_file() -> None:
    again = crowd_from_data(json.loads(json.dumps(crowd_to_data(walking()))))
    shot = make_shot([human()], walking())
    assert make_shot([human()], again) == shot
    assert Shot.from_data(json.loads(json.dumps(shot.to_data()))) == shot
    with pytest.raises(InvalidInput, match="size of a company must be 1 to 4, got 9"):
        Manner(together=(2, 9))


def beside(*others: tuple[float, float]) -> Any:
    """What one at the origin aims at who would walk along x at 1 m/s."""
    ahead = np.array([1.0, 0.0])
    return together(ahead, np.zeros(2), np.array(others).reshape(-1, 2), ahead)


def test_one_who_is_ahead_waits_and_one_who_is_behind_hurries() -> None:
    assert beside() == pytest.approx([1.0, 0.0])
    assert beside((-1.0, APART))[0] < 0.8
    assert beside((-5.0, APART))[0] == pytest.approx(0.0)
    assert beside((1.0, APART))[0] > 1.1
    assert beside((0.0, APART)) == pytest.approx([1.0, 0.0])
    assert beside((0.0, 0.3))[1] < -0.1
    assert beside((0.0, 2.0))[1] > 0.1


def test_many_wait_for_one_who_is_far_behind() -> None:
    assert beside((0.0, APART), (0.0, -APART), (-2.5, 2 * APART))[0] == pytest.approx(0.0)


def test_no_two_wait_for_each_other_who_walk_opposite_ways_round_something() -> None:
    way, apart = np.array([1.0, 0.0]), np.array([[3.0, 1.0]])
    last = together(-way, np.zeros(2), apart, way)
    assert last[0] < -0.9


def test_three_wait_for_a_fourth_who_is_slower() -> None:
    four = [
        Performer(human(), [Cue("goals", path=[(0.0, 0.0), (20.0, 0.0)], speed=speed)],
                  position=(0.0, y), company="four")
        for speed, y in ((1.3, 0.0), (1.3, 0.75), (1.3, 1.5), (0.35, -0.75))
    ]  # fmt: skip
    take = simulate(Shot(four, duration=12.0, performers_collide=True))
    places = np.array([p.root_position[-1, :2] for p in take.performances])
    assert np.linalg.norm(places[:3] - places[3], axis=1).min() < 2.2
    assert places[3, 0] > 3.0


def test_a_walker_that_fell_on_its_way_goes_on_to_the_next_point() -> None:
    """It does not walk back to the first one, where its path began."""
    walker = Performer(
        human(), [Cue("goals", path=[(0.0, 0.0), (9.0, 0.0)], speed=1.2)], recover=True
    )
    push = Push(performer=0, segment="torso", time=3.0, duration=0.15, force=(0.0, 1100.0, 0.0))
    performance = simulate(Shot([walker], pushes=[push], duration=14.0)).performances[0]
    up = next(time for time, name in performance.events if name == "on_feet")
    there, end = performance.root_position[[round(60 * up), -1], 0]
    assert end > there + 0.5


def test_two_of_unlike_pace_arrive_together() -> None:
    path = [(0.0, 0.0), (7.0, 0.0)]
    two = [
        Performer(human(), [Cue("goals", path=path, speed=speed)], position=(0.0, y), company="two")
        for speed, y in ((0.8, 0.0), (1.3, -0.75))
    ]
    take = simulate(Shot(two, duration=8.0, performers_collide=True))
    one, other = (p.root_position[:, :2] for p in take.performances)
    assert all(p.fell_at is None for p in take.performances)
    off = np.abs(one - other)
    assert off[:, 0].max() < 1.0
    assert off[120:, 1].min() > 0.45 and off[:, 1].max() < 1.1


def test_circles_face_their_middle() -> None:
    shot = make_shot([human()], Crowd(count=24, behaviour="chat", surface=FIELD))
    left = {tuple(p.position): p for p in shot.performers}
    sizes = []
    while left:
        place, performer = left.popitem()
        near = [other for other in left if np.linalg.norm(np.subtract(other, place)) < 1.4]
        circle = [performer, *(left.pop(other) for other in near)]
        middle = np.mean([p.position for p in circle], axis=0)
        sizes.append(len(circle))
        for member in circle:
            way = middle - member.position
            ahead = np.array([np.cos(member.heading), np.sin(member.heading)])
            assert 0.45 < np.linalg.norm(way) < 0.75
            assert ahead @ way / np.linalg.norm(way) > 0.99
            assert member.cues[0].skill == "stand" and member.cues[0].parameters["idle"] > 0.2
    assert sorted(sizes)[1:] and set(sizes) <= {1, 2, 3, 4} and sizes.count(1) <= 1


def test_those_who_come_to_talk_turn_to_the_middle_of_a_circle() -> None:
    crowd = Crowd(
        count=12, behaviour="chat", surface=FIELD, sources=[Source(surface=WEST, rate=9.0)]
    )
    circles = defaultdict(list)
    for performer in make_shot([human()], crowd).performers:
        walk, turn, stand = performer.cues
        assert (walk.skill, turn.skill, stand.skill) == ("goals", "approach", "stand")
        circles[turn.parameters["target"]].append(walk.parameters["path"][-1])
    assert sorted(map(len, circles.values()))[1] > 1  # but for the last, nobody stands alone
    for target, places in circles.items():
        away = np.array(places) - target
        lengths = np.linalg.norm(away, axis=1)
        assert np.ptp(lengths) < 1e-9
        assert np.linalg.norm(away.sum(axis=0)) < 1e-9 or len(places) == 1
