"""How far joints turn beyond their range of motion, told from a take alone.

The laws measure the same in compiled code (`controllers/program/limits.py`); what judges them does
not share it.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from ..base.rotations import matrices_from_quaternions, rotation_vectors_from_matrices
from ..bodies.character import Character
from ..bodies.segments import Joint
from ..shots.take import Performance

Array = NDArray[np.float64]
FAR_TURNED = 1.0  # [rad] from which on the turn the other way round is looked at as well


def beyond_range(joint: Joint, turns: Array, margin: float = 0.0) -> Array:
    """(frames,) angle [rad] of a joint beyond its range, or within a margin of its ends.

    Args:
        turns: (frames, 3, 3) orientation of the segment in its parent's frame.
    """
    if joint.type in ("root", "fixed"):
        return np.zeros(len(turns))
    low, high = np.array(joint.limits).T
    moves = low < high
    low, high = low + margin * moves, high - margin * moves
    angles = np.zeros((len(turns), 3))
    if joint.type == "spherical":
        angles = _vectors_within(turns, low, high)
    else:
        angles[:, 1] = np.unwrap(np.arctan2(-turns[:, 2, 0], turns[:, 0, 0]))
    if joint.type == "universal":
        angles[:, 0] = np.unwrap(np.arctan2(-turns[:, 1, 2], turns[:, 1, 1]))
    beyond: Array = np.abs(angles - np.clip(angles, low, high)).max(axis=1)
    return beyond


def _vectors_within(turns: Array, low: Array, high: Array) -> Array:
    """(frames, 3) rotation vectors; of the two that turn alike, the one less beyond the range."""
    vectors = rotation_vectors_from_matrices(turns)
    sizes = np.linalg.norm(vectors, axis=1, keepdims=True)
    others = (1.0 - 2.0 * math.pi / np.maximum(sizes, FAR_TURNED)) * vectors
    first, second = (
        ((found - np.clip(found, low, high)) ** 2).sum(axis=1) for found in (vectors, others)
    )
    is_other = (second < first) & (sizes[:, 0] > FAR_TURNED)
    return np.where(is_other[:, None], others, vectors)


def furthest_beyond(character: Character, performance: Performance) -> float:
    """How far any joint turns beyond its range in a performance [rad]."""
    turns = matrices_from_quaternions(performance.segment_orientations)
    index = {name: i for i, name in enumerate(performance.segment_names)}
    return max(
        float(beyond_range(segment.joint, np.swapaxes(turns[:, index[segment.parent]], 1, 2)
                           @ turns[:, index[segment.name]]).max())
        for segment in character.segments
        if segment.parent
    )  # fmt: skip
