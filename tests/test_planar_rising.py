"""Getting up in a plane by a support graph."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest

from footfall import Character, Cue, Ground, Performance, Performer, Shot, simulate
from footfall.base.errors import InvalidInput
from footfall.bodies.riser import with_torso
from footfall.catalogue.planar.rising import LAYOUT, list_risers, nearest_plan, riser_of
from footfall.learning.learn_rise import continue_over, shorten_rise
from footfall.learning.rising_numbers import SIGMAS, numbers_of, vector_of
from footfall.learning.rising_simulator import make_rise_cost
from footfall.search.separable import neighbours
from footfall.search.trial import trial
from footfall.shots.feasibility import check_feasible

TALL = 0.8  # [m]


def risen(
    duration: float, plan: str = "quick", slope: float = 0.0, torso: float = 1.0,
    heading: float = 0.0,
) -> Performance:
    body = with_torso(Character.planar("prone9"), torso)
    cue = Cue("get_up", plan=plan, heading=heading)
    performer = Performer(body, [cue], position=(0.4, 0.2))
    ground = Ground.slope(slope) if slope else Ground.flat()
    return simulate(Shot([performer], ground=ground, duration=duration)).performances[0]


def height_of_shoulders(performance: Performance, slope: float = 0.0) -> np.ndarray:
    shoulder = performance.joint_positions[:, performance.joint_names.index("shoulder.L")]
    return shoulder[:, 2] - math.tan(math.radians(slope)) * shoulder[:, 0]


def test_a_way_has_67_numbers() -> None:
    assert sum(LAYOUT.values()) == 67
    for name in list_risers():
        for way in riser_of(name)["ways"]:
            again = numbers_of(vector_of(way["numbers"]))
            for part, numbers in way["numbers"].items():
                assert again[part] == pytest.approx(numbers)


@pytest.mark.parametrize("heading", [0.0, 0.3, 1.0, 2.0, 3.1, -1.3])
def test_the_riser_lies_and_stands_within_two_seconds_along_any_heading(heading: float) -> None:
    performance = risen(5.0, heading=heading)
    height = height_of_shoulders(performance)
    assert height[0] < 0.15
    assert height[round(2.05 * 60) :].min() > 0.9 * TALL
    assert height[-60:].min() > TALL
    assert performance.fell_at is None


def test_neighbours_of_the_quick_way_stand_as_well() -> None:
    cost_of = make_rise_cost((0.0, 1.0))
    way = vector_of(nearest_plan(riser_of("quick"), 0.0, 1.0)["numbers"])
    near = neighbours(way, SIGMAS, 8, np.random.default_rng(11))
    assert sum(cost_of(trial(vector, 4.0)) < 2.5 for vector in near) >= 7


def test_the_motion_by_hand_stands_up_slowly() -> None:
    height = height_of_shoulders(risen(16.0, "by_hand"))
    up = np.argmax(height > TALL) / 60
    assert 10.0 < up < 14.0
    assert height[-60:].min() > TALL


@pytest.mark.parametrize(("slope", "torso"), [(-8.0, 1.0), (10.0, 1.0), (0.0, 1.3)])
def test_it_stands_on_slopes_and_with_a_larger_trunk(slope: float, torso: float) -> None:
    height = height_of_shoulders(risen(6.0, slope=slope, torso=torso), slope)
    assert height[-60:].min() > TALL


def test_it_rises_along_any_heading_and_stays_in_its_plane() -> None:
    body = Character.planar("prone9")
    cue = Cue("get_up", heading=2.0)  # by hand
    performance = simulate(Shot([Performer(body, [cue])], duration=14.0)).performances[0]
    across = performance.root_position @ np.array([-math.sin(2.0), math.cos(2.0), 0.0])
    assert np.abs(across).max() < 1e-9
    assert height_of_shoulders(performance)[-1] > TALL


def test_joint_torques_stay_within_a_humans() -> None:
    body = Character.planar("prone9")
    shot = Shot([Performer(body, [Cue("get_up", plan="quick")])], duration=2.5)
    torques = simulate(shot, record=("torques",)).performances[0].joint_torques
    most = [s.joint.torque_limit for s in body.segments[1:]]
    assert (np.abs(torques).max(axis=(0, 2)) <= np.array(most) + 1e-9).all()


def test_a_search_without_time_gives_back_the_way_that_it_began_with() -> None:
    way = nearest_plan(riser_of("quick"), 0.0, 1.0)["numbers"]
    numbers, cost = shorten_rise(way, seconds=0.0)
    assert vector_of(numbers) == pytest.approx(vector_of(way))
    assert cost < 2.2  # of its neighbours in the mean


def test_a_way_for_flat_ground_begins_that_for_a_slope() -> None:
    way = nearest_plan(riser_of("quick"), 0.0, 1.0)["numbers"]
    told = []
    found = continue_over(way, [(1.0, 1.0)], report=lambda place, share: told.append(share))
    assert [place for place, _ in found] == [(1.0, 1.0)]
    assert told[0] >= 0.8


def test_a_riser_may_be_given_by_its_content_and_others_are_refused() -> None:
    content = json.dumps(dict(riser_of("by_hand")))
    assert riser_of(content)["name"] == "by_hand"
    body = Character.planar("prone9")
    with pytest.raises(InvalidInput, match="Unknown riser 'jump'; allowed: by_hand, quick"):
        check_feasible(Shot([Performer(body, [Cue("get_up", plan="jump")])]))
    with pytest.raises(InvalidInput, match="can only get_up in its plane, got a planar_walk"):
        check_feasible(Shot([Performer(body, [Cue("planar_walk")])]))
    with pytest.raises(InvalidInput, match="can only planar_walk in its plane, got a get_up"):
        check_feasible(Shot([Performer(Character.planar("human7"), [Cue("get_up")])]))
    with pytest.raises(InvalidInput, match="get_up has no pace"):
        Shot([Performer(body, [Cue("get_up", pace=1.2)])])
