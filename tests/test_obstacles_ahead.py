"""Obstacles that a walker senses: it steps over, ducks under, climbs or ignores them."""

from __future__ import annotations

import math

import numpy as np
import pytest

from footfall import Character, Cue, Ground, Performer, Prop, Shot, Take, simulate
from footfall.base.errors import InvalidInput
from footfall.evaluation.rough_ground import rough_ground
from footfall.evaluation.touching import FEET, HEAD_AND_TRUNK, touched
from footfall.skills.ways.obstacles import Line, obstacles_of, span_across

BODY = Character.humanoid(height=1.75, mass=70.4)
SMALL = Character.humanoid(height=1.2)


def box(height: float, x: float, y: float = 0.0) -> Prop:
    return Prop("box", "box", size=(0.1, 2.0, height), position=(x, y, height / 2))


def bar(height: float, x: float) -> Prop:
    return Prop("bar", "box", size=(0.06, 2.0, 0.06), position=(x, 0.0, height + 0.03))


def walked(body: Character, duration: float, prop: Prop | None = None, **walk: object) -> Take:
    heading = float(walk.pop("heading", 0.0))  # type: ignore[arg-type]
    performer = Performer(body, [Cue("walk", **walk)], heading=heading)
    props = [] if prop is None else [prop]
    return simulate(Shot([performer], props=props, duration=duration))


@pytest.mark.parametrize("place", [1.5, 1.6, 1.7])
@pytest.mark.parametrize(("body", "height"), [(BODY, 0.3), (SMALL, 0.1)])
def test_a_box_across_the_way_is_stepped_over_without_touching_it(
    body: Character, height: float, place: float
) -> None:
    obstacle = box(height, place)
    performance = walked(body, 11.0, obstacle, speed=0.7).performances[0]
    assert performance.fell_at is None
    assert performance.root_position[-1, 0] > place + 0.4
    assert not touched(body, performance, [obstacle], FEET)


def test_what_is_too_high_to_step_over_is_jumped_over() -> None:
    place = 2.2
    wall = box(0.45, place)
    performance = walked(BODY, 11.0, wall, speed=0.7).performances[0]
    assert performance.fell_at is None
    assert performance.root_position[-1, 0] > place + 0.4
    assert not touched(BODY, performance, [wall], FEET)
    # It did jump: for a moment no foot touched anything.
    air = ~performance.foot_contacts.any(axis=1)
    assert air.any()


def test_a_body_that_cannot_jump_over_it_stands_before_it() -> None:
    robot = Character.preset("robot")
    performance = walked(robot, 10.0, box(0.45, 2.0), speed=0.7).performances[0]
    assert performance.fell_at is None
    assert 1.0 < performance.root_position[-1, 0] < 2.0
    assert np.ptp(performance.root_position[-30:, 0]) < 0.05


def test_a_bar_close_behind_a_wall_is_bowed_under_after_a_step_back() -> None:
    wall, hanging = box(0.45, 1.9), bar(1.3, 2.9)
    performer = Performer(BODY, [Cue("walk", speed=0.7)])
    take = simulate(Shot([performer], props=[wall, hanging], duration=15.0))
    performance = take.performances[0]
    assert performance.fell_at is None
    assert performance.root_position[-1, 0] > 3.3
    assert not touched(BODY, performance, [wall], FEET)
    assert not touched(BODY, performance, [hanging], HEAD_AND_TRUNK)


def test_it_steps_over_along_any_heading() -> None:
    wall = Prop("wall", "box", size=(2.0, 0.1, 0.2), position=(0.0, 1.6, 0.1))
    take = walked(BODY, 11.0, wall, speed=0.7, heading=math.pi / 2)
    assert take.performances[0].fell_at is None
    assert take.performances[0].root_position[-1, 1] > 1.6 + 0.4
    assert not touched(BODY, take.performances[0], [wall], FEET)


def test_it_ducks_under_a_bar_and_walks_upright_behind_it() -> None:
    place = 2.2
    obstacle = bar(1.3, place)
    performance = walked(BODY, 8.0, obstacle, speed=0.7).performances[0]
    head = performance.segment_positions[:, performance.segment_names.index("head"), 2]
    assert performance.fell_at is None
    assert performance.root_position[-1, 0] > place + 1.0
    assert not touched(BODY, performance, [obstacle], HEAD_AND_TRUNK)
    assert head.min() < 1.3 < 1.5 < head[-1]


TO_A_PLACE = [
    Cue("follow", path=[(0.0, 0.0), (4.2, 0.0)]),
    Cue("approach", target=(4.2, 0.0), distance=0.0),
]


@pytest.mark.parametrize("cue", TO_A_PLACE, ids=lambda cue: cue.skill)
def test_who_walks_to_a_place_bows_under_a_bar_on_the_way(cue: Cue) -> None:
    obstacle = bar(1.3, 2.2)
    take = simulate(Shot([Performer(BODY, [cue])], props=[obstacle], duration=11.0))
    performance = take.performances[0]
    head = performance.segment_positions[:, performance.segment_names.index("head"), 2]
    assert performance.fell_at is None
    assert performance.root_position[-1, 0] == pytest.approx(4.2, abs=0.2)
    assert not touched(BODY, performance, [obstacle], HEAD_AND_TRUNK)
    assert head.min() < 1.3 < 1.5 < head[-1]


def test_what_is_beside_or_above_does_not_change_the_walk() -> None:
    free = walked(BODY, 4.0, speed=0.7).performances[0].root_position
    for prop in (box(0.2, 1.0, y=1.6), bar(1.9, 1.0)):
        assert np.array_equal(
            walked(BODY, 4.0, prop, speed=0.7).performances[0].root_position, free
        )


def test_a_walker_walks_into_an_obstacle_that_it_must_ignore() -> None:
    ignored = walked(BODY, 4.0, bar(1.5, 3.0), speed=0.7, avoid="ignore")
    free = walked(BODY, 4.0, speed=0.7)
    head = free.performances[0].segment_names.index("head")
    heights = [t.performances[0].segment_positions[:, head, 2] for t in (ignored, free)]
    assert np.array_equal(*heights)
    with pytest.raises(InvalidInput, match="avoid"):
        walked(BODY, 1.0, avoid="everything")


def test_a_high_step_of_the_ground_is_got_onto() -> None:
    performer = Performer(BODY, [Cue("walk", speed=0.7)], position=(-1.5, 0.0))
    ground = Ground.steps(rise=0.4, run=0.4, count=1)
    performance = simulate(Shot([performer], ground=ground, duration=11.0)).performances[0]
    assert performance.fell_at is None
    assert performance.root_position[-1, 0] > 1.0
    stands = performance.root_position[-1, 2] - BODY.standing_height_of_root
    assert stands == pytest.approx(0.4, abs=0.1)


@pytest.mark.parametrize("rise", [0.15, -0.12])  # [m]; more: a rate, see bench tasks_feet
def test_three_stairs_are_walked_up_and_down(rise: float) -> None:
    stairs = Ground.steps(rise=rise, run=0.3, count=3)
    shot = Shot([Performer(BODY, [Cue("walk", speed=0.7)])], ground=stairs, duration=12.0)
    performance = simulate(shot).performances[0]
    assert performance.fell_at is None
    climbed = performance.root_position[-1, 2] - performance.root_position[0, 2]
    assert climbed == pytest.approx(3 * rise, abs=0.08)


@pytest.mark.parametrize("start", [0.0, -0.25, -0.5])
@pytest.mark.parametrize("seed", [31, 32])
def test_low_stairs_down_are_walked_from_anywhere_by_other_bodies(seed: int, start: float) -> None:
    performer = Performer(BODY.vary(seed, 0.15), [Cue("walk", speed=0.7)], position=(start, 0.0))
    stairs = Ground.steps(rise=-0.1, run=0.3, count=3)
    performance = simulate(Shot([performer], ground=stairs, duration=12.0)).performances[0]
    assert performance.fell_at is None
    assert performance.root_position[-1, 0] > 1.4  # [m]: beyond the last edge


def test_bumps_of_five_centimetres_are_walked_over() -> None:
    shot = Shot([Performer(BODY, [Cue("walk", speed=0.6)])], ground=rough_ground(0, 0.8),
                duration=12.0)  # fmt: skip
    performance = simulate(shot).performances[0]
    assert performance.fell_at is None
    assert performance.root_position[-1, 0] > 4.0


def test_a_turned_box_lies_across_a_lane_where_its_outline_does() -> None:
    half = math.pi / 8
    turned = Prop("box", "box", size=(1.0, 1.0, 0.2), position=(3.0, 0.0, 0.1),
                  orientation=(math.cos(half), 0.0, 0.0, math.sin(half)))  # fmt: skip
    (thing,) = obstacles_of([turned, Prop("ball", "sphere", size=(0.1,), mass=1.0)])
    line, reach = Line(np.zeros(2), 0.0), math.sqrt(0.5)
    assert span_across(thing, line, 0.2) == pytest.approx((3.0 - reach, 3.0 + reach))
    assert span_across(thing, line._replace(place=np.array([0.0, 1.0])), 0.2) is None
