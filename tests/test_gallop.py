"""Gallops: how fast, in which order the feet land, turns, and the ways into and out of them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from footfall import Character, Cue, Performer, Prop, Shot, Take, simulate
from footfall.evaluation.touching import touched
from footfall.simulation.rotation import matrix_of, wrapped

DOG = Character.quadruped()
SPEED, SECONDS = 2.3, 5.0  # [m/s], [s]
SETTLED = 3.5  # [s] after which the change from the trot's rhythm is over
SOON = 0.1  # [s], a third of a stride


def dog_does(*cues: Cue, seconds: float, props: Sequence[Prop] = ()) -> Take:
    return simulate(Shot([Performer(DOG, cues, recover=False)], props=props, duration=seconds))


@pytest.fixture(scope="module")
def take() -> Take:
    return dog_does(Cue("gallop", speed=SPEED), seconds=SECONDS)


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


@pytest.mark.parametrize("girdle", ["F", "B"])
def test_both_feet_of_a_girdle_land_soon_after_each_other(take: Take, girdle: str) -> None:
    """In a gallop; in a trot the other foot lands half a stride later."""
    landings = [time for time, event in take.performances[0].events
                if event.startswith(f"footstrike.{girdle}") and time > SETTLED]  # fmt: skip
    apart = np.sort(np.diff(landings))
    assert len(apart) > 4
    assert apart[: len(apart) // 2].max() < SOON < apart[-(len(apart) // 2) :].min()


def test_its_head_stays_above_its_back(take: Take) -> None:
    performance = take.performances[0]
    head = performance.segment_names.index("head")
    heights = performance.segment_positions[take.times > SETTLED, head, 2]
    assert heights.min() > 1.1 * performance.root_position[0, 2]


def test_no_part_of_it_touches_a_bar_across_its_way() -> None:
    high, place = 0.3 * DOG.height, 5.5
    bar = Prop("bar", "box", size=(0.05, 2.0, high), position=(place, 0.0, high / 2))
    passes = dog_does(Cue("gallop", speed=SPEED), seconds=SECONDS, props=[bar]).performances[0]
    assert passes.fell_at is None
    assert passes.root_position[-1, 0] > place + 1.0
    parts = [name for name in DOG.segment_names if not name.startswith("tail")]
    assert not touched(DOG, passes, [bar], parts)


def test_a_gallop_after_a_gallop_keeps_galloping() -> None:
    second = Cue("gallop", speed=SPEED, heading=0.5, start=4.0)
    goes_on = dog_does(Cue("gallop", speed=SPEED), second, seconds=7.0)
    performance = goes_on.performances[0]
    assert performance.fell_at is None and performance.cues[1].began == pytest.approx(4.0)
    steps = np.diff(performance.center_of_mass[goes_on.times > SETTLED, :2], axis=0)
    paces = np.linalg.norm(steps, axis=1) / np.diff(goes_on.times[goes_on.times > SETTLED])
    assert paces.min() > 0.7 * SPEED


@pytest.mark.parametrize("side", [-1.0, 1.0])
def test_it_turns_round_and_then_goes_there(side: float) -> None:
    turned = dog_does(Cue("gallop", heading=side * 3.0), seconds=10.0)
    performance = turned.performances[0]
    assert performance.fell_at is None
    way = np.diff(performance.center_of_mass[turned.times > 9.0][[0, -1], :2], axis=0)[0]
    assert abs(wrapped(float(np.arctan2(way[1], way[0])) - side * 3.0)) < 0.2


@pytest.mark.parametrize("side", [-1.0, 1.0])
def test_it_hardly_rolls_in_the_sharpest_turn(side: float) -> None:
    turned = dog_does(Cue("gallop", turn_rate=side * 2.0), seconds=7.0)
    performance = turned.performances[0]
    assert performance.fell_at is None
    left = [matrix_of(q)[:, 1] for q in performance.root_orientation[turned.times > 4.0]]
    assert np.degrees(np.arcsin(np.abs(np.array(left)[:, 2]).max())) < 7.0


def test_another_skill_begins_once_it_has_slowed_down() -> None:
    stops = dog_does(Cue("gallop", speed=SPEED), Cue("stand", start=3.0), seconds=9.0)
    performance = stops.performances[0]
    assert performance.fell_at is None
    begun = performance.cues[1].began
    assert begun is not None and begun > 3.5
    assert np.ptp(performance.center_of_mass[stops.times > 8.5, 0]) < 0.1


def test_a_speed_that_a_gallop_does_not_need_is_trotted() -> None:
    trots = dog_does(Cue("gallop", speed=1.0), seconds=5.0)
    performance = trots.performances[0]
    way = performance.center_of_mass[trots.times > 3.0, 0]
    assert performance.fell_at is None and abs(np.ptp(way) / 2.0 - 1.0) < 0.1


def test_a_speed_beyond_its_legs_is_galloped_as_fast_as_they_can() -> None:
    fast = dog_does(Cue("gallop", speed=6.0), seconds=6.0)
    way = fast.performances[0].center_of_mass[fast.times > 5.0, 0]
    assert 3.0 < np.ptp(way) < 3.7
