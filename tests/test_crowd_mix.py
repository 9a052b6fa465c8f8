"""Crowds whose members do not all do the same, and sources whose rate is keyed."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import numpy as np
import pytest
from human_body import human

from footfall import simulate
from footfall.base.errors import InvalidInput
from footfall.crowd.arrivals import Source, arrivals
from footfall.crowd.data import crowd_from_data, crowd_to_data
from footfall.crowd.description import Crowd
from footfall.crowd.manner import Manner
from footfall.crowd.members import make_shot
from footfall.crowd.seats import Seat
from footfall.crowd.surfaces import Rectangle, Strip
from footfall.shots.prop import Prop

FIELD = Rectangle((40.0, 40.0))
WEST = Strip(np.array([[-25.0, -2.0], [-25.0, 2.0]]), 1.0)
EAST = Strip(np.array([[25.0, -2.0], [25.0, 2.0]]), 1.0)
BENCH = Seat(
    prop=Prop("bench", shape="box", size=(0.4, 3.6, 0.05), mass=0.0, position=(9.0, 0.0, 0.42)),
    heading=0.0,
)


def mixed(**more: Any) -> Crowd:
    plain: dict[str, Any] = {
        "count": 120, "behaviour": "stand", "shares": {"wander": 0.3, "chat": 0.2},
        "surface": FIELD,
    }  # fmt: skip
    return Crowd(**{**plain, **more})


def doing(crowd: Crowd) -> Counter[str]:
    companions = crowd.companions
    return Counter(companions[number].behaviour for number in crowd.numbers)


def test_about_as_many_do_each_thing_as_their_shares_say() -> None:
    shot = make_shot([human()], mixed())
    does = doing(mixed())
    skills = Counter(performer.cues[0].skill for performer in shot.performers)
    assert skills["goals"] == does["wander"]
    assert sum(does.values()) == 120


@pytest.mark.parametrize("together", [(1, 1), (2, 4)])
def test_shares_are_of_members_however_many_keep_company(together: tuple[int, int]) -> None:
    manner = Manner(together=together)
    does = doing(mixed(count=2000, shares={"wander": 0.3, "chat": 0.2}, manner=manner))
    assert abs(does["wander"] - 600) < 120 and abs(does["chat"] - 400) < 120
    assert does["stand"] == 2000 - does["wander"] - does["chat"]


def test_only_those_who_pass_come_out_of_sources_and_others_are_there() -> None:
    crowd = Crowd(
        count=40, behaviour="pass", shares={"sit": 0.2, "stand": 0.2}, surface=FIELD, duration=12.0,
        sources=[Source(surface=WEST, rate=1.0)], sinks=[EAST], seats=[BENCH], seed=2,
    )  # fmt: skip
    companions, shot = crowd.companions, make_shot([human()], crowd)
    for number, performer in zip(crowd.numbers, shot.performers, strict=True):
        passes = companions[number].behaviour == "pass"
        assert (performer.enters > 0.0 or performer.position[0] < -24.0) == passes
    does = doing(crowd)
    assert 11 <= does["pass"] <= 13 and does["sit"] > 2 and does["stand"] > 2
    sits = [cue for p in shot.performers for cue in p.cues if cue.skill == "stand_to_sit"]
    assert len(sits) == min(does["sit"], len(BENCH.places()))


def test_styles_are_for_those_who_walk_and_dances_for_those_who_dance() -> None:
    manner = Manner(styles=("tired", "proud"), dances=("twist",))
    crowd = mixed(shares={"wander": 0.4, "dance": 0.3}, manner=manner)
    styles = {
        skill: {c.parameters["style"] for p in make_shot([human()], crowd).performers
                for c in p.cues if c.skill == skill}
        for skill in ("goals", "dance")
    }  # fmt: skip
    assert styles == {"goals": {"tired", "proud"}, "dance": {"twist"}}


def test_a_new_seed_of_a_member_leaves_what_the_others_do() -> None:
    seeds = {4: 9, 11: 7, 23: 1, 24: 5, 40: 3}
    plain, rolled = (make_shot([human()], mixed(seeds=drawn)) for drawn in ({}, seeds))
    assert [p.position for p in plain.performers] == [p.position for p in rolled.performers]
    for number, (one, two) in enumerate(zip(plain.performers, rolled.performers, strict=True)):
        assert [cue.skill for cue in one.cues] == [cue.skill for cue in two.cues]
        assert number in seeds or one.cues == two.cues


def test_circles_have_room_and_those_who_stand_need_less() -> None:
    crowd = mixed(surface=Rectangle((22.0, 22.0)), count=80)
    companions, shot = crowd.companions, make_shot([human()], crowd)
    places = {
        number: np.array(performer.position)
        for number, performer in zip(crowd.numbers, shot.performers, strict=True)
    }
    leaders = [n for n in crowd.numbers if not companions[n].rank]
    circles = {companions[n].leader for n in crowd.numbers if companions[n].behaviour == "chat"}
    middles = {
        n: np.mean([places[m] for m in crowd.numbers if companions[m].leader == n], axis=0)
        if n in circles else places[n]
        for n in leaders
    }  # fmt: skip
    nearest = dict[int, float]()
    for n in leaders:
        nearest[n] = min(float(np.linalg.norm(middles[n] - middles[m])) for m in leaders if m != n)
    assert min(nearest[n] for n in circles) > 2.0
    assert min(nearest[n] for n in leaders if n not in circles) < 1.7
    between = [np.linalg.norm(middles[n] - middles[m]) for n in circles for m in circles if n != m]
    assert min(between) > 3.9


def test_a_mixed_crowd_with_keyed_rates_is_kept_in_a_file() -> None:
    source = Source(surface=WEST, rate=((0.0, 0.5), (8.0, 2.0)))
    crowd = mixed(
        behaviour="pass", shares={"stand": 0.5}, sources=[source], sinks=[EAST],
        manner=Manner(dances=("twist",)),
    )  # fmt: skip
    again = crowd_from_data(json.loads(json.dumps(crowd_to_data(crowd))))
    assert again.shares == crowd.shares and again.manner == crowd.manner
    one, two = (make_shot([human()], c) for c in (crowd, again))
    assert one.to_data() == two.to_data()


def test_dances_that_were_saved_as_styles_are_still_danced() -> None:
    crowd = Crowd(behaviour="dance", manner=Manner(dances=("twist",)))
    old = crowd_to_data(crowd)
    old["manner"]["styles"] = old["manner"].pop("dances")
    one, two = (make_shot([human()], c) for c in (crowd, crowd_from_data(old)))
    assert one.to_data() == two.to_data()


def test_a_share_of_nothing_needs_no_seats() -> None:
    crowd = mixed(count=9, shares={"sit": 0.0, "wander": 0.5})
    assert {"sit"}.isdisjoint(doing(crowd)) and len(make_shot([human()], crowd).performers) == 9


@pytest.mark.parametrize(
    ("shares", "message"),
    [
        ({"fly": 0.1}, "Unknown behaviour 'fly' of a share"),
        ({"stand": 0.1}, "share of 'stand' is what the others leave"),
        ({"wander": -0.1}, "share of 'wander'"),
        ({"wander": float("nan")}, "share of 'wander'"),
        ({"wander": 0.7, "dance": 0.4}, "more than 1 together, got 1.1"),
    ],
)
def test_shares_that_cannot_be_are_refused(shares: dict[str, float], message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        mixed(shares=shares)


def test_a_keyed_rate_says_how_many_come_when() -> None:
    rate = ((0.0, 0.0), (10.0, 0.0), (10.1, 4.0), (20.0, 4.0), (30.0, 0.0))
    found = arrivals([Source(surface=WEST, rate=rate)], 1000, 60.0, np.random.default_rng(1))
    times = np.array([arrival.time for arrival in found])
    assert times.min() > 10.0 and times.max() < 30.0 and (np.diff(times) > 0.0).all()
    assert abs(((times > 10.0) & (times < 20.0)).sum() - 40) <= 1
    assert abs(((times > 20.0) & (times < 30.0)).sum() - 20) <= 1
    late = ((times > 25.0) & (times < 30.0)).sum()  # a quarter of the falling flank's area
    assert abs(late - 5) <= 1


def test_nobody_comes_by_a_rate_of_nothing_and_few_before_the_count() -> None:
    still = Source(surface=WEST, rate=((0.0, 0.0), (5.0, 0.0)))
    assert arrivals([still], 10, 20.0, np.random.default_rng(1)) == []
    busy = Source(surface=WEST, rate=((0.0, 50.0), (5.0, 50.0)), begins=2.0)
    found = arrivals([busy], 10, 20.0, np.random.default_rng(1))
    assert len(found) == 10 and found[0].time >= 2.0


@pytest.mark.parametrize(
    ("rate", "message"),
    [
        ((), "rising times"),
        (((2.0, 1.0), (1.0, 1.0)), "rising times"),
        (((0.0, -1.0),), "key of a source's rate"),
        (((0.0, float("nan")),), "key of a source's rate"),
        (((float("nan"), 1.0),), "time of a key"),
    ],
)
def test_keys_of_a_rate_that_cannot_be_are_refused(rate: Any, message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        Source(surface=WEST, rate=rate)


def test_those_who_stand_dance_and_walk_do_so_in_one_shot() -> None:
    crowd = Crowd(
        count=6, behaviour="stand", shares={"dance": 0.4, "wander": 0.4}, surface=FIELD, seed=3,
        variation=0.1, duration=5.0,
    )  # fmt: skip
    shot = make_shot([human()], crowd)
    assert len({performer.cues[0].skill for performer in shot.performers}) == 3
    take = simulate(shot)
    assert all(p.fell_at is None for p in take.performances)
    for performer, performance in zip(shot.performers, take.performances, strict=True):
        moved = np.ptp(performance.root_position[:, :2], axis=0).max()
        assert (moved > 1.0) == (performer.cues[0].skill == "goals")
