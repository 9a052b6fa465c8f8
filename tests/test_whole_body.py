"""Whole-body control: contacts that only push, Newton and Euler, goals served as well as can be."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest
from scipy.optimize import lsq_linear

from footfall import Character, Cue, Performer
from footfall.controllers.anatomy import make_anatomy
from footfall.controllers.objectives import (
    Goals,
    no_goals,
    want_freedom,
    want_momentum,
    want_move,
    want_turn,
)
from footfall.controllers.sole import CORNERS, set_corners
from footfall.controllers.torque_limits import find_excess, no_excess
from footfall.controllers.whole_body import EDGES, FRICTION, THRIFT, _grasp, _solve, _torques, serve
from footfall.rollout import TIME_STEP, start_state
from footfall.simulation.body import to_actuators, velocity_size
from footfall.simulation.dynamics import (
    Dynamics,
    make_dynamics,
    point_acceleration,
    segment_accelerations,
)
from footfall.simulation.world import Actor, World
from footfall.skills import SKILLS
from footfall.skills.biped import make_biped
from footfall.skills.styles import Styles

GRAVITY = 9.81
BODY = Character.humanoid()
WEIGHT = GRAVITY * BODY.mass
PART = {name: i for i, name in enumerate(BODY.segment_names)}
SEEDS = range(6)
CALM = 1e-4  # weight of freedoms that should stay as they are
TICKS = 100  # in which the forces of one problem settle, each tick from the last one's


class Stander(NamedTuple):
    """A body that stands still, and the contacts that its soles offer."""

    world: World
    actor: Actor
    points: np.ndarray
    segments: np.ndarray

    def dynamics(self) -> Dynamics:
        return make_dynamics(self.actor.body, self.actor.motion)

    def torques(self, goals: Goals, forces: np.ndarray, most: float = WEIGHT) -> np.ndarray:
        """What `serve` answers; it overwrites goals and forces."""
        return serve(
            goals, self.actor.body, self.actor.motion, self.dynamics(), GRAVITY, self.points,
            self.segments, np.full(len(self.points), most), forces,
        )  # fmt: skip

    def accelerations(
        self, goals: Goals, forces: np.ndarray, most: float = WEIGHT, ticks: int = TICKS
    ) -> np.ndarray:
        """(nv,) of the freedoms once the forces have settled."""
        grasp, bounds = _grasp(self.points), np.full(len(self.points), most)
        for _ in range(ticks):
            kept = Goals(goals.A.copy(), goals.b.copy())
            found = _solve(kept, self.dynamics(), WEIGHT, grasp, bounds, forces, no_excess())
        return found


def no_forces() -> np.ndarray:
    return np.zeros(EDGES * 2 * CORNERS)


@pytest.fixture
def stander() -> Iterator[Stander]:
    with World((0, 0, -GRAVITY), TIME_STEP, 0.8) as world:
        actor = world.add_character(BODY, *start_state(Performer(BODY)))
        biped = make_biped(BODY, actor.body_record, 0.0, GRAVITY, TIME_STEP, Styles({}), {})
        SKILLS["stand"].begin(biped)
        SKILLS["stand"].command(biped, Cue("stand").values())
        for _ in range(300):
            world.write_torques(actor, biped.actuators(actor.motion_record))
            world.step()
            world.read(actor)
            world.read_contacts(actor)
        yield Stander(world, actor, *soles(actor))


def soles(actor: Actor) -> tuple[np.ndarray, np.ndarray]:
    """Corners of both soles and the segments that bear them."""
    who = make_anatomy(BODY)[0]
    points, segments = np.zeros((2 * CORNERS, 3)), np.zeros(2 * CORNERS, dtype=np.int64)
    for side in range(2):
        corners = slice(side * CORNERS, (side + 1) * CORNERS)
        set_corners(who, actor.motion, side, points[corners])
        segments[corners] = who["foot"][side]
    return points, segments


def random_goals(stander: Stander, seed: int) -> Goals:
    """Some of every kind, most of them out of reach and against each other."""
    random = np.random.default_rng(seed)
    body, motion, dynamics = stander.actor.body, stander.actor.motion, stander.dynamics()
    goals = no_goals(len(dynamics.axes))
    for freedom in range(len(dynamics.axes)):
        want_freedom(goals, freedom, 5.0 * random.normal(), 0.1)
    for axis in range(6):
        target = 0.7 * WEIGHT * random.normal()
        want_momentum(goals, dynamics, axis, target, 100.0 / BODY.mass**2)
    for _ in range(4):
        segment, weight = random.integers(len(body.mass)), 10.0 ** random.uniform(-1, 2)
        want_turn(goals, body, dynamics, segment, 10.0 * random.normal(size=3), weight)
        point, target = motion.center[segment], 10.0 * random.normal(size=3)
        want_move(goals, body, motion, dynamics, segment, point, target, weight)
    return goals


def symmetric(goals: Goals) -> np.ndarray:
    """A, of which only the lower triangle is kept."""
    return np.tril(goals.A) + np.tril(goals.A, -1).T


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
    assert dynamics.momentum @ found + dynamics.drift == pytest.approx(outside, abs=1e-8 * WEIGHT)


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
    goals, forces, dynamics = random_goals(stander, seed), no_forces(), stander.dynamics()
    A, b, B, G = symmetric(goals), goals.b, dynamics.momentum, _grasp(stander.points)
    nv, L = len(b), np.linalg.cholesky(A)
    whole = np.block([[A, B.T], [B, np.zeros((6, 6))]])
    weight = np.array([0, 0, 0, 0, 0, WEIGHT])
    unforced = np.linalg.solve(whole, np.concatenate([b, -weight - dynamics.drift]))[:nv]
    by_force = np.linalg.solve(whole, np.vstack([np.zeros((nv, len(G))), G.T]))[:nv]
    effects = L.T @ by_force
    thrift = THRIFT * (effects**2).sum(axis=0).max()
    rows = np.vstack([effects, np.sqrt(thrift) * np.eye(len(G))])
    wanted = np.concatenate([np.linalg.solve(L, b) - L.T @ unforced, np.zeros(len(G))])
    best = lsq_linear(rows, wanted, (0.0, most), method="bvls").x

    def missed(used: np.ndarray) -> float:
        return float(((rows @ used - wanted) ** 2).sum())

    found = stander.accelerations(goals, forces, most)
    assert missed(forces) == pytest.approx(missed(best), rel=1e-4)
    assert found == pytest.approx(unforced + by_force @ forces, abs=1e-6 * np.abs(found).max())


def test_nothing_pulls_a_body_down_faster_than_it_falls(stander: Stander) -> None:
    goals, dynamics, forces = calm(stander), stander.dynamics(), no_forces()
    want_momentum(goals, dynamics, 5, -3.0 * WEIGHT, 100.0)
    found = stander.accelerations(goals, forces)
    rate = dynamics.momentum @ found + dynamics.drift
    assert contact_forces(forces)[:, 2].sum() < 0.01 * WEIGHT
    assert rate[5] == pytest.approx(-WEIGHT, rel=0.01)


def test_a_body_is_not_pushed_sideways_harder_than_friction_allows(stander: Stander) -> None:
    goals, dynamics, forces = calm(stander), stander.dynamics(), no_forces()
    want_momentum(goals, dynamics, 3, 5.0 * WEIGHT, 1e-3)
    want_momentum(goals, dynamics, 5, 0.0, 1.0)
    stander.accelerations(goals, forces)
    x, _, up = contact_forces(forces).sum(axis=0)
    assert x == pytest.approx(FRICTION * up, rel=1e-3)


def calm(stander: Stander) -> Goals:
    """No freedom should change its rate, as far as nothing else matters."""
    goals = no_goals(len(stander.dynamics().axes))
    for freedom in range(len(goals.b)):
        want_freedom(goals, freedom, 0.0, CALM)
    return goals


def test_a_body_that_may_fall_gets_no_force(stander: Stander) -> None:
    goals, forces = no_goals(len(stander.dynamics().axes)), no_forces()
    for freedom in range(len(goals.b)):
        want_freedom(goals, freedom, -GRAVITY if freedom == 5 else 0.0, 1.0)
    forces[:] = 10.0  # what an earlier tick left
    found = stander.accelerations(goals, forces)
    assert forces.max() < 1e-3 * WEIGHT
    assert found[5] == pytest.approx(-GRAVITY, rel=1e-3)


def test_soles_that_bear_nothing_leave_a_body_falling(stander: Stander) -> None:
    forces, dynamics = no_forces(), stander.dynamics()
    found = stander.accelerations(calm(stander), forces, most=0.0)
    rate = dynamics.momentum @ found + dynamics.drift
    assert not forces.any()
    assert rate == pytest.approx([0, 0, 0, 0, 0, -WEIGHT], abs=1e-6 * WEIGHT)


class Asked(NamedTuple):
    """Accelerations that a stander can reach: of its center of mass, torso and hand."""

    com: np.ndarray
    torso: np.ndarray
    hand: np.ndarray

    def goals(self, stander: Stander) -> Goals:
        body, motion, dynamics = stander.actor.body, stander.actor.motion, stander.dynamics()
        goals = calm(stander)
        for side in (".L", ".R"):
            foot = PART["foot" + side]
            want_turn(goals, body, dynamics, foot, np.zeros(3), 1000.0)
            ankle = motion.origin[foot]
            want_move(goals, body, motion, dynamics, foot, ankle, np.zeros(3), 1000.0)
        for k in range(3):
            target = BODY.mass * self.com[k]
            want_momentum(goals, dynamics, 3 + k, target, 100.0 / BODY.mass**2)
        want_turn(goals, body, dynamics, PART["torso"], self.torso, 10.0)
        hand = PART["hand.R"]
        center = motion.center[hand]
        want_move(goals, body, motion, dynamics, hand, center, self.hand, 10.0)
        return goals


REACHABLE = Asked(np.array([0.4, 0.2, -0.5]), np.array([1.0, 2.0, -1.0]), np.array([3.0, 0.0, 4.0]))


def test_goals_within_reach_are_met(stander: Stander) -> None:
    body, motion, dynamics = stander.actor.body, stander.actor.motion, stander.dynamics()
    found = stander.accelerations(REACHABLE.goals(stander), no_forces())
    rate = dynamics.momentum @ found + dynamics.drift
    segments = segment_accelerations(body, motion, dynamics.twists, dynamics.axes, found)
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
        return np.array([motion.com_velocity, motion.spin[torso], motion.velocity[hand]])

    before, forces = velocities(), no_forces()
    for _ in range(steps):
        now = Stander(world, actor, *soles(actor))
        rows = now.torques(REACHABLE.goals(now), forces)
        world.write_torques(actor, to_actuators(actor.body, actor.motion, rows))
        world.step()
        world.read(actor)
    gained = (velocities() - before) / (steps * TIME_STEP)
    assert gained == pytest.approx(np.array(REACHABLE), abs=0.1)
    for side in (".L", ".R"):
        assert np.linalg.norm(actor.motion.velocity[PART["foot" + side]]) < 0.002


def weaken(stander: Stander, joint: str, share: float) -> tuple[int, float]:
    """Leave a joint only a share of the torque that the stander needs of it; index and limit."""
    segment, body = PART[joint], stander.actor.body
    wanted = stander.torques(REACHABLE.goals(stander), no_forces())[segment]
    body.torque_limit[segment] = (
        share * np.abs(stander.actor.motion.rotation[segment].T @ wanted).max()
    )
    return segment, float(body.torque_limit[segment])


def test_a_joint_is_asked_for_no_more_than_it_can(stander: Stander) -> None:
    torso, limit = weaken(stander, "torso", 0.5)
    rows = stander.torques(REACHABLE.goals(stander), no_forces())
    asked = np.abs(stander.actor.motion.rotation[torso].T @ rows[torso]).max()
    assert asked < 1.1 * limit
    assert np.abs(rows[0]).max() < 1e-9 * np.abs(rows).max()


def test_a_torque_beyond_its_limit_follows_from_accelerations_and_forces(stander: Stander) -> None:
    stander.actor.body.torque_limit[:] = 1.0
    body, motion, dynamics = stander.actor.body, stander.actor.motion, stander.dynamics()
    grasp, forces = _grasp(stander.points), no_forces()
    bearers = np.repeat(stander.segments, EDGES)
    found = stander.accelerations(REACHABLE.goals(stander), forces)
    torques = _torques(body, motion, dynamics, GRAVITY, found, grasp, bearers, forces)
    excess = find_excess(body, motion, dynamics, GRAVITY, grasp, bearers, torques)
    told = excess.rows @ found - excess.effects @ forces + excess.bias
    along = np.einsum("jk,jk->j", dynamics.axes[6:, :3], torques[owners(stander)])
    beyond = along[np.abs(along) > 1.02]
    assert len(beyond) > 10
    assert told == pytest.approx(beyond - np.sign(beyond), abs=1e-8 * WEIGHT)


def owners(stander: Stander) -> np.ndarray:
    """The segment that each freedom of a joint moves."""
    sizes = [velocity_size(kind) for kind in stander.actor.body.joint_type]
    return np.repeat(np.arange(len(sizes)), sizes)


def served_in_a_fall() -> tuple[np.ndarray, np.ndarray]:
    """Torque rows, and forces along the edges, for a body that is let go above the ground."""
    with World((0, 0, -GRAVITY), TIME_STEP, 0.8) as world:
        position, orientation, joints = start_state(Performer(BODY, pose={"knee.L": 0.5}))
        actor = world.add_character(BODY, position, orientation, joints)
        for _ in range(30):
            world.step()
        world.read(actor)
        stander = Stander(world, actor, *soles(actor))
        forces = no_forces()
        return stander.torques(random_goals(stander, 7), forces), forces


UNCOMPILED = """
import runpy, sys
import numpy as np
rows, forces = runpy.run_path(sys.argv[1])["served_in_a_fall"]()
np.savez(sys.argv[2], rows=rows, forces=forces)
"""


def test_compiled_and_uncompiled_control_agree(tmp_path: Path) -> None:
    rows, forces = served_in_a_fall()
    subprocess.run(
        [sys.executable, "-c", UNCOMPILED, __file__, str(tmp_path / "served.npz")],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        check=True,
        timeout=300,
    )
    plain = np.load(tmp_path / "served.npz")
    assert plain["rows"] == pytest.approx(rows, abs=1e-9 * np.abs(rows).max())
    assert plain["forces"] == pytest.approx(forces, abs=1e-9 * np.abs(forces).max())
