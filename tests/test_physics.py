"""The world obeys mechanics: torques, free fall, momentum, energy, friction."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from random_poses import random_positions

from footfall import Character
from footfall.rollout.recorder import momentum
from footfall.simulation.actor import Actor
from footfall.simulation.body import (
    FIXED,
    HINGE,
    POSITION_SIZES,
    SPHERICAL,
    UNIVERSAL,
    from_actuators,
    make_body,
    to_actuators,
)
from footfall.simulation.world import World

BODY = Character.humanoid()
FACING_X = np.array([1.0, 0.0, 0.0, 0.0])


def flat_pose(character: Character, random: np.random.Generator | None) -> np.ndarray:
    """Flat joint positions: standing, or random where a generator is given."""
    body, _ = make_body(character)
    if random:
        return random_positions(body, random)
    return np.concatenate(
        [FACING_X if kind == SPHERICAL else np.zeros(POSITION_SIZES[kind])
         for kind in body.joint_type]
    )  # fmt: skip


@pytest.fixture
def weightless() -> Iterator[World]:
    with World((0, 0, 0), 0.001, 0.8) as world:
        yield world


def put(world: World, random: np.random.Generator | None = None) -> Actor:
    position = np.array([0.0, 0.0, 5.0])
    return world.add_character(BODY, position, FACING_X, flat_pose(BODY, random))


def accelerations(actor: Actor, rows: np.ndarray) -> np.ndarray:
    """(n, 6) accelerations from rest by maximal coordinates: every segment free, joints as

    constraints with Lagrange multipliers. Independent of the engine's reduced coordinates.
    """
    body, motion = actor.body, actor.motion
    n = len(body.mass)
    mass = np.zeros((6 * n, 6 * n))
    force = np.zeros(6 * n)
    constraints = []
    for i in range(n):
        frame = motion.rotation[i]
        mass[6 * i : 6 * i + 3, 6 * i : 6 * i + 3] = body.mass[i] * np.eye(3)
        mass[6 * i + 3 : 6 * i + 6, 6 * i + 3 : 6 * i + 6] = (
            frame @ np.diag(body.inertia[i]) @ frame.T
        )
        if i == 0:
            continue
        p = body.parent[i]
        force[6 * i + 3 : 6 * i + 6] += rows[i]
        force[6 * p + 3 : 6 * p + 6] -= rows[i]
        joint = np.zeros((3, 6 * n))
        for k, sign in ((i, 1.0), (p, -1.0)):
            arm = motion.origin[i] - motion.center[k]
            joint[:, 6 * k : 6 * k + 3] = sign * np.eye(3)
            joint[:, 6 * k + 3 : 6 * k + 6] = -sign * skew(arm)
        constraints.append(joint)
        for axis in blocked_axes(body.joint_type[i], motion.rotation[p], frame):
            row = np.zeros((1, 6 * n))
            row[0, 6 * i + 3 : 6 * i + 6], row[0, 6 * p + 3 : 6 * p + 6] = axis, -axis
            constraints.append(row)
    jacobian = np.concatenate(constraints)
    m = len(jacobian)
    system = np.block([[mass, jacobian.T], [jacobian, np.zeros((m, m))]])
    solved = np.linalg.solve(system, np.concatenate([force, np.zeros(m)]))
    return solved[: 6 * n].reshape(n, 6)


def skew(v: np.ndarray) -> np.ndarray:
    return np.array([[0, -v[2], v[1]], [v[2], 0, -v[0]], [-v[1], v[0], 0]])


def blocked_axes(kind: int, above: np.ndarray, own: np.ndarray) -> list[np.ndarray]:
    """World axes about which a joint does not turn."""
    if kind == FIXED:
        return list(np.eye(3))
    if kind == HINGE:
        return [above[:, 0], above[:, 2]]
    if kind == UNIVERSAL:
        return [np.cross(above[:, 1], own[:, 0])]
    return []


@pytest.mark.parametrize("seed", range(5))
def test_torques_accelerate_every_segment_as_an_independent_solver_says(
    weightless: World, seed: int
) -> None:
    random = np.random.default_rng(seed)
    actor = put(weightless, random)
    flat = to_actuators(actor.body, actor.motion, random.normal(size=(18, 3)))
    expected = accelerations(actor, from_actuators(actor.body, actor.motion, flat))
    weightless.write_torques(actor, flat)
    weightless.step()
    weightless.read(actor)
    found = np.hstack([actor.motion.velocity, actor.motion.angular_velocity]) / weightless.time_step
    scale = np.abs(expected).max()
    assert np.abs(found - expected).max() < 2e-3 * scale


def test_a_body_let_go_falls_with_g() -> None:
    with World((0, 0, -9.81), 0.001, 0.8) as world:
        actor = put(world)
        start = actor.motion.com.copy()
        for _ in range(500):
            world.step()
        world.read(actor)
        assert start[2] - actor.motion.com[2] == pytest.approx(0.5 * 9.81 * 0.5 * 0.501, rel=1e-4)
        assert actor.motion.com_velocity[2] == pytest.approx(-9.81 * 0.5, rel=1e-6)


def test_joint_torques_alone_move_no_momentum(weightless: World) -> None:
    random = np.random.default_rng(1)
    actor = put(weightless, random)
    rows = 0.4 * actor.body.subtree_inertia * random.normal(size=(18, 3))
    drive(weightless, actor, rows, steps=100)
    total = momentum(actor)
    moving = np.abs(actor.body.mass[:, None] * actor.motion.velocity).sum()
    assert moving > 2.0
    assert np.abs(total).max() < 2e-3 * moving


def test_a_tumbling_body_keeps_its_energy(weightless: World) -> None:
    random = np.random.default_rng(2)
    actor = put(weightless, random)
    rows = 2.0 * actor.body.subtree_inertia * random.normal(size=(18, 3))
    drive(weightless, actor, rows, steps=150)
    before = kinetic_energy(actor)
    for _ in range(300):
        weightless.step()
    weightless.read(actor)
    assert kinetic_energy(actor) == pytest.approx(before, rel=0.02)


def drive(world: World, actor: Actor, rows: np.ndarray, steps: int) -> None:
    """Keep the same joint torques for some steps."""
    for _ in range(steps):
        world.write_torques(actor, to_actuators(actor.body, actor.motion, rows))
        world.step()
        world.read(actor)


def kinetic_energy(actor: Actor) -> float:
    body, motion = actor.body, actor.motion
    local = np.einsum("nij,ni->nj", motion.rotation, motion.angular_velocity)
    return float(
        0.5 * (body.mass[:, None] * motion.velocity**2).sum()
        + 0.5 * (body.inertia * local**2).sum()
    )


def test_what_is_read_back_is_what_was_placed(weightless: World) -> None:
    actor = put(weightless, np.random.default_rng(4))
    assert actor.motion.origin[0] == pytest.approx([0, 0, 5], abs=1e-9)
    joints = [np.linalg.norm(o) for o in actor.body.offset[1:]]
    found = [
        np.linalg.norm(actor.motion.origin[i] - actor.motion.origin[actor.body.parent[i]])
        for i in range(1, 18)
    ]
    assert found == pytest.approx(joints, abs=1e-9)


@pytest.mark.parametrize(("friction", "slides"), [(0.3, True), (0.8, False)])
def test_a_box_slides_on_a_slope_steeper_than_its_friction(friction: float, slides: bool) -> None:
    sideways = 9.81 * 0.45
    with World((sideways, 0, -9.81), 0.001, friction) as world:
        world.add_prop("box", "box", (0.3, 0.3, 0.2), (), 5.0, (0, 0, 0.1), (1, 0, 0, 0), 1.0)
        for _ in range(500):
            world.step()
        position, _ = world.prop_pose("box")
    assert bool(position[0] > 0.05) is slides


def test_each_segment_has_its_own_friction(monkeypatch: pytest.MonkeyPatch) -> None:
    import pybullet

    from footfall.simulation.module_engine import ModuleEngine

    segments = [replace(s, friction=0.1 + 0.05 * i) for i, s in enumerate(BODY.segments)]
    body = replace(BODY, segments=tuple(segments))
    monkeypatch.setattr("footfall.simulation.surroundings.start_engine", ModuleEngine)
    with World((0, 0, -9.81), 0.001, 0.8) as world:
        actor = world.add_character(body, np.zeros(3), FACING_X, flat_pose(body, None), 0.5)
        found = [
            pybullet.getDynamicsInfo(actor.identity, link, physicsClientId=world.engine.client)[1]
            for link in actor.links
        ]
    assert found == pytest.approx([0.5 * s.friction for s in segments])


@pytest.mark.parametrize(("friction", "slides"), [(0.3, True), (1.0, False)])
def test_a_body_slides_on_a_slope_steeper_than_its_segments_friction(
    friction: float, slides: bool
) -> None:
    segments = tuple(replace(s, friction=friction) for s in BODY.segments)
    body = replace(BODY, segments=segments)
    with World((9.81 * 0.45, 0, -9.81), 0.001, 0.8) as world:
        face_down = np.array([math.sqrt(0.5), 0.0, math.sqrt(0.5), 0.0])
        at = np.array([0.0, 0.0, 0.2])
        actor = world.add_character(body, at, face_down, flat_pose(body, None))
        for _ in range(700):
            world.step()
        world.read(actor)
        assert bool(actor.motion.origin[0][0] > 0.3) is slides
