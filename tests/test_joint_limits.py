"""Joints stop at the ends of their range, whatever turns them."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from random_poses import random_positions

from footfall import Character, Cue
from footfall.base.rotations import matrices_from_rotation_vectors, quaternions_from_matrices
from footfall.controllers.performing.joints_beyond import furthest_beyond
from footfall.controllers.program.limits import actuate, beyond_limit
from footfall.evaluation.joint_ranges import beyond_range
from footfall.simulation.actor import Actor
from footfall.simulation.body import HINGE, SPHERICAL, UNIVERSAL, make_body, to_actuators
from footfall.simulation.direct_engine import DirectEngine
from footfall.simulation.module_engine import ModuleEngine
from footfall.simulation.world import World
from footfall.skills.biped import make_biped
from footfall.skills.performing.follower import Follower
from footfall.skills.performing.opening import performed
from footfall.skills.performing.stiffness import stiffness_over
from footfall.skills.styles import Styles

from .bowing_clip import bowing_clip

BODY, FACING_X, STEP = Character.humanoid(), np.array([1.0, 0.0, 0.0, 0.0]), 0.001
FLAT, _ = make_body(BODY)
NAMES = BODY.segment_names
MOST = np.radians(5.0)


@pytest.fixture
def weightless() -> Iterator[World]:
    with World((0, 0, 0), STEP, 0.8) as world:
        yield world


def put(world: World, positions: np.ndarray, rates: np.ndarray) -> Actor:
    """A body in the air in a pose, its joints at some rates."""
    actor = world.add_character(BODY, np.array([0.0, 0.0, 5.0]), FACING_X, positions)
    root, _, _ = world.engine.state(actor)
    world.set_in_motion(actor, root, positions, rates)
    return actor


def middle() -> np.ndarray:
    """Flat joint positions: hinges in the middle of their ranges, other joints standing."""
    return np.concatenate([
        FACING_X if kind == SPHERICAL else
        FLAT.low[i, [1, 0][: int(kind) - 1]] / 2 + FLAT.high[i, [1, 0][: int(kind) - 1]] / 2
        for i, kind in enumerate(FLAT.joint_type) if kind >= HINGE
    ])  # fmt: skip


def beyond(actor: Actor, kinds: tuple[int, ...]) -> float:
    """Angle [rad] of the joint of some kinds that is furthest beyond its range."""
    return max(
        abs(beyond_limit(actor.body, actor.motion, i, axis, 0.0))
        for i, kind in enumerate(actor.body.joint_type)
        for axis in range(3)
        if kind in kinds
    )


def furthest(world: World, actor: Actor, steps: int, acts: bool) -> float:
    """The furthest that any joint goes, or without acting any hinge [rad]."""
    most = 0.0
    for _ in range(steps):
        if acts:
            flat = actuate(actor.body, actor.motion, STEP, np.zeros((18, 3)))
            world.write_torques(actor, flat)
        world.step()
        world.read(actor)
        kinds = (HINGE, UNIVERSAL, SPHERICAL) if acts else (HINGE, UNIVERSAL)
        most = max(most, beyond(actor, kinds))
    return most


@pytest.mark.parametrize("seed", range(5))
def test_joints_flung_to_the_ends_of_their_range_stop_there(weightless: World, seed: int) -> None:
    random = np.random.default_rng(seed)
    count = joint_dofs()
    actor = put(weightless, middle(), random.uniform(-20.0, 20.0, count))
    assert 0.0 < furthest(weightless, actor, 600, acts=True) < MOST


def joint_dofs() -> int:
    """Number of degrees of freedom of the body's joints."""
    return int(FLAT.velocity_index[len(NAMES) - 1]) + 1


@pytest.mark.parametrize("engine", [DirectEngine, ModuleEngine])
def test_the_engine_stops_hinges_by_itself(engine: type, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("footfall.simulation.surroundings.start_engine", engine)
    with World((0, 0, 0), STEP, 0.8) as world:
        rates = np.zeros(joint_dofs())
        for i, kind in enumerate(FLAT.joint_type):
            if kind in (HINGE, UNIVERSAL):
                rates[FLAT.velocity_index[i]] = -10.0
        actor = put(world, middle(), rates)
        assert 0.0 < furthest(world, actor, 400, acts=False) < MOST


def test_an_arm_does_not_slip_through_the_back_of_its_range(weightless: World) -> None:
    i, positions, rates = NAMES.index("upper_arm.L"), middle(), np.zeros(joint_dofs())
    turned = matrices_from_rotation_vectors(np.radians([[150.0, -170.0, -54.0]]))
    at, first = FLAT.position_index[i], FLAT.velocity_index[i]
    positions[at : at + 4] = quaternions_from_matrices(turned)[0]
    rates[first : first + 3] = (-20.0, -5.0, -13.0)
    actor = put(weightless, positions, rates)
    assert furthest(weightless, actor, 60, acts=True) < MOST


def test_ligaments_leave_to_muscles_what_muscles_do(weightless: World) -> None:
    i, positions, rates = NAMES.index("lower_leg.L"), middle(), np.zeros(joint_dofs())
    positions[FLAT.position_index[i]] = FLAT.low[i, 1] + 0.001
    rates[FLAT.velocity_index[i]] = -1.5
    actor = put(weightless, positions, rates)
    rows = np.zeros((18, 3))
    alone = actuate(actor.body, actor.motion, STEP, rows)[FLAT.velocity_index[i]]
    assert alone > 10.0
    rows[i] = (0.0, 1.5 * alone, 0.0)
    flat = actuate(actor.body, actor.motion, STEP, rows)
    assert np.array_equal(flat, to_actuators(actor.body, actor.motion, rows))


@pytest.mark.parametrize("seed", range(3))
def test_a_take_tells_of_joints_what_the_laws_know(weightless: World, seed: int) -> None:
    positions = random_positions(FLAT, np.random.default_rng(seed))
    actor = put(weightless, positions, np.zeros(joint_dofs()))
    rotation = actor.motion.rotation
    told = []
    for i, segment in enumerate(BODY.segments):
        if FLAT.joint_type[i] < HINGE:
            continue
        turn = rotation[FLAT.parent[i]].T @ rotation[i]
        known = [abs(beyond_limit(actor.body, actor.motion, i, axis, 0.1)) for axis in range(3)]
        told.append(float(beyond_range(segment.joint, turn[None], 0.1)[0]))
        assert told[-1] == pytest.approx(max(known), abs=1e-6)
    assert max(told) > 0.5


@pytest.mark.parametrize("seed", range(3))
def test_the_joint_that_is_furthest_beyond_its_range_is_found(weightless: World, seed: int) -> None:
    positions = random_positions(FLAT, np.random.default_rng(seed))
    actor = put(weightless, positions, np.zeros(joint_dofs()))
    rotation = actor.motion.rotation
    turns = np.swapaxes(rotation[FLAT.parent], 1, 2) @ rotation
    told = [float(beyond_range(s.joint, turns[i][None])[0]) for i, s in enumerate(BODY.segments)]
    found = furthest_beyond(actor.body_record, actor.motion_record)
    assert found == pytest.approx(max(told), abs=1e-6)
    assert found > 0.4


def test_a_joint_that_came_beyond_its_range_for_a_moment_counts_at_the_next_look(
    weightless: World,
) -> None:
    reference = performed(BODY, Cue("perform", clip=bowing_clip(BODY)).values(), (0, 0), 0.0, 9.81)
    stiffness = stiffness_over(reference, lambda seconds: Cue("perform").values())
    still = np.zeros(joint_dofs())
    actor = put(weightless, random_positions(FLAT, np.random.default_rng(0)), still)
    biped = make_biped(BODY, actor.body_record, 0.0, 9.81, STEP, Styles({}), {})
    follower = Follower(biped, reference, stiffness)
    follower.actuators(actor.motion_record)
    beyond = furthest_beyond(actor.body_record, actor.motion_record)
    weightless.set_in_motion(actor, weightless.engine.state(actor)[0], middle(), still)
    for _ in range(3):
        follower.actuators(actor.motion_record)
    assert furthest_beyond(actor.body_record, actor.motion_record) < 0.1 < beyond
    assert follower.furthest_beyond() == beyond
    follower.actuators(actor.motion_record)
    assert follower.furthest_beyond() < 0.1
