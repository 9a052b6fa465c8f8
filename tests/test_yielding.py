"""Parts of a body that performs a clip yield as their stiffness says, down to limp ones."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from footfall import Character, Cue, Performance, Performer, Push, Shot, Take, simulate
from footfall.base.rotations import matrices_from_quaternions
from footfall.catalogue.performing import PARTS, part_of, stiffness_parameter
from footfall.controllers.performing.yielding import RESISTANCE

from .standing_clip import standing_clip

Array = NDArray[np.float64]
BODY = Character.humanoid()
RAISED = {"lower_arm.L": -1.5, "hand.L": -1.5}  # the left forearm forwards [rad]
RATE = 250.0


def stand(seconds: float, pushes: tuple[Push, ...] = (), **parameters: Any) -> Take:
    """A take of a body that stands with a raised forearm."""
    clip = standing_clip(BODY, seconds + 0.1, RAISED)
    cue = Cue("perform", clip=clip, plan="perform alone", **parameters)
    shot = Shot([Performer(BODY, [cue])], duration=seconds, frame_rate=RATE, pushes=list(pushes))
    return simulate(shot, record=("torques",))


def turns_of(performance: Performance, name: str, parent: str) -> Array:
    """(frames, 3, 3) of a segment in another one."""
    names = list(performance.segment_names)
    own, above = (
        matrices_from_quaternions(performance.segment_orientations[:, names.index(segment)])
        for segment in (name, parent)
    )
    inside: Array = np.swapaxes(above, 1, 2) @ own
    return inside


def elbow(performance: Performance) -> Array:
    """(frames,) angle of the left elbow [rad]."""
    turns = turns_of(performance, "lower_arm.L", "upper_arm.L")
    return np.arctan2(-turns[:, 2, 0], turns[:, 0, 0])


def torques_of(performance: Performance, joint: str) -> Array:
    found: Array = performance.joint_torques[:, list(performance.joint_names).index(joint)]
    return found


def test_a_limp_forearm_swings_and_nothing_but_its_resistance_turns_it() -> None:
    performance = stand(0.9, stiffness_left_arm=0.0).performances[0]
    angle = elbow(performance)
    rate = np.gradient(angle, 1.0 / RATE)
    joint = BODY.segment("lower_arm.L").joint
    low, high = joint.limits[1]
    is_free = (angle > low + 0.2) & (angle < high - 0.2)
    resisting = RESISTANCE * joint.damping * np.abs(rate)
    torques = torques_of(performance, "elbow.L")
    assert np.abs(rate[is_free]).max() > 2.0
    size = np.linalg.norm(torques[is_free], axis=1)
    assert (size < resisting[is_free] + 0.05 * resisting.max()).all()
    assert angle[0] < -1.3
    assert angle.max() > -0.3  # it falls from level to hanging down


def test_a_stiff_forearm_stays_where_the_clip_has_it() -> None:
    angle = elbow(stand(0.5).performances[0])
    assert np.ptp(angle) < 0.15


def test_keyed_stiffness_is_limp_only_where_it_is_keyed_so() -> None:
    keys = [(0.0, 1.0), (0.3, 1.0), (0.32, 0.0), (0.62, 0.0), (0.64, 1.0)]
    angle = elbow(stand(1.2, stiffness_left_arm=keys).performances[0])
    stiff = angle[: round(0.3 * RATE)]
    assert np.ptp(stiff) < 0.15
    assert angle.max() > stiff.mean() + 0.6
    assert abs(angle[-1] - stiff.mean()) < 0.15


def test_a_less_stiff_trunk_that_is_hit_turns_further_and_comes_back() -> None:
    """The pelvis is pushed the other way, so that the legs need not catch the body."""
    furthest, left = np.zeros(2), np.zeros(2)
    for force in (200.0, -200.0):
        pushes = tuple(
            Push(0, segment, 0.2, 0.1, (0.0, sign * force, 0.0))
            for segment, sign in (("torso", 1.0), ("pelvis", -1.0))
        )
        for i, stiffness in enumerate((1.0, 0.2)):
            performance = stand(1.2, pushes, stiffness_trunk=stiffness).performances[0]
            turns = turns_of(performance, "torso", "pelvis")
            roll = np.arctan2(turns[:, 2, 1], turns[:, 2, 2])
            roll -= roll[round(0.2 * RATE)]
            furthest[i] += np.abs(roll).max()
            left[i] += abs(roll[-1])
    assert furthest[1] > 2.0 * furthest[0]
    assert left[1] < 0.4 * furthest[1]


def test_a_body_that_is_keyed_limp_sinks_and_has_fallen_once_it_is_stiff_again() -> None:
    keys = [(0.0, 1.0), (0.1, 1.0), (0.12, 0.0), (1.2, 0.0), (1.22, 1.0)]
    take = stand(1.5, stiffness=keys)
    performance = take.performances[0]
    lying = performance.root_position[round(1.2 * RATE), 2]
    assert lying < 0.4 * BODY.standing_height_of_root
    assert performance.fell_at is not None
    assert 1.19 < performance.fell_at < 1.3


def test_stiffness_of_one_changes_nothing() -> None:
    keyed = {stiffness_parameter(part): [(0.0, 1.0), (0.2, 1.0)] for part in ("", *PARTS)}
    plain, same = stand(0.2), stand(0.2, **keyed)
    for name in ("root_position", "segment_orientations", "joint_torques"):
        one, other = (getattr(take.performances[0], name) for take in (plain, same))
        assert np.array_equal(one, other)


@pytest.mark.parametrize("segment", BODY.segment_names)
def test_every_segment_but_the_pelvis_belongs_to_a_part(segment: str) -> None:
    assert (part_of(segment) in PARTS) == (segment != "pelvis")
