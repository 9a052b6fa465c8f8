"""Bodies that lie as in a take, and nearly so: start poses from a frame, moved by a little."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..base.rotations import (
    matrices_from_rotation_vectors,
    multiply_quaternions,
    quaternions_from_matrices,
)
from ..bodies.character import Character
from ..shots.take import Performance
from .joint_angles import quaternion_between

Array = NDArray[np.float64]


def start_pose(character: Character, performance: Performance, frame: int) -> dict[str, Any]:
    """A frame of a take as a performer's start pose."""
    names = performance.segment_names
    turns = performance.segment_orientations[frame]
    pose: dict[str, Any] = {
        "root": (
            tuple(performance.root_position[frame].tolist()),
            tuple(performance.root_orientation[frame].tolist()),
        )
    }
    for segment in character.segments[1:]:
        above, below = turns[names.index(segment.parent)], turns[names.index(segment.name)]
        w, x, y, z = quaternion_between(above[None], below[None])[0].tolist()
        if segment.joint.type == "spherical":
            pose[segment.joint.name] = (w, x, y, z)
        elif segment.joint.type == "universal":
            pose[segment.joint.name] = (2.0 * math.atan2(y, w), 2.0 * math.atan2(x, w))
        elif segment.joint.type == "hinge":
            pose[segment.joint.name] = 2.0 * math.atan2(y, w)
    return pose


def moved(pose: Mapping[str, Any], length: float, angle: float, seed: int) -> dict[str, Any]:
    """The pose moved along the ground by a length [m], and turned in the pelvis and at each joint
    by up to an angle [rad], in directions by a seed.
    """
    random = np.random.default_rng(seed)
    (x, y, z), turn = pose["root"]
    way = random.uniform(0.0, 2.0 * math.pi)
    place = (x + length * math.cos(way), y + length * math.sin(way), z)
    found: dict[str, Any] = {"root": (place, _turned(turn, angle, random))}
    for name, value in pose.items():
        if name == "root":
            continue
        size = np.size(value)
        if size == 4:
            found[name] = _turned(value, angle, random)
        elif size == 1:
            found[name] = float(value + random.uniform(-angle, angle))
        else:
            found[name] = tuple((np.array(value) + random.uniform(-angle, angle, size)).tolist())
    return found


def _turned(turn: Any, angle: float, random: np.random.Generator) -> tuple[float, ...]:
    axis = random.normal(size=3)
    vector = random.uniform(0.0, angle) * axis / np.linalg.norm(axis)
    own = quaternions_from_matrices(matrices_from_rotation_vectors(vector[None]))[0]
    return tuple(multiply_quaternions(np.array(turn), own).tolist())
