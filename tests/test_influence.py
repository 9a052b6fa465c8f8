"""A motion is the artist's keys where its influence is 0, and the simulation's where it is 1."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pytest
from numpy.typing import NDArray

from footfall import Character
from footfall.motion.joint_numbers import about
from footfall.retarget.body_motion import BodyMotion
from footfall.retarget.ground_path import path_below
from footfall.retarget.influence import blend_into_keys, corrected_by
from footfall.retarget.segment_motion import SegmentMotion

Array = NDArray[np.float64]
BODY = Character.humanoid()
NAMES = BODY.segment_names
FRAMES = 5


def moving(bends: Mapping[str, float], height: float) -> BodyMotion:
    """A body that moves forwards, with some joints bent about the axis to the left [rad]."""
    segments: dict[str, SegmentMotion] = {}
    for segment in BODY.segments:
        turn = about(1, np.full(FRAMES, bends.get(segment.name, 0.0)))
        origin = np.column_stack(
            [np.linspace(0.0, 1.0, FRAMES), np.zeros(FRAMES), np.full(FRAMES, height)]
        )
        if segment.parent:
            carrier = segments[segment.parent]
            turn = carrier.axes @ turn
            origin = carrier.origin + carrier.axes @ np.array(segment.offset)
        segments[segment.name] = SegmentMotion(turn, origin)
    path = path_below(segments["pelvis"], 30.0)
    return BodyMotion(30.0, segments, path, np.zeros((FRAMES, 2), dtype=bool), [np.empty(0)] * 2)


SIMULATED = moving({"pelvis": 0.2, "torso": 0.5, "lower_arm.L": -1.0}, 0.8)
KEYED = moving({"pelvis": -0.4, "torso": 0.1, "lower_arm.L": -0.2}, 1.0)


def blended(shares: Mapping[str, Array] | Array, leaves_out: tuple[str, ...] = ()) -> BodyMotion:
    if not isinstance(shares, Mapping):
        shares = dict.fromkeys(NAMES, shares)
    keyed = {n: s.axes for n, s in KEYED.segments.items() if n not in leaves_out}
    return blend_into_keys(SIMULATED, BODY, keyed, KEYED.segments["pelvis"].origin, shares)


def bend(motion: BodyMotion, name: str) -> Array:
    """(frames,) of a joint about the axis to the left [rad]."""
    own, parent = motion.segments[name].axes, BODY.segment(name).parent
    inside = np.swapaxes(motion.segments[parent].axes, 1, 2) @ own if parent else own
    return np.arctan2(inside[:, 0, 2], inside[:, 0, 0])


def test_influence_keyed_over_time_goes_from_the_keys_to_the_simulation() -> None:
    motion = blended(np.array([0.0, 0.0, 0.5, 1.0, 1.0]))
    for name in NAMES:
        own = motion.segments[name]
        keyed, simulated = KEYED.segments[name], SIMULATED.segments[name]
        assert np.allclose(own.axes[:2], keyed.axes[:2], atol=1e-12)
        assert np.allclose(own.origin[:2], keyed.origin[:2], atol=1e-12)
        assert np.array_equal(own.axes[3:], simulated.axes[3:])
        assert np.array_equal(own.origin[3:], simulated.origin[3:])
    assert bend(motion, "torso")[2] == pytest.approx(0.3)
    assert bend(motion, "pelvis")[2] == pytest.approx(-0.1)
    assert motion.segments["pelvis"].origin[2, 2] == pytest.approx(0.9)


def test_a_kept_arm_has_its_keyed_joints_on_the_simulated_body() -> None:
    none, all_of_it = np.zeros(FRAMES), np.ones(FRAMES)
    arm = ("upper_arm.L", "lower_arm.L", "hand.L")
    motion = blended({name: none if name in arm else all_of_it for name in NAMES})
    assert np.allclose(bend(motion, "lower_arm.L"), -0.2)
    for name in set(NAMES) - set(arm):
        assert np.array_equal(motion.segments[name].axes, SIMULATED.segments[name].axes)
    assert np.allclose(
        motion.segments["upper_arm.L"].origin, SIMULATED.segments["upper_arm.L"].origin
    )


def test_joints_that_the_keys_do_not_have_stay_simulated() -> None:
    motion = blended(np.zeros(FRAMES), leaves_out=("lower_arm.L", "hand.L"))
    assert np.allclose(bend(motion, "lower_arm.L"), -1.0)
    assert np.allclose(bend(motion, "torso"), 0.1)


def test_feet_are_corrected_only_as_far_as_they_are_simulated() -> None:
    raised = {
        name: SegmentMotion(s.axes, s.origin + [0.0, 0.0, 0.1])
        for name, s in SIMULATED.segments.items()
    }
    corrected = BodyMotion(30.0, raised, SIMULATED.path, SIMULATED.contacts, [])
    shares = dict.fromkeys(NAMES, np.array([0.0, 0.25, 0.5, 0.75, 1.0]))
    motion = corrected_by(SIMULATED, corrected, shares)
    rise = motion.segments["foot.L"].origin - SIMULATED.segments["foot.L"].origin
    assert np.allclose(rise[:, 2], [0.0, 0.025, 0.05, 0.075, 0.1])
