"""A body that falls gives way, protects itself as far as asked, and comes to rest."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from footfall import Character, Cue, Performer, Push, Shot, Take, simulate
from footfall.base.rotations import (
    matrices_from_quaternions,
    matrices_from_rotation_vectors,
    rotation_angles,
)
from footfall.controllers.balance.compliant_fall import compliant_actuators, make_compliant
from footfall.evaluation.applied_torques import Watched, simulate_watched
from footfall.simulation.body import (
    FIXED,
    POSITION_SIZES,
    ROOT,
    SPHERICAL,
    VELOCITY_SIZES,
    Body,
    make_body,
    make_motion,
)
from footfall.skills.coming_to_rest import ComingToRest
from footfall.skills.fall import _detour, _turn_of_arm

HUMAN = Character.humanoid()
LETS_GO = 0.3  # [s]
PUSHES = (400.0, 600.0, 800.0)  # [N], forwards
SIDES = (45.0, 90.0, 180.0)  # of a push, from ahead to the left [degrees]
GRAVITY, FRAME_RATE = 9.81, 60.0
TIME_STEP = 0.001  # [s]
RANDOM = np.random.default_rng(0)


def fall_shot(force: tuple[float, float, float], protect: float, duration: float = 5.0) -> Shot:
    """A standing performer that is pushed and gives way."""
    cues = [Cue("stand"), Cue("fall", start=LETS_GO, protect=protect)]
    push = Push(0, "torso", time=0.25, duration=0.1, force=force)
    return Shot([Performer(HUMAN, cues)], pushes=[push], duration=duration)


def fallen(force: tuple[float, float, float], protect: float, duration: float = 5.0) -> Take:
    return simulate(fall_shot(force, protect, duration), record=("contact_forces", "momentum"))


@pytest.fixture(scope="module")
def watched_fall() -> Watched:
    """A fall forwards."""
    return simulate_watched(fall_shot((300.0, 0.0, 0.0), protect=1.0))


@pytest.fixture(scope="module")
def forwards(watched_fall: Watched) -> Take:
    return watched_fall.take


@pytest.fixture(scope="module")
def limp() -> Take:
    return fallen((300.0, 0.0, 0.0), protect=0.0)


def when(take: Take, event: str) -> float:
    return next(time for time, name in take.performances[0].events if name == event)


def peak(take: Take, *segments: str) -> float:
    """Largest vertical force on some segments in one frame [N]."""
    performance = take.performances[0]
    assert performance.contact_forces is not None
    chosen = [performance.segment_names.index(name) for name in segments]
    return float(performance.contact_forces[:, chosen, 2].sum(axis=1).max())


def first_bears(take: Take, *parts: str) -> float:
    """When segments of some names first bear more than a touch [s]; infinite: never."""
    performance = take.performances[0]
    assert performance.contact_forces is not None
    chosen = [name.partition(".")[0] in parts for name in performance.segment_names]
    bears = (performance.contact_forces[:, chosen, 2] > 20.0).any(axis=1)
    return float(take.times[bears.argmax()]) if bears.any() else np.inf


@pytest.mark.parametrize("kind", ["forwards", "limp"])
def test_it_falls_and_comes_to_rest(kind: str, request: pytest.FixtureRequest) -> None:
    take = request.getfixturevalue(kind)
    performance = take.performances[0]
    assert performance.fell_at is None  # the cue means to fall
    assert LETS_GO < when(take, "fell") < when(take, "at_rest") < 5.0
    assert performance.center_of_mass[-1, 2] < 0.25


def test_at_rest_the_body_lies_still_but_for_what_is_limp(forwards: Take) -> None:
    frame = int(np.searchsorted(forwards.times, when(forwards, "at_rest"))) - 1
    performance = forwards.performances[0]
    com, positions = performance.center_of_mass, performance.segment_positions
    assert np.linalg.norm(com[frame] - com[frame - 12]) / 0.2 < 0.1
    speeds = np.linalg.norm(positions[frame] - positions[frame - 12], axis=1) / 0.2
    pelvis, torso = (performance.segment_names.index(name) for name in ("pelvis", "torso"))
    assert speeds[pelvis] < 0.1 and np.median(speeds) < 0.1
    assert speeds[torso] < 0.3  # which sinks from its arched pose as it relaxes


def test_hands_reach_the_ground_before_the_head(forwards: Take) -> None:
    performance = forwards.performances[0]
    assert performance.contact_forces is not None
    names = performance.segment_names
    bears = performance.contact_forces[:, :, 2] > 20.0
    hands = bears[:, [names.index("hand.L"), names.index("hand.R")]].any(axis=1)
    assert hands.argmax() < bears[:, names.index("head")].argmax()


def test_protection_spares_the_head_forwards() -> None:
    def mean_peak(protect: float) -> float:
        falls = [fallen((force, 0.0, 0.0), protect, duration=2.5) for force in PUSHES]
        return float(np.mean([peak(fall, "head") for fall in falls]))

    assert mean_peak(1.0) < 0.25 * mean_peak(0.0)


def test_from_all_sides_a_limb_lands_before_the_head_which_bears_less_than_limp() -> None:
    peaks = []
    for side in np.radians(SIDES):
        force = (700.0 * np.cos(side), 700.0 * np.sin(side), 0.0)
        protected, limp = (fallen(force, protect, duration=2.0) for protect in (1.0, 0.0))
        peaks.append([peak(take, "head") for take in (protected, limp)])
        assert first_bears(protected, "hand", "lower_arm", "lower_leg") < first_bears(
            protected, "head"
        )
    median = np.median(peaks, axis=0)
    assert median[0] < 0.5 * median[1], peaks


def test_no_hidden_force_acts_on_a_fall(forwards: Take) -> None:
    performance = forwards.performances[0]
    assert performance.momentum is not None and performance.contact_forces is not None
    weight = np.array([0.0, 0.0, -HUMAN.mass * GRAVITY])
    given = np.cumsum(performance.contact_forces.sum(axis=1) + weight, axis=0) / FRAME_RATE
    missing = performance.momentum[:, :3] - given
    # Over a tenth of a second: a frame may end within the millisecond of an impact.
    rates = np.diff(missing[forwards.times > 0.4][::6], axis=0) * FRAME_RATE / 6
    assert np.sqrt((rates**2).mean()) < 0.02 * HUMAN.mass * GRAVITY


def test_the_engine_is_given_no_torque_beyond_a_limit_about_any_axis(watched_fall: Watched) -> None:
    shares = watched_fall.shares
    assert 0.5 < max(shares.values()) <= 1.0, shares


def test_a_pose_moves_with_bounded_speed_and_acceleration_wherever_its_goal_goes() -> None:
    body, record = make_body(HUMAN)
    motion, state = make_motion(len(body.mass))
    motion.rotation[:] = matrices_from_rotation_vectors(RANDOM.normal(size=(len(body.mass), 3)))
    motion.angular_velocity[:] = 30.0 * RANDOM.normal(size=motion.angular_velocity.shape)
    compliant = make_compliant(body, TIME_STEP)
    compliant["stiffness_scale"] = 1.0
    count = body.velocity_index[-1] + 1
    most, before = float(compliant["quickness"][0]), None
    for step in range(1000):
        if step % 20 == 0:  # goals leap as often as a fall looks where it goes
            for kind, at in zip(body.joint_type, body.position_index, strict=True):
                turn = RANDOM.normal(size=4)
                if kind == SPHERICAL:
                    compliant["goal"][0, at : at + 4] = turn / np.linalg.norm(turn)
                elif kind != ROOT and kind != FIXED:
                    compliant["goal"][0, at : at + POSITION_SIZES[kind]] = turn[0]
        compliant_actuators(record, state, compliant)
        rates = _by_joint(body, compliant["rates"][0, :count])
        assert max(np.linalg.norm(rate) for rate in rates) < most * 1.001
        if before is not None:
            changes = [
                np.linalg.norm(a - b) / TIME_STEP for a, b in zip(rates, before, strict=True)
            ]
            assert max(changes) < most**2 * 1.001
        before = rates


def test_the_pose_of_a_fall_begins_as_the_body_is() -> None:
    """A body that gives way with its own pose as the goal feels no pull."""
    body, record = make_body(HUMAN)
    motion, state = make_motion(len(body.mass))
    motion.rotation[:] = matrices_from_rotation_vectors(0.2 * RANDOM.normal(size=(1, 3)))
    compliant = make_compliant(body, TIME_STEP)
    compliant["stiffness_scale"] = 1.0
    for kind, at in zip(body.joint_type, body.position_index, strict=True):
        if kind == SPHERICAL:  # far from the goal: what is felt at first is only its way to there
            compliant["goal"][0, at : at + 4] = (0.0, 1.0, 0.0, 0.0)
    torques = compliant_actuators(record, state, compliant)
    gained = compliant["quickness"][0] ** 2 * TIME_STEP
    leading = 2.0 * np.sqrt(body.stiffness * body.subtree_inertia.max(axis=1))
    assert np.abs(torques).max() < 1.5 * gained * leading.max()


def _by_joint(body: Body, flat: NDArray[np.float64]) -> list[NDArray[np.float64]]:
    """The rates of each joint: an axis of a hinge or of a universal joint is one by itself."""
    found = []
    for kind, at in zip(body.joint_type, body.velocity_index, strict=True):
        size = VELOCITY_SIZES[kind]
        found += (
            [flat[at : at + 3]] if kind == SPHERICAL else [flat[at + k :][:1] for k in range(size)]
        )
    return [rate.copy() for rate in found]


def test_an_arm_that_passes_overhead_turns_as_far_as_its_way() -> None:
    angles = np.linspace(0.0, 2.0 * np.pi, 361)
    circle = np.stack([0.05 * np.cos(angles), 0.05 * np.sin(angles), np.ones_like(angles)], axis=1)
    for out in (1.0, -1.0):
        turns = np.array([_turn_of_arm(way, out) for way in circle])
        assert rotation_angles(turns[1:], turns[:-1]).max() < np.radians(0.5)
        hanging = np.array([0.0, 0.0, -1.0])
        reached = matrices_from_quaternions(turns) @ hanging
        straight = circle / np.linalg.norm(circle, axis=1, keepdims=True)
        assert np.abs(reached - straight).max() < 1e-9


def test_an_arm_behind_the_back_reaches_the_other_side_by_way_of_the_front() -> None:
    behind = np.array([-1.0, 0.0, 0.0])
    for out in (1.0, -1.0):
        for inward in (0.0, 0.2, 0.4):
            now = np.array([-0.8, -inward * out, -0.4])
            now /= np.linalg.norm(now)
            goal, start = -now, now
            for _ in range(400):
                assert now @ behind < start @ behind + 1e-9
                way = _detour(now, goal, out)
                now = now + 0.02 * (way / np.linalg.norm(way) - now)
                now /= np.linalg.norm(now)
            assert now @ goal > np.cos(np.radians(5.0))


@pytest.mark.parametrize(("hand", "hips", "rests"), [(0.3, 0.0, True), (0.3, 0.3, False)])
def test_a_body_rests_whose_hand_trembles_and_not_one_that_slides(
    hand: float, hips: float, rests: bool
) -> None:
    motion, _ = make_motion(3)
    motion.load[0] = 100.0
    motion.velocity[2], motion.com_velocity[:] = hand, hips
    rest = ComingToRest([1], 100.0)
    told = [event for _ in range(round(3.0 / 0.02)) for event in rest.look(motion, 0.02)]
    assert told == (["fell", "at_rest"] if rests else ["fell"])
