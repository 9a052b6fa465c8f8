"""The pendulum behind a clip, and the planner that runs, turns, starts and stops by it."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import NamedTuple

import numpy as np
import pytest

from footfall import Character
from footfall.motion.biped_frames import Placed
from footfall.motion.consistency_errors import ON_GROUND, runs_of, sole_points
from footfall.motion.pendulum import Pendulum
from footfall.motion.pendulum_analysis import RunAnalysis, analyse
from footfall.motion.pendulum_estimation import Estimate, StateEstimator, best_turn, upper_points
from footfall.motion.planned_poses import PlannedPose, velocities
from footfall.motion.planner import Plan, RunPlanner
from footfall.motion.prediction import Command
from footfall.motion.reference import load_reference

DT = 0.02  # [s]
LARGEST_SLIP = 0.003  # [m]
FASTEST_JOINT = 35.0  # [rad/s], of a swinging shank at 5 m/s


@cache
def analysis(name: str = "run") -> RunAnalysis:
    return analyse(load_reference(name))


class Run(NamedTuple):
    planner: RunPlanner
    plans: list[Plan]
    poses: PlannedPose
    placed: Placed


def run(planner: RunPlanner, commands: list[Command]) -> Run:
    plans, poses = [], []
    for command in commands:
        plans.append(planner.step(DT, command))
        poses.append(plans[-1].poses(np.array([0.0])))
    joined = PlannedPose(
        *(np.concatenate([getattr(p, part) for p in poses])
          for part in ("root_position", "root_orientation", "joints", "contacts"))
    )  # fmt: skip
    figure = planner.motion.figure
    return Run(planner, plans, joined, figure.place(joined.posture(figure)))


def slip(found: Run) -> float:
    soles, furthest = sole_points(found.planner.motion.figure, found.placed), 0.0
    for s in range(2):
        changes = np.flatnonzero(np.diff(found.poses.contacts[:, s])) + 1
        stances = np.split(np.arange(len(soles)), changes)
        for stance in stances:
            if not found.poses.contacts[stance[0], s]:
                continue
            for end in range(2):
                low = stance[soles[stance, s, end, 2] < ON_GROUND]
                if len(low) > 1:
                    ways = soles[low, s, end, :2] - soles[low[0], s, end, :2]
                    furthest = max(furthest, float(np.linalg.norm(ways, axis=1).max()))
    return furthest


def fastest_joint(found: Run) -> float:
    first, second = (
        PlannedPose(*(getattr(found.poses, part)[cut] for part in
                      ("root_position", "root_orientation", "joints", "contacts")))
        for cut in (slice(None, -1), slice(1, None))
    )  # fmt: skip
    _, angular_velocity, rates = velocities(found.planner.motion.figure, first, second, DT)
    return max(float(np.abs(rates).max()), float(np.abs(angular_velocity).max()))


def root_jerk(found: Run) -> float:
    """The largest acceleration [m/s2] of the pelvis."""
    return float(np.abs(np.diff(found.poses.root_position, n=2, axis=0)).max()) / DT**2


def check_feet_and_poses(found: Run) -> None:
    assert slip(found) < LARGEST_SLIP
    assert fastest_joint(found) < FASTEST_JOINT
    assert root_jerk(found) < 150.0


def test_the_regulator_has_the_gains_of_the_papers_weights() -> None:
    pendulum = Pendulum()
    np.testing.assert_allclose(pendulum.gains, [-173.2, -2188.4, -516.0], atol=0.1)
    poles = np.linalg.eigvals(pendulum.closed_loop[0])
    assert poles.real.max() < -1.0


def test_the_pendulum_falls_as_the_nonlinear_one_does_while_it_leans_little() -> None:
    pendulum, state = Pendulum(), np.array([0.0, 0.5, 0.05, 0.0])  # place, velocity, lean, rate
    A, b = pendulum.step(1e-3)
    exact = state.copy()
    for _ in range(300):
        state = A @ state
        F = -float(pendulum.gains @ exact[1:])
        s, c = np.sin(exact[2]), np.cos(exact[2])
        M, m, g = pendulum.cart, pendulum.bob, 9.81
        along = (F + m * exact[3] ** 2 * s - m * g * s * c) / (M + m * s * s)
        turning = (g * s - along * c) / pendulum.length
        exact = exact + 1e-3 * np.array([exact[1], along, exact[3], turning])
    assert b.shape == (4,)
    np.testing.assert_allclose(state, exact, atol=0.01)


@pytest.mark.parametrize("name", ["run", "skip"])
def test_the_pendulums_end_goes_where_the_center_of_mass_goes(name: str) -> None:
    found = analysis(name)
    assert found.misfit.max() < 0.015
    assert len(found.keys) == 2
    assert found.half_strides.sum() == pytest.approx(found.reference.period)
    np.testing.assert_allclose(found.desired[0, 1], -found.desired[1, 1], atol=0.05)


@pytest.mark.parametrize(
    ("name", "speed"),
    [("run", 1.5), ("run", 3.0), ("run", 5.0), ("skip", 2.2)],
)
def test_wanted_speeds_come_out(name: str, speed: float) -> None:
    planner = RunPlanner(analysis(name), Character.humanoid())
    planner.run_at(speed)
    found = run(planner, [Command(speed)] * 150)
    way = found.placed.com[-1, :2] - found.placed.com[50, :2]
    assert np.linalg.norm(way) / (99 * DT) == pytest.approx(speed, rel=0.02)
    check_feet_and_poses(found)
    assert (~found.poses.contacts.any(axis=1)).mean() > 0.15


@pytest.mark.parametrize(
    "body",
    [Character.preset("child"), Character.humanoid().vary(5, 0.3), Character.preset("robot")],
    ids=["child", "varied", "robot"],
)
def test_bodies_of_other_sizes_turn_as_fast_as_wanted(body: Character) -> None:
    size = body.leg_length / analysis().reference.character.leg_length
    speed, turn_rate = 3.0 * size**0.5, 1.1 / size**0.5
    planner = RunPlanner(analysis(), body, place=(1.0, 2.0), heading=2.5)
    planner.run_at(speed)
    found = run(planner, [Command(speed, turn_rate)] * 200)
    velocity = np.diff(found.placed.com[:, :2], axis=0) / DT
    stride = round(planner.analysis.reference.period * size**0.5 / DT)
    courses = np.unwrap(np.arctan2(velocity[:, 1], velocity[:, 0]))
    assert (courses[-1] - courses[-1 - 2 * stride]) / (2 * stride * DT) == pytest.approx(
        turn_rate, rel=0.15
    )
    assert np.linalg.norm(velocity[-stride:], axis=1).mean() == pytest.approx(speed, rel=0.04)
    # It leans inwards as much as the turn needs: tan = v w / g.
    lean = np.degrees(np.linalg.norm(found.plans[-1].way.states[0, 2]))
    assert lean == pytest.approx(np.degrees(np.arctan(3.0 * 1.1 / 9.81)), abs=6.0)
    check_feet_and_poses(found)


def test_it_speeds_up_from_2_5_to_5() -> None:
    planner = RunPlanner(analysis(), Character.humanoid())
    planner.run_at(2.5)
    found = run(planner, [Command(2.5)] * 25 + [Command(5.0)] * 200)
    way = found.placed.com[-1, :2] - found.placed.com[-51, :2]
    assert np.linalg.norm(way) == pytest.approx(5.0, rel=0.03)
    assert slip(found) < LARGEST_SLIP
    assert fastest_joint(found) < FASTEST_JOINT


@pytest.mark.parametrize("name", ["run", "skip"])
def test_it_starts_from_standing_and_stands_again(name: str) -> None:
    planner = RunPlanner(analysis(name), Character.humanoid(), heading=-1.0)
    found = run(planner, [Command(0.0)] * 10 + [Command(2.0)] * 125 + [Command(0.0)] * 225)
    states = [plan.state for plan in found.plans]
    order = [state for i, state in enumerate(states) if i == 0 or state != states[i - 1]]
    assert order == ["stand", "start", "run", "stop", "stand"]
    assert found.poses.contacts[-1].all()
    assert np.linalg.norm(found.placed.com[-1] - found.placed.com[-25]) < 0.1
    course = found.placed.com[135] - found.placed.com[75]
    assert np.arctan2(course[1], course[0]) == pytest.approx(-1.0, abs=0.05)
    check_feet_and_poses(found)


def test_a_footprint_stays_once_the_foot_is_down() -> None:
    planner = RunPlanner(analysis(), Character.humanoid())
    planner.run_at(3.0)
    found = run(planner, [Command(3.0, 0.5)] * 75)
    for s in range(2):
        places: dict[float, list[np.ndarray]] = {}
        for plan in found.plans:
            before = plan.footprints[s][0]
            places.setdefault(before.touch, []).append(before.place)
        assert all(np.ptp(np.array(stay), axis=0).max() == 0.0 for stay in places.values())


def test_poses_ahead_are_those_that_come() -> None:
    planner = RunPlanner(analysis(), Character.humanoid())
    planner.run_at(3.0)
    plan = run(planner, [Command(3.0)] * 15).plans[-1]
    ahead = plan.poses(np.array([0.04]))
    later = run(planner, [Command(3.0)] * 2).plans[-1].poses(np.array([0.0]))
    np.testing.assert_allclose(ahead.root_position, later.root_position, atol=0.005)
    np.testing.assert_allclose(ahead.joints, later.joints, atol=0.05)


def test_a_push_is_answered_by_a_step_to_that_side() -> None:
    prints = []
    for push in (0.0, 0.6):
        planner = RunPlanner(analysis(), Character.humanoid())
        planner.run_at(3.0)
        plan = run(planner, [Command(3.0)] * 15).plans[-1]
        believed = replace(estimate_of(planner, plan), cart_velocity=np.array([3.0, push]))
        planner.step(DT, Command(3.0), believed)
        found = run(planner, [Command(3.0)] * 150)
        prints.append([plan.footprints[0][0].place[1] for plan in found.plans])
        sideways = found.placed.com[-1, 1] - found.placed.com[-1 - 36, 1]
        assert abs(sideways) < 0.05  # it runs straight ahead again
    assert max(np.subtract(prints[1], prints[0])) > 0.1


def estimate_of(planner: RunPlanner, plan: Plan) -> Estimate:
    """What is estimated of a body that is in the planned pose and moves as planned."""
    figure = planner.motion.figure
    placed = figure.place(plan.poses(np.array([0.0, 0.002])).posture(figure))
    velocity = (placed.com[1] - placed.com[0]) / 0.002
    estimator = StateEstimator(planner.motion)
    points = upper_points(figure, placed)[0]
    return estimator.estimate(points, placed.com[0], velocity, plan.phase, DT)


@pytest.mark.parametrize("heading", [0.0, 2.0, -2.8])
def test_the_state_of_a_planned_pose_is_found_again(heading: float) -> None:
    planner = RunPlanner(analysis(), Character.humanoid().vary(2, 0.2), heading=heading)
    planner.run_at(3.0)
    plan = run(planner, [Command(3.0)] * 12).plans[-1]
    found, meant = estimate_of(planner, plan), plan.way.states[0]
    size = planner.size
    np.testing.assert_allclose(found.cart, size * meant[0], atol=0.03)
    np.testing.assert_allclose(found.lean, meant[2], atol=np.radians(1.0))
    assert found.heading == pytest.approx(heading, abs=0.02)


def test_clouds_of_points_are_laid_on_each_other() -> None:
    random = np.random.default_rng(0)
    cloud = random.normal(size=(12, 3))
    turn = np.linalg.qr(random.normal(size=(3, 3)))[0]
    turn *= np.sign(np.linalg.det(turn))
    moved = cloud @ turn.T + [3.0, -1.0, 2.0]
    np.testing.assert_allclose(best_turn(cloud, moved), turn, atol=1e-12)


def test_support_feet_push_against_the_carts_force() -> None:
    planner = RunPlanner(analysis(), Character.humanoid())
    planner.run_at(3.0)
    faster = run(planner, [Command(3.0)] * 10 + [Command(5.0)] * 12).plans[-1]
    plain, pushing = (faster.poses(np.linspace(0.0, 0.2, 9), tilt=tilt) for tilt in (False, True))
    changed = np.abs(plain.joints - pushing.joints).max(axis=1) > 1e-6
    assert changed.any()
    assert not changed[~plain.contacts.any(axis=1)].any()


def test_runs_of_a_cycle_close_over_its_end() -> None:
    flags = np.array([True, False, False, True, True])
    assert [run.tolist() for run in runs_of(flags)] == [[3, 4, 0]]
