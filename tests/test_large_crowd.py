"""Many performers in one world, who act at every second time step where nothing happens."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from footfall import Character, Cue, Performer, Push, Shot, Take, simulate

BODY = Character.humanoid()
CROWD = 8  # members
APART = 3.0  # [m]
GRAVITY = 9.81  # [m/s2]
SPEED = 0.8  # [m/s]
BLOW = Push(0, "torso", time=1.0, duration=0.1, force=(300.0, 0.0, 0.0))


def beside_each_other(cue: Cue, count: int = CROWD, **settings: Any) -> Shot:
    performers = [Performer(BODY, [cue], position=(0.0, APART * i)) for i in range(count)]
    return Shot(performers, performers_collide=True, **settings)


@pytest.fixture(scope="module")
def walked() -> Take:
    """The first one is pushed."""
    shot = beside_each_other(Cue("walk", speed=SPEED), duration=3.0, frame_rate=50.0, pushes=[BLOW])
    return simulate(shot, record=("contact_forces", "momentum"))


def test_a_large_crowd_walks_as_far_as_one_alone(walked: Take) -> None:
    one = simulate(beside_each_other(Cue("walk", speed=SPEED), count=1, duration=3.0))
    alone = one.performances[0].root_position[-1, 0]
    for performance in walked.performances[1:]:
        assert performance.root_position[-1, 0] == pytest.approx(alone, abs=0.08)


def test_a_performer_pushed_in_a_large_crowd_stays_on_its_feet(walked: Take) -> None:
    assert [performance.fell_at for performance in walked.performances] == [None] * CROWD
    after = np.argmax(walked.times > BLOW.time + BLOW.duration)
    pushed, *others = (performance.momentum[after, 0] for performance in walked.performances)
    assert pushed > max(others) + 0.5 * BLOW.force[0] * BLOW.duration  # [N s]: the feet take some
    assert walked.performances[0].root_position[-1, 2] > 0.9 * BODY.standing_height_of_root


def test_contacts_and_gravity_are_all_that_moves_a_member(walked: Take) -> None:
    weight = BODY.mass * GRAVITY
    for performance in walked.performances[1:]:
        forces, momentum = performance.contact_forces, performance.momentum
        assert forces is not None and momentum is not None
        pushed = forces[1:].sum(axis=1) + (0.0, 0.0, -weight)
        gained = np.diff(momentum[:, :3], axis=0) / np.diff(walked.times)[:, None]
        assert np.sqrt(np.mean((gained - pushed) ** 2)) < 0.01 * weight


def test_what_is_recorded_leaves_the_motion_as_it_is() -> None:
    shot = beside_each_other(Cue("walk", speed=SPEED), duration=0.4)
    plain, recorded = simulate(shot), simulate(shot, record=("torques", "momentum"))
    for one, other in zip(plain.performances, recorded.performances, strict=True):
        assert np.array_equal(one.segment_positions, other.segment_positions)


def test_a_performer_that_falls_in_a_large_crowd_falls_as_alone() -> None:
    alone, beside = (
        simulate(beside_each_other(Cue("fall"), count=count, duration=0.5)).performances[0]
        for count in (1, CROWD)
    )
    assert np.array_equal(alone.segment_positions, beside.segment_positions)
