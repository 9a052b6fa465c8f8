"""What an Action shows becomes a clip: its first frame may be a rest pose, which is left out."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("bpy")

from footfall.base.rotations import quaternions_from_axis_angles
from footfall.motion.performing.clip import PerformedClip
from footfall.rigs.blender.performed_clip import begins_in_rest_pose


def arm_at(angles: np.ndarray) -> PerformedClip:
    """A clip of a body whose arm has these angles [rad]."""
    values = np.column_stack([angles, np.tile([0.0, 1.0, 0.0], (len(angles), 1))])
    turns = {"upper_arm.L": quaternions_from_axis_angles(values)}
    return PerformedClip("clip", 30.0, 0.9, np.zeros((len(angles), 3)), turns)


def test_a_rest_pose_before_the_motion_is_found() -> None:
    motion = 0.3 * np.sin(np.arange(20) / 3.0)
    assert begins_in_rest_pose(arm_at(np.concatenate([[1.5], motion])))
    assert not begins_in_rest_pose(arm_at(motion))


def test_a_fast_begin_is_no_rest_pose() -> None:
    assert not begins_in_rest_pose(arm_at(0.7 * np.arange(4)))  # a kick at 21 rad/s
    assert not begins_in_rest_pose(arm_at(np.array([0.0, 1.5])))
