"""Both engines give the same bits: Bullet's C interface, and PyBullet's Python functions."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable

import numpy as np
import pytest

from footfall import Character, Cue, Ground, Performer, Prop, Push, Shot, Take, simulate
from footfall.evaluation.hung_bodies import human_with_a_bag
from footfall.evaluation.moving_props import platform
from footfall.simulation.direct_engine import DirectEngine
from footfall.simulation.engine import Engine
from footfall.simulation.engines import direct_works
from footfall.simulation.module_engine import ModuleEngine

HUMAN = Character.humanoid()
ENGINES: tuple[Callable[..., Engine], ...] = (ModuleEngine, DirectEngine)
OCTAHEDRON = tuple(
    tuple(0.15 * sign * (i == axis) for i in range(3)) for axis in range(3) for sign in (1.0, -1.0)
)


def pushed_walker_whose_legs_collide() -> Shot:
    push = Push(0, "torso", time=0.6, duration=0.1, force=(0.0, -500.0, 0.0))
    performer = Performer(HUMAN, [Cue("walk", speed=0.8)], leg_collision=True)
    return Shot([performer], pushes=[push], duration=1.6)


def performers_who_bump_into_each_other() -> Shot:
    towards = [
        Performer(HUMAN, [Cue("walk", speed=1.0)], (0.0, 0.0)),
        Performer(HUMAN.vary(3, 0.2), [Cue("walk", speed=1.0)], (1.1, 0.1), np.pi),
    ]
    return Shot(towards, duration=1.5, performers_collide=True)


def walker_among_props_on_a_mesh() -> Shot:
    props = [
        Prop("ball", "sphere", (0.3,), mass=2.0, position=(0.5, 0.1, 0.4)),
        Prop("pill", "capsule", (0.1, 0.6), mass=2.0, position=(0.6, -0.3, 0.6)),
        Prop("stone", "mesh", vertices=OCTAHEDRON, mass=3.0, position=(0.9, 0.0, 0.5)),
        Prop("block", "box", (0.2, 0.3, 0.1), mass=1.0, position=(0.4, 0.3, 0.3)),
    ]
    cues = [Cue("walk", speed=0.7)]
    ground = Ground.bumps(0.06, seed=4)
    return Shot([Performer(HUMAN, cues)], duration=1.5, ground=ground, props=props)


def dog_that_trots() -> Shot:
    return Shot([Performer(Character.quadruped(), [Cue("trot")])], duration=1.0)


def biped_in_a_plane() -> Shot:
    return Shot([Performer(HUMAN, [Cue("planar_walk")])], duration=1.0)


def fall_that_is_looked_ahead_of() -> Shot:
    """Falls, and tries ways to get up from saved states of the world."""
    push = Push(0, "torso", time=0.2, duration=0.2, force=(-900.0, 0.0, 0.0))
    performer = Performer(HUMAN, [Cue("stand")], recover=True)
    return Shot([performer], pushes=[push], duration=4.0)


def walker_on_a_platform_that_starts() -> Shot:
    prop = platform((0.0, 1.0, 0.0), start=0.1, lasts=2.0)
    return Shot([Performer(HUMAN, [Cue("walk", speed=0.8)])], props=[prop], duration=1.2)


def body_with_a_bag() -> Shot:
    return Shot([Performer(human_with_a_bag(15.0), [Cue("walk", speed=1.2)])], duration=1.2)


SHOTS = (
    pushed_walker_whose_legs_collide, performers_who_bump_into_each_other,
    walker_among_props_on_a_mesh, dog_that_trots, biped_in_a_plane, fall_that_is_looked_ahead_of,
    walker_on_a_platform_that_starts, body_with_a_bag,
)  # fmt: skip


def arrays_of(take: Take) -> dict[str, np.ndarray]:
    found = {f"prop {name}": motion.position for name, motion in take.props.items()}
    for i, performance in enumerate(take.performances):
        found[f"{i} places"] = performance.segment_positions
        found[f"{i} orientations"] = performance.segment_orientations
        found[f"{i} forces"] = performance.contact_forces
        found[f"{i} torques"] = performance.joint_torques
    return found


def test_the_c_interface_is_there_and_passes_its_check() -> None:
    assert direct_works()


@pytest.mark.parametrize("make", SHOTS)
def test_both_engines_give_the_same_bits(
    make: Callable[[], Shot], monkeypatch: pytest.MonkeyPatch
) -> None:
    found = []
    for engine in ENGINES:
        monkeypatch.setattr("footfall.simulation.surroundings.start_engine", engine)
        take = simulate(make(), record=("contact_forces", "torques"))
        found.append((arrays_of(take), [p.events for p in take.performances]))
    (module, module_events), (direct, direct_events) = found
    assert module_events == direct_events
    for name, array in module.items():
        assert np.array_equal(array, direct[name]), name


def test_pybullets_module_is_not_loaded_where_the_c_interface_works() -> None:
    script = (
        "import sys\n"
        "from footfall import Character, Cue, Performer, Shot, simulate\n"
        "simulate(Shot([Performer(Character.humanoid(), [Cue('walk')])], duration=0.01))\n"
        "print('pybullet' in sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert run.stdout == "False\n"


@pytest.mark.parametrize("engine", ENGINES)
def test_a_world_is_closed_twice_without_harm(engine: Callable[..., Engine]) -> None:
    world = engine((0.0, 0.0, -9.81), 0.001)
    world.close()
    world.close()
