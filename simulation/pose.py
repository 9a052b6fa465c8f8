"""A pose by the names of its joints, as the flat numbers of a body."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from ..base.errors import InvalidInput
from ..bodies.character import Character
from .rotation import Array

SIZES = {"spherical": 4, "universal": 2, "hinge": 1}  # numbers of a joint's position
UPRIGHT, STRAIGHT = (1.0, 0.0, 0.0, 0.0), (0.0, 0.0)


def joint_positions(character: Character, pose: Mapping[str, Any]) -> Array:
    """Flat joint positions, as in `Body`; joints without a name in the pose are as in standing."""
    joints: list[float] = []
    for segment in character.segments:
        kind = segment.joint.type
        size = SIZES.get(kind, 0)
        rest = UPRIGHT if kind == "spherical" else STRAIGHT
        bent = character.standing.get(segment.joint.name, 0.0)
        if bent:
            half = bent / 2
            rest = (math.cos(half), 0.0, math.sin(half), 0.0) if size == 4 else (bent, 0.0)
        given: Any = np.atleast_1d(pose.get(segment.joint.name, rest[:size]))
        if len(given) != size:
            raise InvalidInput(
                f"The start pose of {segment.joint.name!r} needs {size} numbers, got {len(given)}."
            )
        joints += given.tolist()
    return np.array(joints)
