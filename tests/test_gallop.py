"""Gallops: how fast, in which order the feet land, turns, and the ways into and out of them."""

from __future__ import annotations

import numpy as np
import pytest

from footfall import Character, Cue, Performer, Shot, Take, simulate

SPEED, SECONDS = 2.3, 5.0  # [m/s], [s]
SETTLED = 3.5  # [s] after which the change from the trot's rhythm is over
BEATS = 0.06  # [s]: longest time between two feet that land together


@pytest.fixture(scope="module")
def take() -> Take:
    performer = Performer(Character.quadruped(), [Cue("gallop", speed=SPEED)], recover=False)
    return simulate(Shot([performer], duration=SECONDS))


def test_it_goes_about_as_fast_as_asked_and_does_not_fall(take: Take) -> None:
    performance = take.performances[0]
    assert performance.fell_at is None
    settled = take.times > SETTLED
    way = performance.center_of_mass[settled, 0]
    assert np.ptp(way) / np.ptp(take.times[settled]) > 0.85 * SPEED


def test_all_feet_leave_the_ground_in_each_stride(take: Take) -> None:
    performance = take.performances[0]
    flies = ~performance.foot_contacts[take.times > SETTLED].any(axis=1)
    assert 0.05 < flies.mean() < 0.4


def test_hind_feet_land_one_after_the_other_and_then_the_front_feet(take: Take) -> None:
    """Over the last stride: a gallop's four beats, not a trot's two."""
    performance = take.performances[0]
    landings = [(time, event) for time, event in performance.events
                if event.startswith("footstrike") and time > SETTLED]  # fmt: skip
    assert len({event for _, event in landings}) == 4
    apart = np.diff([time for time, _ in landings])
    assert (apart < BEATS).mean() < 0.75


def test_it_turns_to_a_heading_and_then_goes_there() -> None:
    cues = [Cue("gallop", speed=SPEED, heading=1.2)]
    turned = simulate(Shot([Performer(Character.quadruped(), cues, recover=False)], duration=6.0))
    performance = turned.performances[0]
    assert performance.fell_at is None
    way = np.diff(performance.center_of_mass[turned.times > 5.0][[0, -1], :2], axis=0)[0]
    assert abs(np.arctan2(way[1], way[0]) - 1.2) < 0.2


def test_another_skill_begins_once_it_has_slowed_down() -> None:
    cues = [Cue("gallop", speed=SPEED), Cue("stand", start=3.0)]
    stops = simulate(Shot([Performer(Character.quadruped(), cues, recover=False)], duration=9.0))
    performance = stops.performances[0]
    assert performance.fell_at is None
    begun = performance.cues[1].began
    assert begun is not None and begun > 3.5
    assert np.ptp(performance.center_of_mass[stops.times > 8.5, 0]) < 0.1


def test_a_speed_that_a_gallop_does_not_need_is_trotted() -> None:
    cues = [Cue("gallop", speed=1.0)]
    trots = simulate(Shot([Performer(Character.quadruped(), cues, recover=False)], duration=5.0))
    performance = trots.performances[0]
    way = performance.center_of_mass[trots.times > 3.0, 0]
    assert performance.fell_at is None and abs(np.ptp(way) / 2.0 - 1.0) < 0.1


def test_a_speed_beyond_its_legs_is_galloped_as_fast_as_they_can() -> None:
    cues = [Cue("gallop", speed=6.0)]
    fast = simulate(Shot([Performer(Character.quadruped(), cues, recover=False)], duration=6.0))
    way = fast.performances[0].center_of_mass[fast.times > 5.0, 0]
    assert 2.5 < np.ptp(way) < 3.3
