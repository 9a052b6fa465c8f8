"""Canters: three beats, how fast, and the ways into a gallop and back to a stand."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from numpy.typing import NDArray

from footfall import Character, Cue, Performer, Prop, Shot, Take, simulate
from footfall.evaluation.dog_shapes import like_a_dog
from footfall.evaluation.touching import touched
from footfall.shots.usual_speeds import at_usual_speed
from footfall.skills.four_legs.canter import Canter
from footfall.skills.four_legs.gallop import Gallop

DOG = Character.quadruped()
SPEED, SECONDS = 1.9, 5.5  # [m/s], [s]
SETTLED = 3.5  # [s] after which the change from the trot's rhythm is over
STRIDE = 0.33  # [s], about
LEFT_FRONT, RIGHT_FRONT, LEFT_BACK, RIGHT_BACK = "FL", "FR", "BL", "BR"


def dog_does(*cues: Cue, seconds: float, props: tuple[Prop, ...] = ()) -> Take:
    return simulate(Shot([Performer(DOG, cues, recover=False)], props=props, duration=seconds))


@pytest.fixture(scope="module")
def take() -> Take:
    return dog_does(Cue("canter", speed=SPEED), seconds=SECONDS)


def landings(take: Take, foot: str, since: float) -> NDArray[np.float64]:
    events = take.performances[0].events
    return np.array([t for t, name in events if name == f"footstrike.{foot}" and t > since])


def test_it_goes_as_fast_as_asked_and_does_not_fall(take: Take) -> None:
    performance = take.performances[0]
    assert performance.fell_at is None
    settled = take.times > SETTLED
    way = np.ptp(performance.center_of_mass[settled, 0])
    assert way / np.ptp(take.times[settled]) == pytest.approx(SPEED, rel=0.08)


def test_each_stride_has_three_beats(take: Take) -> None:
    """A hind foot, the other one with the front foot across, the other front foot, a flight."""
    first = landings(take, RIGHT_BACK, SETTLED)
    assert np.diff(first) == pytest.approx(STRIDE, abs=0.05)
    for start, end in pairwise(first):
        feet = (LEFT_BACK, RIGHT_FRONT, LEFT_FRONT)
        back, across, last = (landings(take, foot, start)[0] for foot in feet)
        assert abs(back - across) < 0.03
        assert start + 0.04 < min(back, across)
        assert max(back, across) + 0.04 < last < end - 0.04


def test_all_feet_leave_the_ground_for_less_than_in_a_gallop(take: Take) -> None:
    flies = ~take.performances[0].foot_contacts[take.times > SETTLED].any(axis=1)
    assert 0.03 < flies.mean() < 0.25


@pytest.mark.parametrize(
    ("turn_rate", "first", "lead"),
    [(0.5, RIGHT_FRONT, LEFT_FRONT), (-0.5, LEFT_FRONT, RIGHT_FRONT)],
)
def test_the_front_foot_inside_a_turn_leads(turn_rate: float, first: str, lead: str) -> None:
    """It lands last, before the flight."""
    turns = dog_does(Cue("canter", speed=SPEED, turn_rate=turn_rate), seconds=SECONDS)
    assert turns.performances[0].fell_at is None
    for start in landings(turns, first, SETTLED)[:-1]:
        assert landings(turns, lead, start)[0] - start < 0.45 * STRIDE


def test_it_goes_over_into_a_gallop_at_once_and_back() -> None:
    cues = (Cue("canter", speed=SPEED), Cue("gallop", speed=2.6, start=3.5),
            Cue("canter", speed=SPEED, start=7.0))  # fmt: skip
    goes_on = dog_does(*cues, seconds=11.0)
    performance = goes_on.performances[0]
    assert performance.fell_at is None
    assert [cue.began for cue in performance.cues] == pytest.approx([0.0, 3.5, 7.0], abs=0.1)
    speeds = [np.ptp(performance.center_of_mass[(goes_on.times > t) & (goes_on.times < t + 1.0), 0])
              for t in (2.5, 6.0, 10.0)]  # fmt: skip
    assert speeds[1] > speeds[0] + 0.4 and speeds[1] > speeds[2] + 0.4


def test_told_to_stand_it_trots_first_and_then_stands() -> None:
    stops = dog_does(Cue("canter", speed=SPEED), Cue("stand", start=3.0), seconds=8.5)
    performance = stops.performances[0]
    assert performance.fell_at is None
    assert np.ptp(performance.center_of_mass[stops.times > 8.0, 0]) < 0.1


def test_no_part_of_it_touches_a_bar_across_its_way() -> None:
    high, place = 0.25 * DOG.height, 5.5
    bar = Prop("bar", "box", size=(0.05, 2.0, high), position=(place, 0.0, high / 2))
    passes = dog_does(Cue("canter", speed=SPEED), seconds=6.0, props=(bar,)).performances[0]
    assert passes.fell_at is None and passes.root_position[-1, 0] > place + 1.0
    parts = [name for name in DOG.segment_names if not name.startswith("tail")]
    assert not touched(DOG, passes, [bar], parts)


@pytest.mark.parametrize("height", [0.15, 0.2, 0.5, 1.0, 1.5])
def test_at_its_usual_speed_a_body_of_any_size_canters_and_gallops(height: float) -> None:
    """Slower than `begins_at` it would trot."""
    body = like_a_dog(height)
    own = np.sqrt(9.81 * body.leg_length)
    for skill, gait in (("canter", Canter), ("gallop", Gallop)):
        speed = at_usual_speed(Cue(skill), body).parameters["speed"]
        assert gait.begins_at < speed / own < 1.4


def test_a_speed_that_is_given_stays() -> None:
    cue = Cue("canter", start=2.0, speed=1.5)
    assert at_usual_speed(cue, like_a_dog(0.2)) == cue
