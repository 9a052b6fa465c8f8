"""Walkers find their way around buildings, through gates and over stairs, and keep off walls."""

from __future__ import annotations

import numpy as np
import pytest
from human_body import human
from numpy.typing import NDArray

from footfall import Cue, Ground, Performer, Prop, Shot, simulate
from footfall.rollout.simulate import TIME_STEP
from footfall.rollout.start_state import start_state
from footfall.simulation.world import World
from footfall.skills.biped import make_biped
from footfall.skills.styles import Styles
from footfall.skills.ways.avoidance import wall_force
from footfall.skills.ways.level_ground import LevelGround
from footfall.skills.ways.navigation import Navigation
from footfall.skills.ways.obstacles import obstacles_of
from footfall.skills.ways.others_feet import keep_off_feet
from footfall.skills.ways.steering import stop
from footfall.skills.ways.walkable import distances_to, make_walkable

Array = NDArray[np.float64]
SIDES = [Prop("left", "box", size=(6.0, 0.3, 2.5), position=(-4.0, 0.0, 1.25)),
         Prop("right", "box", size=(6.0, 0.3, 2.5), position=(4.0, 0.0, 1.25))]  # fmt: skip
SIDES_OF_A_WIDE_GATE = [
    Prop("left", "box", size=(6.0, 0.3, 2.5), position=(-4.5, 0.0, 1.25)),
    Prop("right", "box", size=(6.0, 0.3, 2.5), position=(4.5, 0.0, 1.25)),
]
CAP = [Prop("back", "box", size=(6.0, 0.3, 2.5), position=(0.0, 3.0, 1.25)),
       Prop("west", "box", size=(0.3, 5.0, 2.5), position=(-3.0, 0.5, 1.25)),
       Prop("east", "box", size=(0.3, 5.0, 2.5), position=(3.0, 0.5, 1.25))]  # fmt: skip


def walked(props: list[Prop], start: Array, goal: Array, taste: float = 0.0) -> Array:
    """The places (n, 2) of a point that goes to a goal as the navigation says."""
    outlines = obstacles_of(props)
    navigation = Navigation(make_walkable(np.array([start, goal]), outlines, None))
    places = [start]
    for _ in range(2000):
        ahead = navigation.ahead(places[-1], goal, taste) - places[-1]
        length = float(np.linalg.norm(ahead))
        if length < 0.05:
            break
        places.append(places[-1] + ahead / length * 0.05)
    return np.array(places)


@pytest.mark.parametrize("taste", [0.0, 1.0])
@pytest.mark.parametrize("props", [SIDES, CAP], ids=["gate", "a pocket that is open behind"])
def test_a_way_leads_around_what_is_in_the_way(props: list[Prop], taste: float) -> None:
    start, goal = np.array([-2.0, -3.0]), np.array([0.5, 5.0])
    if props is CAP:
        start = np.array([0.0, 1.0])  # inside the pocket
    way = walked(props, start, goal, taste)
    assert np.linalg.norm(way[-1] - goal) < 0.1
    for obstacle in obstacles_of(props):
        assert distances_to(obstacle.outline, way).min() > 0.2


def test_a_clear_way_is_straight() -> None:
    start, goal = np.array([-3.0, -3.0]), np.array([3.0, -2.0])
    way = walked(SIDES, start, goal)
    assert len(way) * 0.05 < np.linalg.norm(goal - start) + 0.1


def test_those_who_meet_at_a_corner_keep_to_the_right() -> None:
    block = [Prop("block", "box", size=(4.0, 4.0, 3.0), position=(0.0, 0.0, 1.5))]
    one, other = np.array([-4.0, -1.5]), np.array([1.5, 4.0])
    there, back = walked(block, one, other, 0.5), walked(block, other, one, 0.5)
    corner = np.array([-2.0, 2.0])
    inner, outer = (np.linalg.norm(way - corner, axis=1).min() for way in (there, back))
    # The one who goes north and then east has the corner on the right.
    assert inner < outer - 0.15


def test_those_who_meet_in_a_gate_keep_to_the_right() -> None:
    north, south = np.array([0.0, 6.0]), np.array([0.0, -6.0])
    for start, goal, side in ((south, north, 1.0), (north, south, -1.0)):
        way = walked(SIDES_OF_A_WIDE_GATE, start, goal)
        in_the_gate = way[np.abs(way[:, 1]) < 1.0]
        assert np.linalg.norm(way[-1] - goal) < 0.1
        assert (side * in_the_gate[:, 0] > 0.0).all()


def test_a_door_for_one_and_a_wide_place_have_no_wrong_side() -> None:
    for width in (1.0, 8.0):
        walls = [Prop(name, "box", size=(6.0, 0.3, 2.5), position=(x, 0.0, 1.25))
                 for name, x in (("a", -3.0 - width / 2), ("b", 3.0 + width / 2))]  # fmt: skip
        places = np.array([[0.0, -6.0], [0.0, 6.0]])
        walkable = make_walkable(places, obstacles_of(walls), None)
        row = walkable.cell_at(np.zeros(2))
        assert row is not None and not walkable.wrong_side[2, :, row[1]].any()


def test_a_goal_inside_a_building_is_approached_as_far_as_possible() -> None:
    block = [Prop("block", "box", size=(4.0, 4.0, 3.0), position=(0.0, 0.0, 1.5))]
    way = walked(block, np.array([-6.0, 0.0]), np.array([-1.5, 0.0]))
    assert 0.2 < -2.0 - way[-1][0] < 0.8 and abs(way[-1][1]) < 0.8


def test_a_step_is_no_drop_and_a_ledge_is_one() -> None:
    for rise, passes in ((0.15, True), (0.6, False)):
        ground = Ground.steps(rise, 3.0, 1)
        with World((0.0, 0.0, -9.81), 0.001, 0.8, ground.vertices, ground.triangles) as world:
            walkable = make_walkable(
                np.array([[0.0, 0.0], [6.0, 0.0]]), [],
                lambda places, world=world: world.ground_heights(places, 2.0),
            )  # fmt: skip
        assert walkable.sees(np.array([0.0, 0.0]), np.array([6.0, 0.0])) == passes


def test_stairs_are_walked_up_and_not_along() -> None:
    ground = Ground.steps(0.15, 0.4, 5)
    with World((0.0, 0.0, -9.81), 0.001, 0.8, ground.vertices, ground.triangles) as world:
        walkable = make_walkable(
            np.array([[-2.0, -6.0], [6.0, 6.0]]), [],
            lambda places: world.ground_heights(places, 3.0),
        )  # fmt: skip
    assert walkable.sees(np.array([0.0, 0.0]), np.array([3.0, 0.5]))
    assert not walkable.sees(np.array([1.0, -3.0]), np.array([1.4, 3.0]))


def test_sides_are_changed_before_stairs_and_not_on_them() -> None:
    ground = Ground.steps(0.1, 0.4, 5)
    walls = [Prop(name, "box", size=(9.0, 0.3, 4.0), position=(1.5, y, 1.0))
             for name, y in (("a", -2.0), ("b", 2.0))]  # fmt: skip
    with World((0.0, 0.0, -9.81), 0.001, 0.8, ground.vertices, ground.triangles) as world:
        walkable = make_walkable(
            np.array([[-4.0, 0.0], [6.0, 0.0]]), obstacles_of(walls),
            lambda places: world.ground_heights(places, 3.0),
        )  # fmt: skip
    on_the_left, on_the_right = np.array([-0.5, 0.2]), np.array([-0.5, -0.9])
    up_on_the_right, before = np.array([1.4, -0.9]), np.array([-2.4, 0.2])
    assert walkable.sees(on_the_right, up_on_the_right)
    assert not walkable.sees(on_the_left, up_on_the_right)
    assert walkable.sees(before, on_the_right)


def test_a_wall_pushes_back_those_who_come_towards_it_only() -> None:
    wall = np.array([[[-2.0, 0.0], [2.0, 0.0]]])  # with the free side below
    towards = wall_force(np.array([0.3, 1.0]), np.array([0.0, -1.0]), 0.3, wall)
    assert towards[0] == 0.0 and towards[1] < -0.1
    for velocity, place in (((1.0, 0.0), (0.0, -1.0)), ((0.0, -1.0), (0.0, -1.0)),
                            ((0.0, 1.0), (0.0, 1.0)), ((0.0, 1.0), (5.0, -1.0))):  # fmt: skip
        assert not wall_force(np.array(velocity), np.array(place), 0.3, wall).any()


def test_ground_is_level_where_nothing_near_is_uneven() -> None:
    level = LevelGround(Ground.steps(0.15, 0.4, 3))
    assert level.height_at(np.array([-5.0, 0.0])) == 0.0
    assert level.height_at(np.array([8.0, 0.0])) == pytest.approx(0.45)
    for place in ((0.0, 0.0), (0.6, 0.0), (2.0, 0.0), (-500.0, 0.0)):
        assert np.isnan(level.height_at(np.array(place)))
    assert np.isnan(LevelGround(Ground.slope(5.0)).height_at(np.array([0.0, 0.0])))


def test_many_rays_find_the_same_ground_as_few_whatever_the_order_of_their_memory() -> None:
    ground = Ground.steps(0.15, 0.4, 3)
    places = np.random.default_rng(1).uniform(-3.0, 3.0, (20_000, 2))
    with World((0.0, 0.0, -9.81), 0.001, 0.8, ground.vertices, ground.triangles) as world:
        heights = world.ground_heights(places, 2.0)
        assert (world.ground_heights(np.asfortranarray(places), 2.0) == heights).all()
        assert (world.ground_heights(places[:50], 2.0) == heights[:50]).all()
    assert set(np.round(np.unique(heights), 6)) == {0.0, 0.15, 0.3, 0.45}


def test_walkers_go_through_a_gate_around_each_other_and_leave() -> None:
    ends = [(-2.0, -4.0), (2.0, 4.0)]
    performers = [
        Performer(human(), [Cue("goals", path=[start, goal], at_end="walk_on")], position=start,
                  heading=np.arctan2(goal[1] - start[1], goal[0] - start[0]), leaves=True)
        for start, goal in (ends, ends[::-1])
    ]  # fmt: skip
    shot = Shot(performers, props=SIDES, duration=14.0, frame_rate=30.0, performers_collide=True)
    take = simulate(shot)
    for performance, goal in zip(take.performances, (ends[1], ends[0]), strict=True):
        assert performance.fell_at is None
        assert performance.present is not None and performance.present[1] < len(take.times)
        there = performance.root_position[: performance.present[1], :2]
        assert np.linalg.norm(there[-1] - goal) < 0.6
        assert np.linalg.norm(there[-1] - there[-10]) > 0.15  # it has not stopped
        for obstacle in obstacles_of(SIDES):
            assert distances_to(obstacle.outline, there).min() > 0.15


def test_a_walk_on_a_level_mesh_is_that_on_the_plane() -> None:
    mesh = Ground.steps(0.15, 10.0, 1)
    ends = [
        simulate(Shot([Performer(human(), [Cue("walk")])], duration=4.0, ground=ground))
        .performances[0].root_position[-1]
        for ground in (Ground.flat(), mesh)
    ]  # fmt: skip
    assert np.linalg.norm(ends[0] - ends[1]) < 0.1


def test_who_cannot_get_there_stops_as_near_as_possible() -> None:
    block = Prop("block", "box", size=(4.0, 4.0, 3.0), position=(0.0, 0.0, 1.5))
    cue = Cue("goals", path=[(-4.0, 0.0), (-1.0, 0.0)], speed=1.2)
    shot = Shot([Performer(human(), [cue], position=(-4.0, 0.0))], props=[block], duration=6.0)
    performance = simulate(shot).performances[0]
    assert performance.fell_at is None and performance.cues[0].done is not None
    assert -3.2 < performance.root_position[-1, 0] < -2.2


def test_a_drop_beside_stairs_does_not_turn_the_way_up() -> None:
    """Three stairs of 16 cm, 3 m wide, up to a terrace that ends in a wall beside them."""

    def heights(places: Array) -> Array:
        steps = np.clip(np.floor(places[:, 1] / 0.4) + 1.0, 0.0, 3.0)
        on_stairs = (places[:, 0] > 0.0) & (places[:, 0] < 3.0)
        return np.where(places[:, 1] > 0.8, 0.48, np.where(on_stairs, 0.16 * steps, 0.0))

    walkable = make_walkable(np.array([[-3.0, -3.0], [6.0, 4.0]]), [], heights)
    for x in (0.5, 1.5, 2.5):
        for y in (0.5, 0.9, 1.3):
            cell = walkable.cell_at(np.array([x, y]))
            assert cell is not None
            assert walkable.upwards[cell] @ np.array([0.0, 1.0]) > 0.95, (x, y)


def test_a_foothold_keeps_off_the_foot_of_another() -> None:
    with World((0.0, 0.0, -9.81), TIME_STEP, 0.8) as world:
        body = human()
        actor = world.add_character(body, *start_state(Performer(body)))
        biped = make_biped(body, actor.body_record, 0.0, 9.81, TIME_STEP, Styles({}), {})
        move = biped.command["off_feet"]
        biped.memory["planned"][:] = 0.5, 0.1
        keep_off_feet(biped, np.array([[0.5, 0.2], [3.0, 0.0]]))
        assert move[1] < -0.02
        assert np.hypot(*move) < 0.15
        keep_off_feet(biped, np.array([[3.0, 0.0]]))  # it is gone
        assert not move.any()
        keep_off_feet(biped, np.array([[0.5, 0.2]]))
        stop(biped)
        assert not move.any()
