"""Inverse dynamics agree with the engine, with each other, and with motion itself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import pybullet
import pytest
from random_poses import random_positions, random_quaternion

from footfall import Character
from footfall.simulation.actor import Actor
from footfall.simulation.body import (
    HINGE,
    POSITION_SIZES,
    SPHERICAL,
    UNIVERSAL,
    Body,
    Motion,
    make_body,
    make_motion,
    move,
    velocity_size,
)
from footfall.simulation.dynamics import (
    ROOT_SIZE,
    first_dof,
    joint_axes,
    joint_torques,
    make_dynamics,
    momentum_matrix,
    net_wrenches,
    point_acceleration,
    point_velocity,
    segment_accelerations,
    segment_twists,
)
from footfall.simulation.module_engine import ModuleEngine
from footfall.simulation.rotation import matrix_of, quaternion_of
from footfall.simulation.world import World

GRAVITY = 9.81
BODY = Character.humanoid()
ROBOT = Character.preset("robot")  # its left and right limbs differ
TIME_STEP = 1e-5
SEEDS = (0, 1, 2)


@pytest.fixture(autouse=True)
def _engine_of_the_module(monkeypatch: pytest.MonkeyPatch) -> None:
    """PyBullet's own functions set the states, so that its Python functions must simulate."""
    monkeypatch.setattr("footfall.simulation.surroundings.start_engine", ModuleEngine)


@pytest.fixture
def world() -> Iterator[World]:
    with World((0, 0, -GRAVITY), TIME_STEP, 0.8) as world:
        yield world


def thrown(world: World, random: np.random.Generator, character: Character = BODY) -> Actor:
    """A body in the air in a random pose, each degree of freedom at a random rate."""
    body, _ = make_body(character)
    actor = world.add_character(
        character, np.array([0.0, 0.0, 5.0]), random_quaternion(random),
        random_positions(body, random),
    )  # fmt: skip
    client = world.engine.client
    for joint in actor.movable:
        position, velocity, *_ = pybullet.getJointStateMultiDof(actor.identity, joint, client)
        rates = random.normal(size=len(velocity)).tolist()
        pybullet.resetJointStateMultiDof(actor.identity, joint, position, rates, client)
    angular_velocity, velocity = random.normal(size=3).tolist(), random.normal(size=3).tolist()
    pybullet.resetBaseVelocity(actor.identity, velocity, angular_velocity, client)
    world.read(actor)
    return actor


def rates(body: Body, motion: Motion) -> np.ndarray:
    """(nv,) rates of the degrees of freedom: of the root, and of joints from their segments."""
    axes, owner = joint_axes(body, motion)
    found = np.empty(len(owner))
    found[:3] = motion.angular_velocity[0]
    found[3:6] = motion.velocity[0] - np.cross(
        motion.angular_velocity[0], motion.center[0] - motion.origin[0]
    )
    for j in range(ROOT_SIZE, len(owner)):
        i = owner[j]
        found[j] = axes[j, :3] @ (
            motion.angular_velocity[i] - motion.angular_velocity[body.parent[i]]
        )
    return found


def generalized_forces(
    body: Body, motion: Motion, accelerations: np.ndarray, gravity: float
) -> np.ndarray:
    """(nv,) moment and force on the root and joint torques that give these accelerations."""
    axes, owner = joint_axes(body, motion)
    twists = segment_twists(body, motion)
    segments = segment_accelerations(body, motion, twists, axes, accelerations)
    wrenches = net_wrenches(body, motion, twists, segments)
    rows = joint_torques(body, motion, wrenches, np.zeros_like(wrenches), gravity)
    forces = np.einsum("ja,ja->j", axes[:, :3], rows[owner])
    forces[3:6] = wrenches[:, 3:].sum(axis=0)
    forces[5] += gravity * body.mass.sum()
    return forces


class Equations(NamedTuple):
    """H accelerations + bias = forces, for all degrees of freedom."""

    H: np.ndarray
    bias: np.ndarray


def equations(body: Body, motion: Motion, gravity: float = GRAVITY) -> Equations:
    count = len(joint_axes(body, motion)[1])
    bias = generalized_forces(body, motion, np.zeros(count), gravity)
    columns = [generalized_forces(body, motion, unit, gravity) - bias for unit in np.eye(count)]
    return Equations(np.array(columns).T, bias)


def random_torques(actor: Actor, random: np.random.Generator) -> np.ndarray:
    """Flat actuator torques, equal for every joint."""
    inertia = np.concatenate(
        [
            actor.body.subtree_inertia[i, [1, 0, 2]][: velocity_size(kind)]
            for i, kind in enumerate(actor.body.joint_type)
        ]
    )
    return 5.0 * inertia * random.normal(size=len(inertia))


def kinetic_energy(body: Body, motion: Motion) -> float:
    local = np.einsum("nij,ni->nj", motion.rotation, motion.angular_velocity)
    return float(
        0.5 * (body.mass[:, None] * motion.velocity**2).sum()
        + 0.5 * (body.inertia * local**2).sum()
    )


@pytest.mark.parametrize("seed", SEEDS)
def test_the_mass_matrix_is_symmetric_and_gives_the_kinetic_energy(world: World, seed: int) -> None:
    actor = thrown(world, np.random.default_rng(seed))
    H, _ = equations(actor.body, actor.motion)
    assert np.abs(H - H.T).max() < 1e-12 * np.abs(H).max()
    assert np.linalg.eigvalsh(H).min() > 0.0
    moving = rates(actor.body, actor.motion)
    energy = kinetic_energy(actor.body, actor.motion)
    assert 0.5 * moving @ H @ moving == pytest.approx(energy, rel=1e-12)


@pytest.mark.parametrize("character", [BODY, ROBOT], ids=["human", "robot"])
@pytest.mark.parametrize("seed", SEEDS)
def test_a_moving_body_accelerates_in_the_engine_as_the_equations_say(
    world: World, seed: int, character: Character
) -> None:
    random = np.random.default_rng(seed)
    actor = thrown(world, random, character)
    flat = random_torques(actor, random)
    H, bias = equations(actor.body, actor.motion)
    expected = np.linalg.solve(H, np.concatenate([np.zeros(ROOT_SIZE), flat]) - bias)
    before = rates(actor.body, actor.motion)
    world.write_torques(actor, flat)
    world.step()
    world.read(actor)
    found = (rates(actor.body, actor.motion) - before) / TIME_STEP
    assert np.abs(found - expected).max() < 1e-3 * np.abs(expected).max()


def test_a_hanging_body_needs_the_torques_of_its_weight() -> None:
    """Static moments: the mass that a joint carries, times its distance from the joint."""
    random = np.random.default_rng(3)
    with World((0, 0, 0), TIME_STEP, 0.8) as still:
        body, _ = make_body(BODY)
        actor = still.add_character(
            BODY, np.array([0.0, 0.0, 5.0]), random_quaternion(random),
            random_positions(body, random),
        )  # fmt: skip
        motion = actor.motion
        rows = joint_torques(body, motion, np.zeros((18, 6)), np.zeros((18, 6)), GRAVITY)
    for i in range(len(body.mass)):
        hanging = [k for k in range(len(body.mass)) if i in ancestors(body, k)]
        arms = motion.center[hanging] - motion.origin[i]
        weights = np.outer(body.mass[hanging], [0.0, 0.0, -GRAVITY])
        assert rows[i] == pytest.approx(-np.cross(arms, weights).sum(axis=0), abs=1e-9)


def ancestors(body: Body, segment: int) -> list[int]:
    """The segment and all its ancestors."""
    found = [segment]
    while found[-1] > 0:
        found.append(int(body.parent[found[-1]]))
    return found


@pytest.mark.parametrize("seed", SEEDS)
def test_the_momentum_matrix_gives_the_momentum_summed_over_segments(
    world: World, seed: int
) -> None:
    actor = thrown(world, np.random.default_rng(seed))
    body, motion = actor.body, actor.motion
    linear = (body.mass[:, None] * motion.velocity).sum(axis=0)
    angular = np.zeros(3)
    for i in range(len(body.mass)):
        frame = motion.rotation[i]
        angular += frame @ (body.inertia[i] * (frame.T @ motion.angular_velocity[i]))
        angular += body.mass[i] * np.cross(motion.center[i] - motion.com, motion.velocity[i])
    matrix = momentum_matrix(body, motion, *joint_axes(body, motion))
    found = matrix @ rates(body, motion)
    assert found == pytest.approx(np.concatenate([angular, linear]), abs=1e-10)


@pytest.mark.parametrize("seed", SEEDS)
def test_joint_torques_in_free_flight_leave_only_gravity_to_change_the_momentum(
    world: World, seed: int
) -> None:
    random = np.random.default_rng(seed)
    actor = thrown(world, random)
    H, bias = equations(actor.body, actor.motion)
    forces = np.concatenate([np.zeros(ROOT_SIZE), random_torques(actor, random)])
    dynamics = make_dynamics(actor.body, actor.motion)
    rate = dynamics.momentum @ np.linalg.solve(H, forces - bias) + dynamics.momentum_bias
    weight = GRAVITY * actor.body.mass.sum()
    assert rate == pytest.approx([0, 0, 0, 0, 0, -weight], abs=1e-9 * weight)


def test_the_engine_keeps_the_momentum_that_the_matrix_gives() -> None:
    random = np.random.default_rng(4)
    with World((0, 0, 0), TIME_STEP, 0.8) as weightless:
        actor = thrown(weightless, random)
        flat = random_torques(actor, random)
        body, motion = actor.body, actor.motion
        before = make_dynamics(body, motion).momentum @ rates(body, motion)
        at_first = rates(body, motion)
        for _ in range(2000):
            weightless.write_torques(actor, flat)
            weightless.step()
            weightless.read(actor)
        after = make_dynamics(body, motion).momentum @ rates(body, motion)
    assert np.abs(rates(body, motion) - at_first).max() > 1.0
    assert np.abs(after - before).max() < 5e-4 * np.abs(before).max()


class Path(NamedTuple):
    """A motion through one state: start, rates and accelerations of the degrees of freedom."""

    body: Body
    record: np.ndarray
    origin: np.ndarray
    frame: np.ndarray
    positions: np.ndarray
    rates: np.ndarray
    accelerations: np.ndarray

    def at(self, time: float) -> Motion:
        """Turns by the exponential of rate times time and half the acceleration's square.

        Rates are given exactly at time 0 only.
        """
        body = self.body
        motion, record = make_motion(len(body.mass))
        moved = self.rates * time + 0.5 * self.accelerations * time**2
        frame = turned(moved[:3]) @ self.frame
        lever = frame @ body.center[0]
        origin = self.origin + moved[3:6]
        velocity = self.rates[3:6] + np.cross(self.rates[:3], lever)
        root = np.concatenate([origin + lever, quaternion_of(frame), velocity, self.rates[:3]])
        positions = self.positions.copy()
        for i in range(1, len(body.mass)):
            at, kind = body.position_index[i], body.joint_type[i]
            j = first_dof(body, i)
            if kind == SPHERICAL:
                own = matrix_of(positions[at : at + 4]) @ turned(moved[j : j + 3])
                positions[at : at + 4] = quaternion_of(own)
            elif kind == HINGE or kind == UNIVERSAL:
                size = POSITION_SIZES[kind]
                positions[at : at + size] += moved[j : j + size]
        move(self.record, root, positions, self.rates[6:].copy(), record)
        return motion


def turned(vector: np.ndarray) -> np.ndarray:
    """(3, 3) rotation about a vector by its length."""
    angle = float(np.linalg.norm(vector))
    axis = vector / angle if angle > 0.0 else np.zeros(3)
    return matrix_of(np.array([np.cos(angle / 2), *(np.sin(angle / 2) * axis)]))


@pytest.fixture(params=SEEDS)
def path(request: pytest.FixtureRequest) -> Path:
    random = np.random.default_rng(request.param)
    body, record = make_body(BODY)
    count = first_dof(body, len(body.mass) - 1) + velocity_size(body.joint_type[-1])
    return Path(
        body, record, random.normal(size=3), matrix_of(random_quaternion(random)),
        random_positions(body, random), random.normal(size=count), 5.0 * random.normal(size=count),
    )  # fmt: skip


def test_points_of_segments_move_and_accelerate_as_finite_differences_say(path: Path) -> None:
    body, h = path.body, 1e-4
    before, now, after = (path.at(time) for time in (-h, 0.0, h))
    axes, _ = joint_axes(body, now)
    twists = segment_twists(body, now)
    segments = segment_accelerations(body, now, twists, axes, path.accelerations)
    random = np.random.default_rng(9)
    for i in range(len(body.mass)):
        for local in 0.3 * random.normal(size=(3, 3)):
            p0, p1, p2 = (m.origin[i] + m.rotation[i] @ local for m in (before, now, after))
            arm = p1 - now.com
            velocity = point_velocity(twists[i], arm)
            assert velocity == pytest.approx((p2 - p0) / (2 * h), abs=1e-5)
            acceleration = point_acceleration(twists[i], segments[i], arm)
            differences = (p2 - 2 * p1 + p0) / h**2
            assert np.abs(acceleration - differences).max() < 1e-5 * np.abs(segments).max()
