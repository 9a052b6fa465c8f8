"""Props that are moved by keys push, carry and lift, in both engines; characters ride on them."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from footfall import Character, Cue, Ground, KeyedMotion, Performer, Prop, Shot, Take, simulate
from footfall.base.errors import InvalidInput
from footfall.evaluation.moving_props import beam, platform
from footfall.simulation import surroundings
from footfall.simulation.direct_engine import DirectEngine
from footfall.simulation.engine import Engine
from footfall.simulation.engines import direct_works
from footfall.simulation.keyed_path import KeyedPath
from footfall.simulation.module_engine import ModuleEngine
from footfall.simulation.world import World

HUMAN = Character.humanoid()
UPRIGHT, STEP = (1.0, 0.0, 0.0, 0.0), 0.001
GRAVITY = (0.0, 0.0, -9.81)
ENGINES: tuple[Callable[..., Engine], ...] = (ModuleEngine, DirectEngine)


@pytest.fixture(params=ENGINES)
def world(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> World:
    if request.param is DirectEngine and not direct_works():
        pytest.skip("Bullet's C interface does not work here")
    monkeypatch.setattr(surroundings, "start_engine", request.param)
    with World(GRAVITY, STEP, 1.0) as made:
        yield made


def path_of(prop: Prop) -> KeyedPath:
    keys = prop.motion
    assert keys is not None
    return KeyedPath(keys.times, keys.positions, keys.orientations or [UPRIGHT])


def put(world: World, prop: Prop) -> KeyedPath:
    """Put a moved prop into a world at the beginning of its path."""
    path = path_of(prop)
    place, turn = (part.tolist() for part in path.at(0.0))
    world.add_prop(
        prop.name, prop.shape, prop.size, (), 0.0, place, turn, prop.friction, path=path
    )
    return path


def put_box(world: World, top: float) -> None:
    world.add_prop("box", "box", (0.4, 0.4, 0.4), (), 10.0, (0, 0, top + 0.2), UPRIGHT, 0.5)


def run(world: World, seconds: float) -> None:
    for _ in range(round(seconds / STEP)):
        world.step()


def between(world: World) -> np.ndarray:
    return world.prop_pose("box")[0] - world.prop_pose("platform")[0]


def test_friction_carries_a_box_along_up_to_what_it_can_hold(world: World) -> None:
    put(world, platform((1.0, 0.0, 0.0), start=0.1, acceleration=1.0))
    put_box(world, 0.3)
    run(world, 0.1)
    start = between(world)
    run(world, 3.2)
    assert np.abs(between(world) - start).max() < 2e-3
    assert world.prop_pose("box")[0][0] == pytest.approx(2.0, abs=0.01)


def test_a_box_slips_on_a_platform_that_starts_faster_than_friction_allows(world: World) -> None:
    put(world, platform((1.0, 0.0, 0.0), start=0.1, acceleration=8.0, speed=2.0))
    put_box(world, 0.3)
    run(world, 0.1)
    start = between(world)
    run(world, 0.25)  # the platform has its speed, the box friction's acceleration until now
    gained = world.engine.velocity(world.props["box"])[0][0]
    assert gained == pytest.approx(0.5 * 9.81 * 0.25, rel=0.06)
    assert between(world)[0] - start[0] < -0.05


def test_an_elevator_lifts_a_box_and_nothing_holds_it_back(world: World) -> None:
    path = put(world, platform((0.0, 0.0, 1.0), start=0.1))
    put_box(world, 0.3)
    run(world, 3.4)
    assert world.prop_pose("box")[0] == pytest.approx([0.0, 0.0, 2.5], abs=0.01)
    assert world.prop_pose("platform")[0] == pytest.approx(path.at(3.4)[0], abs=1e-9)


def test_a_beam_hands_its_speed_over_and_keeps_its_way(world: World) -> None:
    prop, passes = beam(0.2, 2.0, math.pi / 2, (0.0, 0.0), start=0.1)
    path = put(world, prop)
    world.add_prop("box", "sphere", (0.15,), (), 20.0, (0.0, 0.0, 0.15), UPRIGHT, 0.0)
    run(world, passes)
    velocity = world.engine.velocity(world.props["box"])[0]
    assert velocity[1] == pytest.approx(2.0, rel=0.05)
    assert abs(velocity[0]) < 0.05
    expected_pose = path.at(round(passes / STEP) * STEP)
    for found, expected in zip(world.prop_pose("beam"), expected_pose, strict=True):
        assert found == pytest.approx(expected, abs=1e-6)


def test_a_restored_world_moves_its_props_as_the_first_time(world: World) -> None:
    prop, passes = beam(0.2, 2.0, 0.3, (0.0, 0.0), start=0.1)
    put(world, prop)
    world.add_prop("box", "sphere", (0.15,), (), 20.0, (0.0, 0.0, 0.15), UPRIGHT, 0.5)
    run(world, passes - 0.2)
    snapshot, runs = world.snapshot(), []
    for _ in range(2):
        run(world, 0.4)
        runs.append(np.concatenate([*world.prop_pose("box"), *world.prop_pose("beam")]))
        world.restore(snapshot)
    assert np.array_equal(*runs)
    assert runs[0][0] > 0.1, "the beam has hit"


def test_a_path_never_overshoots_and_rests_at_both_ends() -> None:
    keys = [(0.0, 0.0, 0.0), (0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (1.0, 0.0, 0.0)]
    path = KeyedPath([0.0, 5.0, 6.0, 9.0], keys, [UPRIGHT])
    times = np.linspace(-1.0, 10.0, 1101)
    along = np.array([path.at(float(time))[0][0] for time in times])
    assert along.min() == 0.0
    assert along.max() == 1.0
    assert (np.diff(along) >= 0.0).all()
    assert np.abs(np.diff(along, 2)).max() < 1e-3, "the velocity has no jump"


def test_a_path_turns_along_the_shorter_arc() -> None:
    turned = (-math.cos(0.5), 0.0, 0.0, -math.sin(0.5))  # by 1 rad, with the other sign
    _, turn = KeyedPath([0.0, 2.0], [(0.0, 0.0, 0.0)] * 2, [UPRIGHT, turned]).at(1.0)
    assert np.abs(turn) == pytest.approx([math.cos(0.25), 0.0, 0.0, math.sin(0.25)])


# Characters


def ride(prop: Prop, cue: Cue, duration: float, ground: Ground | None = None) -> Take:
    performer = Performer(HUMAN, [cue])
    return simulate(
        Shot([performer], props=[prop], ground=ground or Ground.flat(), duration=duration)
    )


def test_a_stander_is_carried_by_a_platform_that_starts_and_steps() -> None:
    take = ride(platform((0.0, 1.0, 0.0), start=0.3, lasts=2.0), Cue("stand"), 3.3)
    p, moved = take.performances[0], take.props["platform"].position
    assert p.root_position[0, 2] == pytest.approx(HUMAN.standing_height_of_root + 0.3, abs=1e-6)
    assert p.fell_at is None
    assert any(name.startswith("footstrike") for _, name in p.events)
    assert moved[-1, 1] > 2.0
    away = p.root_position[-1] - moved[-1]
    assert np.abs(away[:2]).max() < 0.5, "the body came along"
    assert np.ptp(p.root_position[-30:, 1] - moved[-30:, 1]) < 0.05, "and stands still on it"


def test_an_elevator_lifts_a_stander_who_stands_as_tall_as_before() -> None:
    take = ride(platform((0.0, 0.0, 1.0), start=0.3, lasts=0.5), Cue("stand"), 3.2)
    p, moved = take.performances[0], take.props["platform"].position[:, 2]
    assert p.fell_at is None
    over = p.root_position[:, 2] - moved
    assert moved[-1] - moved[0] == pytest.approx(1.5, abs=0.02)
    assert over[-1] == pytest.approx(over[15], abs=0.02)


@pytest.mark.parametrize("floor", [None, -1.0], ids=["flat ground", "ground far below"])
def test_a_walk_on_a_moving_platform_keeps_its_speed_against_the_platform(
    floor: float | None,
) -> None:
    corners = [(-40, -40, floor), (40, -40, floor), (40, 40, floor), (-40, 40, floor)]
    ground = floor and Ground.mesh(corners, [(0, 1, 2), (0, 2, 3)])
    prop = platform((0.0, 1.0, 0.0), 0.0 if floor else 0.3, start=0.5, lasts=5.0)
    take = ride(prop, Cue("walk", speed=0.8), 5.5, ground or None)
    p = take.performances[0]
    assert p.fell_at is None
    on_it = p.root_position - take.props["platform"].position
    ahead, aside, _ = on_it[-1] - on_it[-121]  # in 2 s, once it has its speed
    assert ahead / 2.0 == pytest.approx(0.8, abs=0.12)
    assert abs(aside) < 0.3


@pytest.mark.parametrize("heading", [0.0, math.pi / 2], ids=["from behind", "from the right"])
def test_a_beam_at_the_chest_makes_a_stander_step(heading: float) -> None:
    prop, passes = beam(1.3, 1.0, heading, (0.0, 0.0), start=0.0)
    take = ride(prop, Cue("stand"), passes + 2.5)
    p = take.performances[0]
    assert p.fell_at is None
    strikes = [time for time, name in p.events if name.startswith("footstrike")]
    assert strikes and min(strikes) > passes - 0.6
    pushed = p.root_position[-1] @ [math.cos(heading), math.sin(heading), 0.0]
    assert pushed > 0.3
    speeds = np.linalg.norm(np.diff(p.segment_positions, axis=0), axis=2) * 60.0
    assert speeds.max() < 12.0


def test_a_thrown_ball_flies_with_its_velocity_and_pushes_whom_it_hits() -> None:
    ball = Prop("ball", "sphere", (0.12,), mass=6.0, position=(-2.0, 0.0, 1.3),
                velocity=(5.0, 0.0, 2.0))  # fmt: skip
    take = ride(ball, Cue("stand"), 1.0)
    flown = take.props["ball"].position
    assert flown[6] == pytest.approx([-1.5, 0.0, 1.3 + 0.2 - 0.5 * 9.81 * 0.01], abs=0.01)
    p = take.performances[0]
    torso = p.segment_names.index("torso")
    assert np.diff(p.segment_positions[:, torso, 0]).max() * 60.0 > 0.2


# Data

MOVED = KeyedMotion((0.0, 1.0), ((0.0, 0.0, 0.0), (1.0, 0.0, 0.0)))


def test_a_shot_with_moved_and_thrown_props_is_the_same_after_save_and_load(tmp_path: Path) -> None:
    props = [
        beam(1.0, 1.0, 0.0, (0.0, 0.0))[0],
        Prop("door", size=(1.0, 0.1, 2.0), motion=MOVED),
        Prop("ball", "sphere", (0.1,), mass=1.0, velocity=(1.0, 0.0, 2.0)),
    ]
    shot = Shot([Performer(HUMAN, [Cue("stand")])], props=props, duration=1.0)
    shot.save(tmp_path / "shot.json")
    assert Shot.load(tmp_path / "shot.json").props == shot.resolved().props


NOWHERE = ((0.0, 0.0, math.nan), (0.0, 0.0, 0.0))
THROWN = {"motion": None, "velocity": (1.0, 0.0, 0.0)}
TWICE, ONCE, FAST = {"times": (1.0, 1.0)}, {"times": (1.0,)}, {"times": (0.0, 0.01)}


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (
            {"mass": 2.0},
            "The prop 'door' has a keyed motion, which nothing can push: its mass must be 0, got "
            "2 kg.",
        ),
        (
            THROWN,
            "The prop 'door' has a velocity and no mass: give it a mass, or key its motion.",
        ),
        (ONCE, "The motion of prop 'door' needs at least 2 times, got 1."),
        (TWICE, "The times in the motion of prop 'door' must rise, got 1 s before 1 s."),
        (
            {"positions": MOVED.positions[:1]},
            "The motion of prop 'door' has 2 times and 1 poses: it needs one for each time.",
        ),
        (
            {"orientations": [UPRIGHT]},
            "The motion of prop 'door' has 2 times and 1 poses: it needs one for each time.",
        ),
        (
            FAST,
            "The prop 'door' moves with 100 m/s after 0 s: at most 50 m/s can be simulated.",
        ),
        (
            {"positions": NOWHERE},
            "A position in the motion of prop 'door' must be finite numbers, got (0.0, 0.0, nan).",
        ),
        ({"motion": (0.0,)}, "The motion of prop 'door' must be a KeyedMotion, got (0.0,)."),
    ],
)
def test_a_motion_that_cannot_be_says_so_in_one_sentence(
    change: dict[str, Any], sentence: str
) -> None:
    keys = {name: value for name, value in change.items() if name in KeyedMotion.__match_args__}
    own = {name: value for name, value in change.items() if name not in keys}
    door = Prop("door", size=(1.0, 0.1, 2.0), motion=replace(MOVED, **keys))
    with pytest.raises(InvalidInput) as error:
        Shot([Performer(HUMAN, [Cue("stand")])], props=[replace(door, **own)])
    assert str(error.value) == sentence


def test_a_prop_that_moves_is_no_seat() -> None:
    chair = Prop("chair", size=(0.5, 0.5, 0.45), motion=MOVED)
    with pytest.raises(InvalidInput, match="'chair' to sit on has a keyed motion: choose one that"):
        Shot([Performer(HUMAN, [Cue("stand_to_sit", seat="chair")])], props=[chair])
