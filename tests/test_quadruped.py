"""A four-legged body trots, turns, is pushed, sits, lies and stands up again."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from footfall import Character, Cue, Ground, Performer, Push, Shot, Take, simulate
from footfall.base.errors import InvalidInput
from footfall.base.rotations import matrices_from_quaternions, multiply_quaternions
from footfall.shots.found_plans import with_plans
from footfall.skills.four_legs.get_up_ways import read_way

DOG = Character.quadruped()
# What an earlier search found for the dog on its side; one that fails is searched anew.
FOUND = ("9 0",)
CROOKED = Path(__file__).parent / "poses" / "crooked_dog.json"


def go(
    cues: list[Cue], duration: float, heading: float = 0.0, pushes: tuple[Push, ...] = ()
) -> Take:
    performer = Performer(DOG, cues, heading=heading)
    return simulate(Shot([performer], pushes=list(pushes), duration=duration))


def facing(take: Take) -> float:
    """Direction that the pelvis faces in the end [rad]."""
    w, x, y, z = take.performances[0].root_orientation[-1]
    return math.atan2(2 * (x * y + w * z), 1 - 2 * (y * y + z * z))


def assert_stands(take: Take) -> None:
    """In the end on four feet, hips and shoulders at their height, without moving."""
    p = take.performances[0]
    assert p.fell_at is None
    assert p.foot_contacts[-1].all()
    assert p.root_position[-1, 2] == pytest.approx(DOG.standing_height_of_root, abs=0.03)
    shoulders = [p.joint_positions[-1, p.joint_names.index(f"hip.F{side}"), 2] for side in "LR"]
    ahead = DOG.standing_origins()["upper_leg.FL"][2]  # of the root
    assert np.mean(shoulders) == pytest.approx(DOG.standing_height_of_root + ahead, abs=0.03)
    last = take.times > take.times[-1] - 0.5
    assert np.ptp(p.center_of_mass[last], axis=0).max() < 0.02


@pytest.fixture(scope="module")
def trot() -> Take:
    """Five seconds at 1 m/s along x."""
    return go([Cue("trot", speed=1.0)], 5.0)


def test_a_dog_trots_as_fast_as_asked(trot: Take) -> None:
    p, late = trot.performances[0], trot.times >= 2.0
    assert p.fell_at is None
    speed = np.polyfit(trot.times[late], p.center_of_mass[late, 0], 1)[0]
    assert speed == pytest.approx(1.0, rel=0.03)
    assert abs(p.center_of_mass[-1, 1]) < 0.3


@pytest.mark.parametrize("gait", ["trot", "pace"])
def test_a_dog_keeps_a_fast_trot_and_a_fast_pace(gait: str) -> None:
    take = go([Cue(gait, speed=2.5)], 6.0)
    p, late = take.performances[0], take.times >= 4.0
    assert p.fell_at is None
    assert np.ptp(p.center_of_mass[late, 0]) / 2.0 == pytest.approx(2.5, rel=0.05)


def test_a_dog_trots_down_a_steep_slope() -> None:
    dog = Performer(DOG, [Cue("trot", speed=1.2)], recover=False)
    p = simulate(Shot([dog], ground=Ground.slope(-12.0), duration=5.0)).performances[0]
    assert p.fell_at is None
    assert p.center_of_mass[-1, 0] > 4.0


def test_diagonal_feet_of_a_trot_strike_together(trot: Take) -> None:
    p = trot.performances[0]
    assert p.foot_contacts.shape == (len(trot.times), 4)
    strikes = {
        leg: [time for time, name in p.events if name == f"footstrike.{leg}" and time > 2.0]
        for leg in ("FL", "FR", "BL", "BR")
    }
    for one, other in (("FL", "BR"), ("FR", "BL")):
        assert len(strikes[one]) >= 3
        for time in strikes[one][:-1]:
            assert min(abs(time - t) for t in strikes[other]) < 0.1


@pytest.mark.parametrize("gait, speed, angle", [("trot", 1.0, 90.0), ("walk", 0.6, -90.0)])
def test_a_dog_turns_to_a_heading(gait: str, speed: float, angle: float) -> None:
    heading = math.radians(angle)
    cues = [Cue(gait, speed=speed), Cue(gait, start=1.5, speed=speed, heading=heading)]
    take = go(cues, 5.5)
    assert take.performances[0].fell_at is None
    assert facing(take) == pytest.approx(heading, abs=math.radians(15.0))


def test_a_trotting_dog_survives_a_push_from_its_side() -> None:
    push = Push(0, "torso", time=2.0, duration=0.1, force=(0.0, 100.0, 0.0))
    take = go([Cue("trot", speed=1.0)], 4.5, pushes=(push,))
    p = take.performances[0]
    assert p.fell_at is None
    assert p.root_position[-1, 2] > 0.8 * DOG.standing_height_of_root
    assert np.abs(p.center_of_mass[:, 1]).max() > 0.05  # it was pushed aside
    way = p.center_of_mass[-1, :2] - p.center_of_mass[-61, :2]  # of the last second
    assert way == pytest.approx((1.0, 0.0), abs=0.2)


@pytest.mark.parametrize("heading", [-2.9, -1.2, 0.4, 2.0])
def test_a_dog_stands_whichever_way_it_faces(heading: float) -> None:
    take = go([Cue("stand")], 0.5, heading=heading)
    p = take.performances[0]
    assert p.fell_at is None
    assert p.root_position[-1, 2] == pytest.approx(DOG.standing_height_of_root, abs=0.03)
    assert np.ptp(p.center_of_mass, axis=0).max() < 0.02
    assert facing(take) == pytest.approx(heading, abs=math.radians(3.0))


@pytest.mark.parametrize("skill, told, rises", [("sit", "seated", 5.0), ("lie_down", "lying", 7.0)])
def test_a_dog_goes_down_and_stands_up_again(skill: str, told: str, rises: float) -> None:
    take = go([Cue("stand"), Cue(skill, start=0.3), Cue("stand", start=rises)], rises + 4.0)
    p = take.performances[0]
    times = {name: time for time, name in p.events}
    assert times[told] < rises < times["on_feet"]
    down = p.root_position[np.searchsorted(take.times, rises), 2]
    assert down < 0.45 * DOG.standing_height_of_root
    assert_stands(take)


def test_a_skill_of_people_is_refused_in_one_sentence() -> None:
    with pytest.raises(InvalidInput) as error:
        Shot([Performer(DOG, [Cue("handstand")])], duration=1.0)
    assert "handstand" in str(error.value) and "\n" not in str(error.value)


def test_the_same_shot_gives_the_same_take(trot: Take) -> None:
    again = go([Cue("trot", speed=1.0)], 2.0).performances[0]
    frames = len(again.root_position)
    first = trot.performances[0]
    assert np.array_equal(again.segment_positions, first.segment_positions[:frames])
    assert np.array_equal(again.segment_orientations, first.segment_orientations[:frames])


def test_a_dog_that_lay_down_crookedly_tries_until_it_stands() -> None:
    """A dog lying where its usual way of rising, foot by foot, throws it over."""
    start = json.loads(CROOKED.read_text(encoding="utf-8"))
    cues = [Cue("stand"), Cue("lie_down", start=1.0), Cue("stand", start=8.0)]
    dog = Performer(DOG, cues, tuple(start["position"]), start["heading"], pose=start["pose"])
    take = simulate(Shot([dog], duration=13.0))
    assert [name for _, name in take.performances[0].events][-1] == "on_feet"
    assert_stands(take)


def test_a_dog_that_lies_on_its_side_gets_up_and_trots_on() -> None:
    lying = ((0.0, 0.0, 0.3), (math.cos(math.pi / 4), math.sin(math.pi / 4), 0.0, 0.0))
    cues = [Cue("fall", protect=0.5), Cue("get_up", start=1.5), Cue("trot", start=8.0, speed=1.0)]
    dog = Performer(DOG, cues, pose={"root": lying}, plans=FOUND)
    shot = Shot([dog], duration=10.0)
    take = simulate(shot)
    p = take.performances[0]
    told = [name for _, name in p.events if not name.startswith("footstrike")]
    assert told == ["fell", "at_rest", "on_feet"]
    assert p.fell_at is None
    assert p.root_position[-1, 2] > 0.8 * DOG.standing_height_of_root
    assert np.linalg.norm(p.center_of_mass[-1, :2] - p.center_of_mass[-60, :2]) > 0.5
    assert_the_way_up_is_kept(shot, take)


def assert_the_way_up_is_kept(shot: Shot, take: Take) -> None:
    """A shot with the plans of its take gives the same motion, without a search."""
    searched: list[str] = []
    kept = with_plans(shot, take)
    assert len(kept.performers[0].plans) == 1
    again = simulate(kept, report=searched.append).performances[0]
    assert np.array_equal(again.segment_positions, take.performances[0].segment_positions)
    assert len(searched) < 8.0 / 0.02  # a roll and a rise of 4 s at most, reported every 20 ms


def lying_on_its_side(heading: float, side: float) -> dict[str, Any]:
    """A pose that lies on the right (1) or left (-1) side, a little over the ground."""
    half = math.pi / 4
    roll = np.array([math.cos(half), side * math.sin(half), 0.0, 0.0])
    turn = np.array([math.cos(heading / 2), 0.0, 0.0, math.sin(heading / 2)])
    return {"root": ((0.0, 0.0, 0.3), tuple(multiply_quaternions(turn, roll).tolist()))}


@pytest.mark.parametrize("heading, side", [(0.3, 1.0), (2.0, -1.0)])
def test_a_dog_needs_few_tries_to_roll_onto_its_belly(heading: float, side: float) -> None:
    cues = [Cue("fall", protect=0.2), Cue("get_up", start=2.0)]
    dog = Performer(DOG, cues, pose=lying_on_its_side(heading, side))
    p = simulate(Shot([dog], duration=9.0)).performances[0]
    roll, _ = read_way(p.plans[0][1])
    assert roll < 10
    assert p.root_position[-1, 2] > 0.8 * DOG.standing_height_of_root


def test_a_dog_whose_belly_faces_uphill_rolls_over_its_back() -> None:
    """Lying on its left side, facing to the left, its belly is towards +x, up the hill."""
    cues = [Cue("fall", protect=0.2), Cue("get_up", start=2.0)]
    dog = Performer(DOG, cues, pose=lying_on_its_side(math.pi / 2, -1.0))
    take = simulate(Shot([dog], ground=Ground.slope(12.0), duration=10.0))
    p = take.performances[0]
    up = matrices_from_quaternions(p.segment_orientations[take.times > 2.0, 0])[:, 2, 2]
    assert up.min() < -0.8
    assert up[-1] > 0.8


def test_a_dog_that_is_knocked_over_reports_it_once() -> None:
    push = Push(0, "torso", time=0.5, duration=0.2, force=(0.0, 900.0, 0.0))
    p = go([Cue("stand")], 2.5, pushes=(push,)).performances[0]
    assert p.fell_at is not None
    assert [name for _, name in p.events].count("fell") == 1
