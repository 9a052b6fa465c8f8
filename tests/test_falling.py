"""A body that falls gives way, protects itself as far as asked, and comes to rest."""

from __future__ import annotations

import numpy as np
import pytest

from footfall import Character, Cue, Performer, Push, Shot, Take, simulate

HUMAN = Character.humanoid()
LETS_GO = 0.3  # [s]
PUSHES = (400.0, 600.0, 800.0)  # [N], forwards
GRAVITY, FRAME_RATE = 9.81, 60.0


def fallen(force: tuple[float, float, float], protect: float) -> Take:
    """A stander that is pushed and lets go."""
    cues = [Cue("stand"), Cue("fall", start=LETS_GO, protect=protect)]
    push = Push(0, "torso", time=0.25, duration=0.1, force=force)
    shot = Shot([Performer(HUMAN, cues)], pushes=[push], duration=5.0)
    return simulate(shot, record=("contact_forces", "torques", "momentum"))


@pytest.fixture(scope="module")
def forwards() -> Take:
    return fallen((300.0, 0.0, 0.0), protect=1.0)


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


@pytest.mark.parametrize("kind", ["forwards", "limp"])
def test_it_falls_and_comes_to_rest(kind: str, request: pytest.FixtureRequest) -> None:
    take = request.getfixturevalue(kind)
    performance = take.performances[0]
    assert performance.fell_at is None  # it means to
    assert LETS_GO < when(take, "fell") < when(take, "at_rest") < 5.0
    assert performance.center_of_mass[-1, 2] < 0.25


def test_at_rest_every_segment_is_slow(forwards: Take) -> None:
    frame = int(np.searchsorted(forwards.times, when(forwards, "at_rest"))) - 1
    positions = forwards.performances[0].segment_positions
    speeds = np.linalg.norm(positions[frame] - positions[frame - 12], axis=1) / 0.2
    assert speeds.max() < 0.1


def test_hands_reach_the_ground_before_the_head(forwards: Take) -> None:
    performance = forwards.performances[0]
    assert performance.contact_forces is not None
    names = performance.segment_names
    bears = performance.contact_forces[:, :, 2] > 20.0
    hands = bears[:, [names.index("hand.L"), names.index("hand.R")]].any(axis=1)
    assert hands.argmax() < bears[:, names.index("head")].argmax()


def test_protection_spares_the_head() -> None:
    protected, limp = (
        np.mean([peak(fallen((force, 0.0, 0.0), protect), "head") for force in PUSHES])
        for protect in (1.0, 0.0)
    )
    assert protected < 0.6 * limp


def test_no_hidden_force_acts_on_a_fall(forwards: Take) -> None:
    performance = forwards.performances[0]
    assert performance.momentum is not None and performance.contact_forces is not None
    weight = np.array([0.0, 0.0, -HUMAN.mass * GRAVITY])
    given = np.cumsum(performance.contact_forces.sum(axis=1) + weight, axis=0) / FRAME_RATE
    missing = performance.momentum[:, :3] - given
    # Over a tenth of a second: a frame may end within the millisecond of an impact.
    rates = np.diff(missing[forwards.times > 0.4][::6], axis=0) * FRAME_RATE / 6
    assert np.sqrt((rates**2).mean()) < 0.02 * HUMAN.mass * GRAVITY


def test_joints_stay_within_their_torque_limits(forwards: Take) -> None:
    torques = forwards.performances[0].joint_torques
    assert torques is not None
    limits = np.array([s.joint.torque_limit for s in HUMAN.segments[1:]])
    assert (np.abs(torques) <= np.sqrt(3.0) * limits[None, :, None] + 1e-6).all()
