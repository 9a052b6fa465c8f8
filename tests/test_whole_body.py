"""Whole-body control: contacts that only push, Newton-Euler equations, least-squares tasks."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
import standing_body
from scipy.optimize import lsq_linear
from standing_body import (
    BODY,
    GRAVITY,
    PART,
    REACHABLE,
    WEIGHT,
    Stander,
    calm,
    no_forces,
    random_goals,
    soles,
    solved_in_a_fall,
    standing,
)

from footfall.controllers.program.contacts import EDGES, FRICTION
from footfall.controllers.program.objectives import Objective, add_dof_task, add_momentum_task
from footfall.controllers.program.whole_body import REGULARIZATION
from footfall.rollout.simulate import TIME_STEP
from footfall.simulation.body import to_actuators
from footfall.simulation.dynamics import point_acceleration, segment_accelerations

SEEDS = range(6)


@pytest.fixture
def stander() -> Iterator[Stander]:
    with standing() as body:
        yield body


def symmetric(objective: Objective) -> np.ndarray:
    """A, of which only the lower triangle is kept."""
    return np.tril(objective.A) + np.tril(objective.A, -1).T


def contact_forces(forces: np.ndarray) -> np.ndarray:
    """(k, 3) force at every contact from those along its pyramid's edges."""
    edges = FRICTION * np.array([[1, 0], [-1, 0], [0, 1], [0, -1]])
    along = forces.reshape(-1, EDGES)
    return np.hstack([along @ edges, along.sum(axis=1, keepdims=True)])


@pytest.mark.parametrize("seed", SEEDS)
def test_contacts_never_pull_and_stay_in_their_friction_pyramids(
    stander: Stander, seed: int
) -> None:
    forces, most = no_forces(), 0.2 * WEIGHT
    stander.accelerations(random_goals(stander, seed), forces, most)
    assert forces.min() >= 0.0 and forces.max() <= most
    x, y, up = contact_forces(forces).T
    assert (np.abs(x) + np.abs(y) <= FRICTION * up + 1e-9).all()


@pytest.mark.parametrize("seed", SEEDS)
def test_contacts_and_gravity_are_all_that_changes_the_momentum(
    stander: Stander, seed: int
) -> None:
    forces, dynamics = no_forces(), stander.dynamics()
    found = stander.accelerations(random_goals(stander, seed), forces, ticks=1)
    pushes = contact_forces(forces)
    moment = np.cross(stander.points, pushes).sum(axis=0)
    outside = np.concatenate([moment, pushes.sum(axis=0) - [0, 0, WEIGHT]])
    assert dynamics.momentum @ found + dynamics.momentum_bias == pytest.approx(
        outside, abs=1e-8 * WEIGHT
    )


@pytest.mark.parametrize("seed", SEEDS)
def test_no_torque_is_left_over_for_the_root(stander: Stander, seed: int) -> None:
    rows = stander.torques(random_goals(stander, seed), no_forces())
    assert np.abs(rows[0]).max() < 1e-9 * np.abs(rows).max()


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("most", [2.0 * WEIGHT, 0.1 * WEIGHT])
def test_goals_out_of_reach_are_served_as_well_as_can_be(
    stander: Stander, seed: int, most: float
) -> None:
    """Against a dense solution: accelerations as linear in the forces, then bounded squares."""
    objective, forces, dynamics = random_goals(stander, seed), no_forces(), stander.dynamics()
    A, b, B, G = symmetric(objective), objective.b, dynamics.momentum, stander.edges(forces).grasp
    nv, L = len(b), np.linalg.cholesky(A)
    whole = np.block([[A, B.T], [B, np.zeros((6, 6))]])
    weight = np.array([0, 0, 0, 0, 0, WEIGHT])
    unforced = np.linalg.solve(whole, np.concatenate([b, -weight - dynamics.momentum_bias]))[:nv]
    by_force = np.linalg.solve(whole, np.vstack([np.zeros((nv, len(G))), G.T]))[:nv]
    effects = L.T @ by_force
    regularization = REGULARIZATION * (effects**2).sum(axis=0).max()
    rows = np.vstack([effects, np.sqrt(regularization) * np.eye(len(G))])
    wanted = np.concatenate([np.linalg.solve(L, b) - L.T @ unforced, np.zeros(len(G))])
    best = lsq_linear(rows, wanted, (0.0, most), method="bvls").x

    def missed(used: np.ndarray) -> float:
        return float(((rows @ used - wanted) ** 2).sum())

    found = stander.accelerations(objective, forces, most)
    assert missed(forces) == pytest.approx(missed(best), rel=1e-4)
    assert found == pytest.approx(unforced + by_force @ forces, abs=1e-6 * np.abs(found).max())


def test_nothing_pulls_a_body_down_faster_than_it_falls(stander: Stander) -> None:
    tick, forces = calm(stander), no_forces()
    add_momentum_task(tick, 5, -3.0 * WEIGHT, 100.0)
    found = stander.accelerations(tick.objective, forces)
    dynamics = tick.dynamics
    rate = dynamics.momentum @ found + dynamics.momentum_bias
    assert contact_forces(forces)[:, 2].sum() < 0.01 * WEIGHT
    assert rate[5] == pytest.approx(-WEIGHT, rel=0.01)


def test_a_body_is_not_pushed_sideways_harder_than_friction_allows(stander: Stander) -> None:
    tick, forces = calm(stander), no_forces()
    add_momentum_task(tick, 3, 5.0 * WEIGHT, 1e-3)
    add_momentum_task(tick, 5, 0.0, 1.0)
    stander.accelerations(tick.objective, forces)
    x, _, up = contact_forces(forces).sum(axis=0)
    assert x == pytest.approx(FRICTION * up, rel=1e-3)


def test_a_body_that_may_fall_gets_no_force(stander: Stander) -> None:
    tick, forces = stander.tick(), no_forces()
    for dof in range(len(tick.objective.b)):
        add_dof_task(tick, dof, -GRAVITY if dof == 5 else 0.0, 1.0)
    forces[:] = 10.0  # left over from an earlier tick
    found = stander.accelerations(tick.objective, forces)
    assert forces.max() < 1e-3 * WEIGHT
    assert found[5] == pytest.approx(-GRAVITY, rel=1e-3)


def test_soles_that_bear_nothing_leave_a_body_falling(stander: Stander) -> None:
    forces, dynamics = no_forces(), stander.dynamics()
    found = stander.accelerations(calm(stander).objective, forces, most=0.0)
    rate = dynamics.momentum @ found + dynamics.momentum_bias
    assert not forces.any()
    assert rate == pytest.approx([0, 0, 0, 0, 0, -WEIGHT], abs=1e-6 * WEIGHT)


def test_goals_within_reach_are_met(stander: Stander) -> None:
    body, motion, dynamics = stander.actor.body, stander.actor.motion, stander.dynamics()
    found = stander.accelerations(REACHABLE.objective(stander), no_forces())
    rate = dynamics.momentum @ found + dynamics.momentum_bias
    segments = segment_accelerations(body, motion, dynamics.twists, dynamics.motion_subspace, found)
    hand = PART["hand.R"]
    moved = point_acceleration(
        dynamics.twists[hand], segments[hand], motion.center[hand] - motion.com
    )
    assert rate[3:] / BODY.mass == pytest.approx(REACHABLE.com, abs=0.02)
    assert segments[PART["torso"], :3] == pytest.approx(REACHABLE.torso, abs=0.02)
    assert moved == pytest.approx(REACHABLE.hand, abs=0.02)


def test_a_stander_in_the_engine_accelerates_as_asked(stander: Stander) -> None:
    world, actor, steps = stander.world, stander.actor, 20
    hand, torso = PART["hand.R"], PART["torso"]

    def velocities() -> np.ndarray:
        motion = actor.motion
        return np.array(
            [motion.com_velocity, motion.angular_velocity[torso], motion.velocity[hand]]
        )

    before, forces = velocities(), no_forces()
    for _ in range(steps):
        now = Stander(world, actor, *soles(actor))
        rows = now.torques(REACHABLE.objective(now), forces)
        world.write_torques(actor, to_actuators(actor.body, actor.motion, rows))
        world.step()
        world.read(actor)
    gained = (velocities() - before) / (steps * TIME_STEP)
    assert gained == pytest.approx(np.array(REACHABLE), abs=0.1)
    for side in (".L", ".R"):
        assert np.linalg.norm(actor.motion.velocity[PART["foot" + side]]) < 0.002


UNCOMPILED = """
import runpy, sys
import numpy as np
rows, forces = runpy.run_path(sys.argv[1])["solved_in_a_fall"]()
np.savez(sys.argv[2], rows=rows, forces=forces)
"""


def test_compiled_and_uncompiled_control_agree(tmp_path: Path) -> None:
    rows, forces = solved_in_a_fall()
    subprocess.run(
        [sys.executable, "-c", UNCOMPILED, standing_body.__file__, str(tmp_path / "served.npz")],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        check=True,
        timeout=900,
    )
    plain = np.load(tmp_path / "served.npz")
    assert plain["rows"] == pytest.approx(rows, abs=1e-9 * np.abs(rows).max())
    assert plain["forces"] == pytest.approx(forces, abs=1e-9 * np.abs(forces).max())
