"""The key poses by which a body gets up are data, checked as they are read."""

from __future__ import annotations

from typing import Any

import pytest

from footfall.base.errors import InvalidInput
from footfall.catalogue.key_poses import check_key_poses, key_pose, key_poses


def file_of(**parts: Any) -> dict[str, Any]:
    """A file with one pose, with these parts besides a bent knee."""
    pose = {"sentence": "Bent knees.", "angles": {"knee": 1.0}, **parts}
    return {"version": 1, "made": "for a test", "poses": {"bent": pose}}


def test_a_pose_that_faces_somewhere_says_how_much_that_matters() -> None:
    for name, pose in key_poses().items():
        assert (pose.lean is None) == (pose.lean_weights == (0.0, 0.0, 0.0)), name


def test_a_number_for_a_ball_joint_is_its_angle_about_y() -> None:
    assert key_pose("tuck").ball("waist") == (0.0, 0.1, 0.0)
    assert key_pose("tuck").hinge("hip") == -1.9


def test_a_shipped_pose_cannot_be_changed() -> None:
    with pytest.raises(TypeError):
        key_pose("tuck").angles["knee"] = 0.0  # type: ignore[index]


def test_an_unknown_pose_is_refused() -> None:
    with pytest.raises(InvalidInput, match="Unknown key pose 'handstand'; allowed: hands_beside, "):
        key_pose("handstand")


@pytest.mark.parametrize(("parts", "message"), [
    ({"angles": {"knees": 1.0}},
     "The angles of the key pose 'bent' have no 'knees'; allowed: waist, waist_upper, "),
    ({"angles": {"knee": 4.0}},
     "The angle 'knee' of the key pose 'bent' must be -3.14159 to 3.14159 rad, got 4.0."),
    ({"angles": {"knee": [0.0, 1.0, 0.0]}},
     r"The angle 'knee' of the key pose 'bent' must be -3.14159 to 3.14159 rad, got \[0.0, 1.0"),
    ({"angles": 1.0}, "The angles of the key pose 'bent' must be numbers by joint, got 1.0."),
    ({"stiffness": {"knee": 1.0}},
     "The stiffness of the key pose 'bent' needs 'usual', got {'knee': 1.0}."),
    ({"lean": 9.0}, "The lean of the key pose 'bent' must be -3.14159 to 3.14159 rad, got 9.0."),
    ({"bends": 1.0}, "The key pose 'bent' has no 'bends'; allowed: sentence, angles, stiffness, "),
])  # fmt: skip
def test_a_pose_that_is_none_is_refused(parts: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        check_key_poses(file_of(**parts))
