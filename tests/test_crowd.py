"""Crowds: which performers can meet, and that those that meet collide."""

from __future__ import annotations

import json
from itertools import combinations, pairwise
from typing import Any

import numpy as np
import pytest

from footfall import Character, Cue, Performer, Prop, Push, Shot, simulate
from footfall.base.errors import InvalidInput
from footfall.bodies.stretch import stretch_between
from footfall.crowd.data import crowd_from_data, crowd_to_data
from footfall.crowd.description import Crowd
from footfall.crowd.groups import groups_that_meet, join, split
from footfall.crowd.manner import Manner
from footfall.crowd.meeting import distance
from footfall.crowd.members import make_shot
from footfall.crowd.reach import reaches_of
from footfall.crowd.surfaces import Rectangle, Strip, Surface, Triangles
from footfall.shots.shot import FORMAT_VERSION

BODY = Character.humanoid()


def crowd(*performers: Performer, **settings: Any) -> Shot:
    return Shot(performers, **{"duration": 2.0, "performers_collide": True, **settings})


def stander(x: float, y: float = 0.0) -> Performer:
    return Performer(BODY, position=(x, y))


def walker(x: float, heading: float = 0.0, speed: float = 1.0) -> Performer:
    return Performer(BODY, [Cue("walk", speed=speed)], position=(x, 0.0), heading=heading)


def test_only_performers_that_can_meet_share_a_group() -> None:
    shot = crowd(stander(0.0), stander(50.0), stander(3.0), stander(6.0, 2.0))
    assert groups_that_meet(shot) == [(0, 2, 3), (1,)]


def test_duration_and_speed_decide_which_performers_can_meet() -> None:
    assert len(groups_that_meet(crowd(walker(0.0), stander(10.0)))) == 2
    assert len(groups_that_meet(crowd(walker(0.0), stander(10.0), duration=6.0))) == 1
    assert len(groups_that_meet(crowd(walker(0.0, speed=2.5), stander(10.0), duration=4.0))) == 1


def test_a_path_leads_to_those_along_it_and_to_no_one_else() -> None:
    follower = Performer(BODY, [Cue("follow", path=[(0, 0), (40, 0), (40, 40)])])
    shot = crowd(follower, stander(20.0, 2.0), stander(0.0, 40.0), stander(41.0, 30.0))
    assert groups_that_meet(shot) == [(0, 1, 3), (2,)]


def test_a_strong_push_carries_further() -> None:
    push = Push(0, "torso", time=0.5, duration=0.5, force=(700.0, 0.0, 0.0))
    assert len(groups_that_meet(crowd(stander(0.0), stander(8.0)))) == 2
    assert len(groups_that_meet(crowd(stander(0.0), stander(8.0), pushes=[push]))) == 1


def test_movable_props_may_be_carried_from_anyone_to_anyone() -> None:
    ball = Prop("ball", "sphere", (0.2,), mass=1.0, position=(25.0, 0.0, 0.2))
    assert groups_that_meet(crowd(stander(0.0), stander(50.0), props=[ball])) == [(0, 1)]


def test_performers_that_pass_through_each_other_never_meet() -> None:
    shot = crowd(stander(0.0), stander(0.5), performers_collide=False)
    assert groups_that_meet(shot) == [(0,), (1,)]


def anybody(random: np.random.Generator, side: float) -> Performer:
    """Who stands, walks, or follows a path with several corners, in a square [m]."""
    place = random.uniform(-side / 2, side / 2, 2)
    path = [place, *(place + random.normal(scale=side / 8, size=(random.integers(1, 6), 2)))]
    cues = ([], [Cue("walk", speed=float(random.uniform(0.3, 1.2)))],
            [Cue("follow", path=[tuple(point.tolist()) for point in path])])  # fmt: skip
    return Performer(BODY, cues[random.integers(3)], position=tuple(place.tolist()))


@pytest.mark.parametrize("seed", range(8))
def test_groups_are_those_of_comparing_everybody_with_everybody(seed: int) -> None:
    random = np.random.default_rng(seed)
    count, side = 40, float(random.uniform(60.0, 220.0))
    blows = [
        Push(7 * i, "torso", time=0.5, duration=0.2, force=tuple(force))
        for i, force in enumerate(random.uniform(-900.0, 900.0, (3, 3)).tolist())
    ]
    shot = crowd(
        *(anybody(random, side) for _ in range(count)),
        pushes=blows,
        duration=5.0,
    )
    reaches = reaches_of(shot)
    groups = [{number} for number in range(count)]
    for one, other in combinations(range(count), 2):
        a, b = reaches[one], reaches[other]
        if distance(a.way, b.way) <= a.margin + b.margin:
            joined = groups[one] | groups[other]
            for number in joined:
                groups[number] = joined
    assert groups_that_meet(shot) == sorted({tuple(sorted(group)) for group in groups})
    assert 1 < len(groups_that_meet(shot)) < count


@pytest.mark.parametrize("seed", range(4))
def test_the_distance_of_random_ways_is_that_of_their_closest_points(seed: int) -> None:
    random = np.random.default_rng(seed)
    share = np.linspace(0.0, 1.0, 400)[:, None]
    for _ in range(10):
        ways = [random.uniform(-5.0, 5.0, (n, 2)) for n in random.integers(1, 5, 2)]
        dense = [
            np.concatenate([a + share * (b - a) for a, b in pairwise([*way, way[-1]])])
            for way in ways
        ]
        apart = np.linalg.norm(dense[0][:, None] - dense[1], axis=-1).min()
        assert distance(*ways) == pytest.approx(apart, abs=0.04)


@pytest.mark.parametrize(
    ("way", "other", "apart"),
    [
        ([(0, 0)], [(3, 4)], 5.0),
        ([(0, 0), (10, 0)], [(5, 2)], 2.0),
        ([(0, 0), (10, 0)], [(5, -1), (5, 1)], 0.0),
        ([(0, 0), (10, 0)], [(12, 5), (12, -5)], 2.0),
    ],
)
def test_the_distance_of_two_ways(way: list[Any], other: list[Any], apart: float) -> None:
    one, two = np.array(way, float), np.array(other, float)
    assert distance(one, two) == pytest.approx(apart)
    assert distance(two, one) == pytest.approx(apart)


def test_a_shot_falls_apart_into_its_groups_with_their_pushes() -> None:
    push = Push(1, "torso", time=0.1, duration=0.1, force=(1.0, 0.0, 0.0))
    shot = crowd(stander(0.0), stander(50.0), stander(1.0), pushes=[push], seed=3)
    first, second = split(shot, groups_that_meet(shot))
    assert first.performers == [shot.performers[0], shot.performers[2]]
    assert (len(first.pushes), second.pushes[0].performer, second.seed) == (0, 0, 3)


def test_takes_of_groups_make_the_take_of_the_shot() -> None:
    shot = crowd(stander(0.0), stander(50.0), walker(2.0), duration=0.2)
    groups = groups_that_meet(shot)
    whole = join(groups, [simulate(part) for part in split(shot, groups)])
    places = [performance.root_position[0, 0] for performance in whole.performances]
    assert np.allclose(places, [0.0, 50.0, 2.0], atol=0.1)


def test_members_start_apart_and_inside_the_area() -> None:
    shot = make_shot([BODY], Crowd(count=20, surface=Rectangle((6.0, 6.0)), spacing=1.0, seed=4))
    places = np.array([performer.position for performer in shot.performers])
    apart = np.linalg.norm(places[:, None] - places, axis=-1) + 1e3 * np.eye(len(places))
    assert apart.min() >= 1.0
    assert np.abs(places).max() <= 3.0
    with pytest.raises(InvalidInput, match=r"of 50 members fit on 4 x 4 m at 1 m"):
        make_shot([BODY], Crowd(count=50, surface=Rectangle((4.0, 4.0))))


CORNER = np.array([[[0, 0], [4, 0], [0, 4]], [[0, 0], [-4, 0], [0, -4]]], float)


@pytest.mark.parametrize(
    ("surface", "inside"),
    [
        (Rectangle((6.0, 2.0)), lambda x, y: (abs(x) <= 3.0) & (abs(y) <= 1.0)),
        (Triangles(CORNER), lambda x, y: (x * y >= 0.0) & (abs(x + y) <= 4.0)),
        (Strip(np.array([[0.0, 0], [9, 0]]), 2.0), lambda x, y: (abs(y) <= 1.0) & (x <= 9.0)),
    ],
)
def test_members_are_all_over_their_surface(surface: Surface, inside: Any) -> None:
    random = np.random.default_rng(0)
    x, y = np.array([surface.place(random) for _ in range(200)]).T
    low, high = surface.bounds
    assert inside(x, y).all()
    assert (np.abs([x.min() - low[0], x.max() - high[0]]) < 1.2).all()


SHOVE = Push(0, "torso", time=0.1, duration=0.1, force=(300.0, 0.0, 0.0))


def test_a_push_acts_on_the_performer_that_starts_nearest_to_it() -> None:
    crowd = Crowd(count=6, pushes=[((3.0, -3.0), SHOVE)], removed=(2,))
    shot = make_shot([BODY], crowd)
    away = [np.hypot(p.position[0] - 3.0, p.position[1] + 3.0) for p in shot.performers]
    assert shot.pushes[0].performer == np.argmin(away)


def test_a_crowd_is_read_as_it_was_written() -> None:
    crowd = Crowd(
        count=3, behaviour="goals", surface=Strip(np.array([[0.0, 0], [9, 0]]), 2.0),
        seeds={1: 5}, places={2: (1.0, 0.5)}, pushes=[((1.0, 0.0), SHOVE)],
        ranges={"head": (1.0, 1.4)}, spacing=0.5,
    )  # fmt: skip
    again = crowd_from_data(json.loads(json.dumps(crowd_to_data(crowd))))
    assert make_shot([BODY], again) == make_shot([BODY], crowd)


def test_removed_members_are_missed_by_no_other() -> None:
    whole, less = (make_shot([BODY], Crowd(count=5, removed=r)) for r in ((), (1,)))
    assert less.performers == [p for i, p in enumerate(whole.performers) if i != 1]


def test_a_member_keeps_a_given_place_when_the_crowd_is_rolled_again() -> None:
    shot = make_shot([BODY], Crowd(count=5, places={3: (1.0, 2.0)}, seed=8))
    assert shot.performers[3].position == (1.0, 2.0)


def test_parts_of_the_body_vary_in_their_ranges() -> None:
    crowd = Crowd(count=8, variation=0.0, ranges={"lower_leg": (1.2, 1.4)})
    for performer in make_shot([BODY], crowd).performers:
        factors = stretch_between(BODY, performer.character)
        assert 1.2 <= factors["lower_leg.L"][2] <= 1.4
        assert factors["torso"] == pytest.approx(1.0)
    with pytest.raises(InvalidInput, match="no part of the body 'wing' to vary; allowed: pelvis"):
        Crowd(ranges={"wing": (1.0, 1.0)})


def test_walkers_follow_a_curve_each_on_a_line_of_its_own() -> None:
    goals = ((0.0, 0.0), (5.0, 0.0), (10.0, 0.0))
    shot = make_shot([BODY], Crowd(count=6, behaviour="goals", manner=Manner(goals=goals)))
    for performer in shot.performers:
        path = np.array(performer.cues[0].parameters["path"])
        assert path[-1, 0] == pytest.approx(10.0, abs=5.0)
        assert np.ptp(path[:, 1]) < 1e-9


def test_a_seed_of_its_own_changes_one_member_and_no_other() -> None:
    crowd_shot, rolled = (
        make_shot([BODY], Crowd(count=5, behaviour="wander", seeds=seeds)) for seeds in ({}, {2: 9})
    )
    pairs = zip(crowd_shot.performers, rolled.performers, strict=True)
    assert [one == other for one, other in pairs] == [True, True, False, True, True]


@pytest.mark.parametrize("behaviour", ["dance", "wander", "goals"])
def test_the_same_seed_gives_the_same_crowd(behaviour: str) -> None:
    one, other, another = (
        make_shot([BODY], Crowd(count=4, behaviour=behaviour, seed=seed)) for seed in (1, 1, 2)
    )
    assert one == other
    assert one != another
    heights = {performer.character.height for performer in one.performers}
    assert len(heights) == 4


def test_two_walkers_that_approach_each_other_make_way_and_arrive() -> None:
    ways = ([(0, 0), (4, 0)], [(4, 0), (0, 0)])
    shot = crowd(
        *(
            Performer(BODY, [Cue("goals", path=way)], position=way[0], heading=heading)
            for way, heading in zip(ways, (0.0, np.pi), strict=True)
        ),
        duration=7.0,
    )
    take = simulate(shot)
    for performance, way in zip(take.performances, ways, strict=True):
        assert performance.fell_at is None
        assert np.linalg.norm(performance.root_position[-1, :2] - way[-1]) < 0.8
    one, other = (performance.root_position[:, :2] for performance in take.performances)
    assert np.linalg.norm(one - other, axis=1).min() > 0.4


@pytest.mark.parametrize("size", [(1.0, 1.0, 1.0), (0.2, 3.0, 1.0)])
def test_one_walks_around_what_stands_in_the_way(size: tuple[float, float, float]) -> None:
    walker = Performer(BODY, [Cue("goals", path=[(0, 0), (5, 0)], speed=1.2)])
    obstacle = Prop("crate", size=size, position=(2.5, 0.0, size[2] / 2))
    shot = Shot([walker], props=[obstacle], duration=13.0)
    performance = simulate(shot).performances[0]
    assert performance.fell_at is None
    assert np.linalg.norm(performance.root_position[-1, :2] - [5, 0]) < 0.8
    off = np.abs(performance.root_position - obstacle.position) - np.array(size) / 2
    assert np.linalg.norm(np.maximum(off[:, :2], 0.0), axis=1).min() > 0.15


def closest(shot: Shot) -> float:
    """Shortest distance [m] of the two torsos in the shot."""
    take = simulate(shot)
    torso = BODY.segment_names.index("torso")
    one, other = (p.segment_positions[:, torso] for p in take.performances)
    return float(np.linalg.norm(one - other, axis=1).min())


def test_performers_collide_where_the_shot_says_so() -> None:
    two = (walker(0.0), walker(1.0, heading=np.pi))
    assert closest(crowd(*two)) > 0.15
    assert closest(crowd(*two, performers_collide=False)) < 0.12


def test_a_body_in_a_crowd_moves_alone_as_it_does_without_one() -> None:
    alone, beside = (simulate(crowd(walker(0.0), duration=1.0, performers_collide=on))
                     for on in (False, True))  # fmt: skip
    one, other = (take.performances[0].segment_positions for take in (alone, beside))
    assert np.array_equal(one, other)


def test_a_shot_of_an_older_footfall_has_no_collisions_between_performers() -> None:
    data = crowd(stander(0.0)).to_data()
    assert Shot.from_data(data).performers_collide
    del data["performers_collide"]
    assert not Shot.from_data({**data, "version": FORMAT_VERSION - 1}).performers_collide
