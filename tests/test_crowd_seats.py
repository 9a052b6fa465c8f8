"""Crowds that sit: each member on a place of its own, for a time."""

from __future__ import annotations

import json
import math
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from human_body import human

from footfall import Character, Cue, Performer, Prop, Shot, simulate
from footfall.base.errors import InvalidInput
from footfall.crowd.arrivals import Source
from footfall.crowd.data import crowd_from_data, crowd_to_data
from footfall.crowd.description import Crowd
from footfall.crowd.manner import Manner
from footfall.crowd.members import make_shot
from footfall.crowd.seats import Seat
from footfall.crowd.surfaces import Rectangle
from footfall.skills.seats.seat import side_towards

TURN = math.radians(30.0)
SOUTH = -math.pi / 2


def bench(name: str = "bench", length: float = 1.8, x: float = 0.0, turn: float = 0.0) -> Prop:
    turned = (math.cos(turn / 2), 0.0, 0.0, math.sin(turn / 2))
    return Prop(
        name, "box", size=(length, 0.45, 0.05), position=(x, 0.0, 0.425), orientation=turned
    )


def sitting(**more: Any) -> Crowd:
    seats = [Seat(prop=bench(str(x), x=x), heading=SOUTH) for x in (-3.0, 3.0)]
    return Crowd(**{"count": 6, "behaviour": "sit", "seats": seats, "variation": 0.1, **more})


def sits_of(shot: Shot) -> list[Cue]:
    return [cue for p in shot.performers for cue in p.cues if cue.skill == "stand_to_sit"]


def test_a_bench_has_as_many_places_as_fit_side_by_side_before_its_front() -> None:
    seat = Seat(prop=bench(turn=TURN), heading=SOUTH + TURN)
    places = seat.places()
    assert len(places) == 3
    ahead = np.array([math.sin(TURN), -math.cos(TURN)])
    for place in places:
        assert place.edge @ ahead == pytest.approx(0.225)
        assert place.before - place.edge == pytest.approx(1.0 * ahead)
    apart = [np.linalg.norm(a.edge - b.edge) for a, b in combinations(places, 2)]
    assert min(apart) == pytest.approx(0.6)
    assert len(Seat(prop=bench(length=0.5), heading=SOUTH).places()) == 1
    assert len(Seat(prop=bench(length=3.1), heading=SOUTH, place=1.0).places()) == 3


def test_each_member_has_a_place_of_its_own_and_who_has_none_stands() -> None:
    shot = make_shot([human()], sitting(count=8))
    places = {(cue.values()["seat"], cue.values()["place"]) for cue in sits_of(shot)}
    assert len(sits_of(shot)) == len(places) == 6
    assert [p.cues[-1].skill for p in shot.performers[6:]] == ["stand", "stand"]
    assert {prop.name for prop in shot.props} == {"-3.0", "3.0"}


def test_members_come_sit_as_long_as_drawn_and_leave_by_a_sink() -> None:
    far = Rectangle((30.0, 30.0))
    crowd = sitting(
        sources=[Source(surface=far, rate=2.0)], sinks=[far],
        manner=Manner(stay=(2.0, 4.0), styles=("tired",)),
    )  # fmt: skip
    for performer in make_shot([human()], crowd).performers:
        walk, sit, leave = performer.cues
        assert (walk.skill, leave.skill) == ("goals", "goals") and performer.leaves
        assert walk.parameters["path"][-1] == sit.parameters["place"] == leave.parameters["path"][0]
        assert 2.0 <= sit.parameters["stay"] <= 4.0
        assert sit.parameters["style"] == walk.parameters["style"] == "tired"


def test_another_member_less_changes_no_place() -> None:
    whole, without = (make_shot([human()], sitting(removed=r)) for r in ((), (2,)))
    assert [p for i, p in enumerate(whole.performers) if i != 2] == without.performers


@pytest.mark.parametrize("height, sits", [(1.75, True), (0.9, False)])
def test_a_body_for_which_a_seat_is_too_high_stands_about(height: float, sits: bool) -> None:
    body = Character.humanoid(height=height, mass=70.4 * (height / 1.75) ** 3)
    assert bool(sits_of(make_shot([body], sitting(variation=0.0)))) == sits


def test_members_start_beside_the_seats_and_not_where_people_come_and_go() -> None:
    shot = make_shot([human()], sitting(count=40, surface=Rectangle((12.0, 8.0)), spacing=0.7))
    places = np.array([p.position for p in shot.performers])
    for x in (-3.0, 3.0):
        off = np.abs(places - (x, 0.0)) - (0.9, 0.225)
        assert (off.max(axis=1) > 0.5).all()
        in_front = (np.abs(places[:, 0] - x) < 0.9) & (places[:, 1] < 0.0)
        assert (places[in_front, 1] < -1.5).all()
    with pytest.raises(InvalidInput, match="beside the seats: give the crowd more room"):
        make_shot([human()], sitting(surface=Rectangle((0.5, 0.5)), seats=[
            Seat(prop=bench(), heading=SOUTH)]))  # fmt: skip


def test_a_crowd_with_seats_is_kept_in_a_file() -> None:
    crowd = sitting(manner=Manner(stay=(1.0, 2.0), start_seated=True))
    again = crowd_from_data(json.loads(json.dumps(crowd_to_data(crowd))))
    assert make_shot([human()], again) == make_shot([human()], crowd)


def test_what_is_no_seat_is_refused_in_one_sentence() -> None:
    with pytest.raises(InvalidInput, match="that sits needs seats: mark objects as those"):
        make_shot([human()], sitting(seats=()))
    with pytest.raises(InvalidInput, match="'ball' must be a box or a mesh that never moves"):
        Seat(prop=Prop("ball", "sphere", (0.3,), position=(0.0, 0.0, 0.3)), heading=0.0)


@pytest.mark.parametrize("place, side", [((2.7, -1.0), SOUTH), ((-2.9, 0.6), math.pi / 2)])
def test_the_side_of_a_long_bench_is_the_one_that_a_place_lies_before(
    place: tuple[float, float], side: float
) -> None:
    prop = bench(length=6.0)
    pose = np.array(prop.position), np.array(prop.orientation)
    assert side_towards(prop, *pose, np.array(place)) == pytest.approx(side)


def test_those_who_start_seated_sit_on_their_places_and_rise_when_their_time_is_over() -> None:
    crowd = sitting(
        count=2, duration=5.0, seats=[Seat(prop=bench(length=1.2), heading=SOUTH)],
        manner=Manner(stay=(0.5, 0.6), start_seated=True), sinks=[Rectangle((9.0, 9.0))],
    )  # fmt: skip
    take = simulate(make_shot([human()], crowd))
    first = [p.root_position[0] for p in take.performances]
    assert sorted(round(x, 1) for x, _, _ in first) == [-0.3, 0.3]
    for performance in take.performances:
        assert performance.fell_at is None
        assert performance.root_position[0, 2] < 0.65 < 0.8 < performance.root_position[-1, 2]


def test_a_body_walks_to_its_own_place_of_a_bench_and_sits_there_for_a_time() -> None:
    place = (0.6, -1.225)
    sit = Cue("stand_to_sit", seat="bench", place=place, stay=1.0)
    sitter = Performer(human(), [sit, Cue("stand", start=None)], position=place, heading=1.4)
    performance = simulate(Shot([sitter], props=[bench()], duration=14.0)).performances[0]
    (sat,) = [time for time, name in performance.events if name == "seated"]
    (up,) = [time for time, name in performance.events if name == "on_feet"]
    frames = slice(round((sat - 0.9) * 60), round(sat * 60))
    assert np.abs(performance.root_position[frames, 0] - 0.6).max() < 0.1
    assert performance.root_position[frames, 2].max() < 0.65
    assert sat < up and performance.fell_at is None
