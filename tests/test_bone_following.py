"""The segments that bones follow, found from poses, without Blender."""

from __future__ import annotations

import numpy as np
import pytest

from footfall.base.rotations import matrices_from_rotation_vectors
from footfall.retarget.bone_following import CLOSE, SeenPoses, find_bone_rules, follow, turns_about

POSES = 60
PELVIS, THIGH = 0, 1
ANOTHER = np.array([0.1, -0.2, 0.4])  # a rotation of the thigh outside the training poses [rad]


def seen(bone_matrices: np.ndarray, frames: np.ndarray) -> SeenPoses:
    return SeenPoses(
        ("pelvis", "thigh"), frames, ("bone",), bone_matrices[:, None], np.array([0.4]), 1.75
    )


def poses(vectors: np.ndarray) -> np.ndarray:
    """(poses, 2, 4, 4): a turning pelvis, and a thigh that rotates about its hip by angles."""
    random = np.random.default_rng(0)
    frames = np.tile(np.eye(4), (len(vectors), 2, 1, 1))
    frames[:, PELVIS, :3, :3] = matrices_from_rotation_vectors(
        random.uniform(-1, 1, (len(vectors), 3))
    )
    frames[:, PELVIS, :3, 3] = random.uniform(-1, 1, (len(vectors), 3))
    frames[:, THIGH, :3, :3] = frames[:, PELVIS, :3, :3] @ matrices_from_rotation_vectors(vectors)
    frames[:, THIGH, :3, 3] = frames[:, PELVIS, :3, 3] + frames[:, PELVIS, :3, 0] * 0.1
    return frames


def turns(count: int = POSES) -> np.ndarray:
    vectors = np.random.default_rng(1).uniform(-0.7, 0.7, (count, 3))
    vectors[0] = 0.0
    return vectors


def share_of_twist(frames: np.ndarray, share: float) -> np.ndarray:
    """A bone along the thigh that takes a share of its twist (frames, 4, 4)."""
    relative = np.swapaxes(frames[:, PELVIS, :3, :3], 1, 2) @ frames[:, THIGH, :3, :3]
    twist = np.arctan2(
        relative[:, 0, 2] - relative[:, 2, 0], relative[:, 0, 0] + relative[:, 2, 2]
    )
    vectors = np.zeros((len(frames), 3))
    vectors[:, 1] = (share - 1.0) * twist
    bone = frames[:, THIGH].copy()
    bone[:, :3, :3] = bone[:, :3, :3] @ matrices_from_rotation_vectors(vectors)
    return bone


@pytest.mark.parametrize("carrier", [PELVIS, THIGH])
def test_a_bone_is_carried_by_what_it_is_rigid_with(carrier: int) -> None:
    frames = poses(turns())
    place = np.eye(4)
    place[:3, 3] = 0.1, 0.2, -0.1
    found = find_bone_rules(seen(frames[:, carrier] @ place, frames))["bone"]
    assert (found.segment, found.leaders) == (("pelvis", "thigh")[carrier], ())
    assert np.allclose(found.place, place)


def test_a_bone_between_two_segments_is_where_it_was_never_seen() -> None:
    taught, new = poses(turns()), poses(np.array([[0.0, 0.0, 0.0], ANOTHER]))
    found = find_bone_rules(seen(share_of_twist(taught, 0.5), taught))["bone"]
    assert len(found.leaders) == 1
    names = ("pelvis", "thigh")
    carrier, leader = (names.index(name) for name in (found.segment, *found.leaders))
    axes = new[..., :3, :3]
    about = turns_about(found.place, axes[:, carrier], axes[:, leader], np.eye(3))
    shown = new[:, carrier] @ found.place @ follow(found, [about]).matrices()
    assert np.abs(shown - share_of_twist(new, 0.5)).max() < 2e-2


def test_a_bone_that_follows_nothing_is_carried_by_the_nearest() -> None:
    frames = poses(turns())
    random = np.random.default_rng(5)
    wild = np.tile(np.eye(4), (POSES, 1, 1))
    wild[:, :3, 3] = random.uniform(-1, 1, (POSES, 3))
    found = find_bone_rules(seen(wild, frames))["bone"]
    assert found.error > CLOSE
    assert np.isfinite(found.place).all()
