"""Crowds that come out of sources and leave by sinks, and blasts that throw members over."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from human_body import human

from footfall import simulate
from footfall.base.errors import InvalidInput
from footfall.crowd.arrivals import Source, arrivals
from footfall.crowd.blasts import Blast
from footfall.crowd.data import crowd_from_data, crowd_to_data
from footfall.crowd.description import Crowd
from footfall.crowd.members import make_shot
from footfall.crowd.surfaces import Rectangle, Strip, Triangles

WEST = Strip(np.array([[-9.0, -2.0], [-9.0, 2.0]]), 1.0)
EAST = Triangles(np.array([[[8.0, -2.0], [10.0, -2.0], [10.0, 2.0]]]))
NORTH = Strip(np.array([[-2.0, 9.0], [2.0, 9.0]]), 1.0)


def passing(**more: Any) -> Crowd:
    plain: dict[str, Any] = {
        "count": 20, "behaviour": "pass", "duration": 10.0, "sinks": [WEST, EAST],
        "sources": [Source(surface=WEST, rate=1.0), Source(surface=EAST, rate=0.5, begins=4.0)],
    }  # fmt: skip
    return Crowd(**{**plain, **more})


def within(surface: Any, place: Any) -> bool:
    low, high = surface.bounds
    return bool((np.array(place) >= low).all() and (np.array(place) <= high).all())


def test_members_come_out_of_the_sources_at_their_rates_and_go_to_another_place() -> None:
    performers = make_shot([human()], passing()).performers
    west = [p for p in performers if within(WEST, p.position)]
    east = [p for p in performers if within(EAST, p.position)]
    assert abs(len(west) - 10) <= 1 and abs(len(east) - 3) <= 1
    assert np.diff([p.enters for p in west]).min() > 0.0
    assert min(p.enters for p in east) >= 4.0
    for some, sink in ((west, EAST), (east, WEST)):
        for performer in some:
            assert performer.leaves
            assert within(sink, performer.cues[0].parameters["path"][-1])
            assert abs(np.cos(performer.heading)) > 0.8  # towards the other side


def test_no_more_come_than_were_asked_for_and_another_count_changes_no_member() -> None:
    all_of, some = (make_shot([human()], passing(count=n)).performers for n in (20, 5))
    assert len(some) == 5
    assert [p.enters for p in some] == [p.enters for p in all_of[:5]]
    assert [p.position for p in some] == [p.position for p in all_of[:5]]


def test_a_removed_member_leaves_the_others_as_they_are() -> None:
    whole = make_shot([human()], passing()).performers
    without = make_shot([human()], passing(removed=(2,))).performers
    assert [p.position for p in without] == [p.position for p in (*whole[:2], *whole[3:])]


def test_a_rate_is_kept_in_the_long_run() -> None:
    found = arrivals([Source(surface=WEST, rate=3.0)], 1000, 60.0, np.random.default_rng(1))
    assert abs(len(found) - 180) <= 2
    assert np.diff([a.time for a in found]).max() < 2.1 / 3.0


def test_a_crowd_with_places_is_kept_in_a_file() -> None:
    crowd = passing(blasts=[Blast(place=(1.0, 2.0), time=3.0)])
    again = crowd_from_data(json.loads(json.dumps(crowd_to_data(crowd))))
    one, two = (make_shot([human()], c) for c in (crowd, again))
    assert one.to_data() == two.to_data()


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"sources": ()}, "needs a source and a sink"),
        ({"sinks": ()}, "needs a source and a sink"),
    ],
)
def test_a_crowd_that_passes_needs_places(wrong: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        make_shot([human()], passing(**wrong))


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Source(surface=WEST, rate=0.0), "rate must be above 0 up to 100 1/s"),
        (lambda: Blast(place=(0.0, 0.0), time=1.0, radius=-1.0), "radius must be above 0"),
        (lambda: Blast(place=(0.0,), time=1.0), "place must be 2 numbers"),
    ],
)
def test_wrong_places_are_refused_in_one_sentence(make: Any, message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        make()


def test_a_blast_throws_those_who_are_near_away_from_it_and_no_others() -> None:
    places = {0: (1.0, 0.0), 1: (0.0, -1.2), 2: (0.0, 5.5)}
    crowd = Crowd(
        count=3, behaviour="stand", surface=Rectangle((12.0, 12.0)), places=places, recover=False,
        variation=0.0, duration=2.0, blasts=[Blast(place=(0.0, 0.0), time=0.5, radius=4.0)],
    )  # fmt: skip
    take = simulate(make_shot([human()], crowd))
    first, second, far = take.performances
    for performance, place in ((first, places[0]), (second, places[1])):
        assert performance.fell_at is not None and performance.fell_at > 0.5
        moved = performance.center_of_mass[-1, :2] - place
        assert moved @ np.array(place) / np.linalg.norm(place) > 0.5
    assert far.fell_at is None
    assert "push" not in {name for _, name in far.events}
    assert np.linalg.norm(far.center_of_mass[-1, :2] - places[2]) < 0.1
