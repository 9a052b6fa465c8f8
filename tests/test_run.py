"""A run has flights, keeps its speed, turns, stands a push, and begins and ends on the feet."""

from __future__ import annotations

import math
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from human_body import human

from footfall import Character, Cue, Performer, Push, Shot, simulate
from footfall.base.errors import InvalidInput
from footfall.base.rotations import matrices_from_quaternions
from footfall.motion.reference import load_reference, save_reference
from footfall.shots.take import Performance, Take

UP_TO_SPEED = 6.0  # [s]


def run(duration: float, *cues: Cue, pushes: tuple[Push, ...] = (), **asked: object) -> Take:
    performer = Performer(human(), [Cue("run", **asked), *cues])
    return simulate(Shot([performer], pushes=pushes, duration=duration), record=("momentum",))


@pytest.fixture(scope="module")
def at_3() -> Take:
    return run(11.0, speed=3.0)


def speed_of(take: Take) -> float:
    late = take.times > UP_TO_SPEED
    way = take.performances[0].center_of_mass[late, :2]
    return float(np.linalg.norm(way[-1] - way[0]) / np.ptp(take.times[late]))


def trunk_lean(performance: Performance) -> np.ndarray:
    torso = performance.segment_names.index("torso")
    frames = matrices_from_quaternions(performance.segment_orientations[:, torso])
    return np.arccos(np.clip(frames[:, 2, 2], -1.0, 1.0))


def test_a_run_keeps_its_speed_upright(at_3: Take) -> None:
    performance = at_3.performances[0]
    assert performance.fell_at is None
    assert speed_of(at_3) == pytest.approx(3.0, rel=0.1)
    assert trunk_lean(performance).mean() < math.radians(20.0)


@pytest.mark.parametrize("side", [-1.0, 1.0])
def test_a_walk_before_a_run_turns_gently(side: float) -> None:
    """In a sharper turn some bodies never walk fast enough to begin to run."""
    take = run(4.0, speed=3.0, turn_rate=side * 1.1)
    performance = take.performances[0]
    ahead = matrices_from_quaternions(performance.root_orientation)[:, :, 0]
    turned = side * np.arctan2(ahead[:, 1], ahead[:, 0])
    assert 0.1 < turned[take.times > 1.5][0] < 0.45
    last = performance.center_of_mass[take.times > 3.5, :2]
    assert np.linalg.norm(last[-1] - last[0]) > 0.5 * 2.0


def test_both_feet_are_off_the_ground_for_a_part_of_the_cycle(at_3: Take) -> None:
    late = at_3.times > UP_TO_SPEED
    flight = ~at_3.performances[0].foot_contacts[late].any(axis=1)
    assert 0.15 < flight.mean() < 0.4


def test_in_flight_only_gravity_acts(at_3: Take) -> None:
    performance = at_3.performances[0]
    assert performance.momentum is not None
    flight = ~performance.foot_contacts.any(axis=1)
    inside = flight[:-2] & flight[1:-1] & flight[2:]
    steps = np.diff(performance.momentum, axis=0)[1:][inside]
    upwards = np.median(steps[:, 2]) / np.diff(at_3.times).mean()
    assert upwards == pytest.approx(-9.81 * human().mass, rel=0.05)


def test_a_run_in_place_has_flights_and_stays() -> None:
    take = run(9.5, speed=0.0)
    performance = take.performances[0]
    assert performance.fell_at is None
    late = take.times > UP_TO_SPEED
    assert (~performance.foot_contacts[late].any(axis=1)).mean() > 0.15
    assert speed_of(take) < 0.2


@pytest.mark.parametrize("rate", [1.1, -1.1])
def test_a_tight_turn_leans_inwards_and_keeps_its_speed(rate: float) -> None:
    take = run(14.0, speed=3.0, turn_rate=[(0.0, 0.0), (4.0, 0.0), (4.5, rate)])
    performance, late = take.performances[0], take.times > 8.0
    assert performance.fell_at is None
    moved, lasted = np.diff(performance.center_of_mass[late, :2], axis=0), np.ptp(take.times[late])
    heading = np.unwrap(np.arctan2(moved[:, 1], moved[:, 0]))
    assert (heading[-1] - heading[0]) / lasted == pytest.approx(rate, rel=0.1)
    assert np.linalg.norm(moved, axis=1).sum() / lasted == pytest.approx(3.0, rel=0.1)
    # The acceleration of a circle tilts the body by 18.6 degrees.
    assert trunk_lean(performance)[late].mean() > math.radians(14.0)


def test_a_runner_turns_to_its_heading() -> None:
    performance = run(9.0, speed=2.5, heading=1.0).performances[0]
    assert performance.fell_at is None
    way = performance.center_of_mass[-1] - performance.center_of_mass[-60]
    assert math.atan2(way[1], way[0]) == pytest.approx(1.0, abs=0.15)


def test_a_runner_comes_to_a_stand() -> None:
    performance = run(13.0, Cue("stand", start=6.0), speed=2.5).performances[0]
    assert performance.fell_at is None
    assert np.ptp(performance.center_of_mass[-60:, 0]) < 0.05


@pytest.mark.parametrize("direction", [0.0, 2.1, 4.2])
def test_a_push_at_the_chest_is_run_out(direction: float) -> None:
    force = (100.0 * math.cos(direction), 100.0 * math.sin(direction), 0.0)
    pushed = run(9.0, pushes=(Push(0, "torso", 5.5, 0.2, force),), speed=3.0)
    performance = pushed.performances[0]
    assert performance.fell_at is None
    way = performance.center_of_mass[-1] - performance.center_of_mass[-61]  # of the last second
    assert way == pytest.approx((3.0, 0.0, 0.0), abs=0.2)
    assert trunk_lean(performance)[-60:].max() < math.radians(30.0)


@pytest.mark.parametrize(
    "body", [human().vary(3, 0.15), Character.preset("child"), Character.preset("giant")]
)
def test_other_bodies_run_at_speeds_that_suit_their_size(body: Character) -> None:
    speed = 2.5 * (body.leg_length / human().leg_length) ** 0.5
    take = simulate(Shot([Performer(body, [Cue("run", speed=speed)])], duration=9.0))
    assert take.performances[0].fell_at is None
    assert speed_of(take) == pytest.approx(speed, rel=0.1)
    late = take.performances[0].foot_contacts[take.times > UP_TO_SPEED]
    assert 0.15 < (~late.any(axis=1)).mean() < 0.4


@pytest.mark.parametrize("height", [0.1, 0.2, 0.3])
def test_a_drop_is_landed(height: float) -> None:
    body = human()
    root = ((0.0, 0.0, body.standing_height_of_root + height), (1.0, 0.0, 0.0, 0.0))
    performer = Performer(body, [Cue("stand")], pose={"root": root})
    performance = simulate(Shot([performer], duration=3.0)).performances[0]
    assert performance.fell_at is None
    assert not performance.foot_contacts[1].any()
    assert performance.foot_contacts[-1].all()
    assert performance.root_position[-1, 2] > 0.9 * body.standing_height_of_root
    assert np.ptp(performance.center_of_mass[-30:], axis=0).max() < 0.02


def contacts_in_turn(performance: Performance, since: int) -> list[int]:
    """Which foot bears the body, contact by contact: 0 left, 1 right."""
    alone = performance.foot_contacts[since:].sum(axis=1) == 1
    feet = performance.foot_contacts[since:].argmax(axis=1)
    landed = [
        i for i in range(1, len(feet)) if alone[i] and not (alone[i - 1] and feet[i] == feet[i - 1])
    ]
    return [int(feet[i]) for i in landed]


def test_a_skip_steps_and_hops_on_each_foot() -> None:
    performer = Performer(human(), [Cue("skip", speed=2.2), Cue("stand", start=9.0)])
    take = simulate(Shot([performer], duration=14.0, frame_rate=120.0))
    performance = take.performances[0]
    assert performance.fell_at is None
    skipping = (take.times > UP_TO_SPEED) & (take.times < 9.0)
    way = np.ptp(performance.center_of_mass[skipping, 0])
    assert way / np.ptp(take.times[skipping]) == pytest.approx(2.2, rel=0.1)
    feet = contacts_in_turn(performance, int(np.searchsorted(take.times, UP_TO_SPEED)))
    twice = sum(a == b for a, b in pairwise(feet))
    assert twice >= 4, feet


def test_a_saved_reference_is_run_as_the_one_that_was_saved(tmp_path: Path) -> None:
    saved = tmp_path / "mine.json"
    save_reference(load_reference("run"), saved)
    mine = run(4.0, speed=2.5, reference=str(saved)).performances[0]
    shipped = run(4.0, speed=2.5).performances[0]
    assert np.array_equal(mine.segment_positions, shipped.segment_positions)
    assert mine.fell_at is None
    assert mine.center_of_mass[-1, 0] > 2.5


def test_the_take_reports_external_assistance() -> None:
    push = Push(0, "torso", 5.5, 0.2, (0.0, 250.0, 0.0))
    alone = run(7.5, pushes=(push,), speed=3.0).performances[0]
    helped = run(7.5, pushes=(push,), speed=3.0, assist=1.0).performances[0]
    assert "assisted" not in [name for _, name in alone.events]
    assert "assisted" in [name for _, name in helped.events]
    leans = [trunk_lean(performance)[-100:].max() for performance in (alone, helped)]
    assert leans[1] < leans[0]


def test_a_missing_reference_is_reported_in_a_sentence() -> None:
    with pytest.raises(InvalidInput, match="nowhere"):
        run(1.0, reference="nowhere.json")


def test_a_heading_and_a_turn_rate_exclude_each_other() -> None:
    with pytest.raises(InvalidInput, match="heading"):
        run(1.0, heading=1.0, turn_rate=0.1)


def test_the_papers_own_tracking_takes_over_from_the_runner() -> None:
    events = run(5.0, speed=2.0, tracking="paper").performances[0].events
    assert "tracked" in [name for _, name in events]
