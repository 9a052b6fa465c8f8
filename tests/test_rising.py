"""A stander that was pushed over gets up by its own forces, as a plan tells."""

from __future__ import annotations

import numpy as np
import pytest

from footfall import Cue, Performer, Shot, Take, simulate
from footfall.benchmarks.cases import human
from footfall.benchmarks.rising import FRAME_RATE, GRAVITY, LIES_AT, Case, shot_of
from footfall.errors import InvalidInput

HUMAN = human()
PUSHED = Case(body=-1, seed=12, dropped=False)
PLAN = "1 2 0"  # of its rolling; all else is done in the usual way


@pytest.fixture(scope="module")
def take() -> Take:
    shot = shot_of(PUSHED, HUMAN)
    shot.performers[0].cues[-1].parameters["plan"] = PLAN
    return simulate(shot, record=("contact_forces", "torques", "momentum"))


def test_it_stands_at_the_end(take: Take) -> None:
    performance = take.performances[0]
    assert "on_feet" in [name for _, name in performance.events]
    assert performance.root_position[-1, 2] > 0.85 * HUMAN.standing_height_of_root
    assert performance.foot_contacts[-50:].all()


def test_the_take_tells_the_plan(take: Take) -> None:
    assert (LIES_AT, "plan " + PLAN) in take.performances[0].events


def test_no_hidden_force_lifts_it(take: Take) -> None:
    performance = take.performances[0]
    assert performance.momentum is not None and performance.contact_forces is not None
    gained = np.diff(performance.momentum[:, :3], axis=0) * FRAME_RATE
    given = performance.contact_forces.sum(axis=1)[1:] + [0.0, 0.0, -HUMAN.mass * GRAVITY]
    rising = take.times[1:] > LIES_AT
    missing = np.sqrt((((gained - given)[rising]) ** 2).sum(axis=1).mean())
    assert missing < 0.02 * HUMAN.mass * GRAVITY


def test_joints_stay_within_their_torque_limits(take: Take) -> None:
    torques = take.performances[0].joint_torques
    assert torques is not None
    limits = np.array([s.joint.torque_limit for s in HUMAN.segments[1:]])
    assert (np.abs(torques) <= np.sqrt(3.0) * limits[None, :, None] + 1e-6).all()


def test_it_is_not_violent(take: Take) -> None:
    forces = take.performances[0].contact_forces
    assert forces is not None
    total = np.linalg.norm(forces[take.times > LIES_AT].sum(axis=1), axis=1)
    assert total.max() < 4.0 * HUMAN.mass * GRAVITY


def test_a_plan_that_is_no_plan_is_refused() -> None:
    with pytest.raises(InvalidInput, match="A plan to get up must be whole numbers"):
        simulate(Shot([Performer(HUMAN, [Cue("get_up", plan="by magic")])], duration=0.1))
