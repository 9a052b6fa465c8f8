"""A limp part keeps no torque of its muscles while it is limp, and gets it back."""

from __future__ import annotations

import numpy as np
import pytest

from footfall import Character, Cue, Performer, Shot, simulate
from footfall.base.errors import InvalidInput
from footfall.shots.take import Performance

HUMAN = Character.humanoid()
WALK = Cue("walk", speed=1.2)


def performed(*cues: Cue, duration: float, record: tuple[str, ...] = ()) -> Performance:
    shot = Shot([Performer(HUMAN, cues)], duration=duration, frame_rate=100.0)
    return simulate(shot, record=record).performances[0]


def test_a_limp_arm_hangs_and_the_body_walks_on() -> None:
    limp = Cue("limp", start=1.0, parts="left_arm", duration=1.0)
    walk = performed(WALK, limp, duration=3.0, record=("torques",))
    assert walk.fell_at is None and walk.root_position[-1, 0] > 2.5
    assert walk.joint_torques is not None
    size = np.linalg.norm(walk.joint_torques, axis=2)
    elbow = size[:, walk.joint_names.index("elbow.L")]
    other = size[:, walk.joint_names.index("elbow.R")]
    assert elbow[105:195].mean() < 0.2 * other[105:195].mean()  # what a joint at rest resists with
    assert elbow[210:].mean() > 0.5 * other[210:].mean()


def test_a_body_whose_legs_go_limp_sinks_down() -> None:
    body = performed(Cue("stand"), Cue("limp", start=0.5, parts="legs", duration=2.0), duration=2.0)
    assert body.fell_at is not None and body.fell_at > 0.5
    assert body.root_position[-1, 2] < 0.4


def test_a_limp_body_is_not_at_rest_before_it_has_its_strength_back() -> None:
    falls = performed(Cue("fall"), Cue("limp", duration=4.0), duration=5.0)
    (at_rest,) = [time for time, name in falls.events if name == "at_rest"]
    alone = performed(Cue("fall"), duration=5.0)
    (usual,) = [time for time, name in alone.events if name == "at_rest"]
    assert usual < 4.0 <= at_rest


def test_full_tone_changes_nothing() -> None:
    plain = performed(WALK, duration=1.5)
    firm = performed(WALK, Cue("limp", start=0.5, tone=1.0, duration=0.5), duration=1.5)
    assert np.array_equal(firm.segment_positions, plain.segment_positions)


def test_an_unknown_part_is_refused() -> None:
    with pytest.raises(InvalidInput, match="left_foot"):
        performed(Cue("stand"), Cue("limp", parts="left_foot"), duration=1.0)


def test_four_legs_are_refused() -> None:
    with pytest.raises(InvalidInput, match="quadruped cannot limp"):
        simulate(Shot([Performer(Character.quadruped(), [Cue("limp")])], duration=1.0))
