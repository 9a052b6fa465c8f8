"""A clip's joints turned back into the range that the body has."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...base.rotations import matrices_from_rotation_vectors, rotation_vectors_from_matrices
from ..biped_frames import Figure, Posture, X, Y
from ..joint_numbers import about
from .pelvis_tilt import with_pelvis_under

Array = NDArray[np.float64]
MARGIN = 0.07  # [rad] before the end of the range, from which the law turns joints back
WHOLE = 2.7  # [rad]: a ball joint turned further is left alone, as by the law


def in_range(figure: Figure, posture: Posture) -> Posture:
    """The postures with each joint inside its range, feet where they are as far as that can be."""
    posture = with_pelvis_under(figure, posture, MARGIN)
    return Posture(posture.root, within_range(figure, posture.turns))


def within_range(figure: Figure, turns: Array) -> Array:
    """The turns (frames, n, 3, 3) with each joint inside its range.

    A ball joint's range is that of the components of its rotation vector.
    """
    numbers, ranged = figure.joints.numbers(turns), turns.copy()
    for i, kind, part in figure.joints.places:
        low, high = np.array(figure.character.segments[i].joint.limits).T
        low, high = low + MARGIN, np.maximum(high - MARGIN, low + MARGIN)
        if kind == "spherical":
            vectors = rotation_vectors_from_matrices(turns[:, i])
            inside = np.linalg.norm(vectors, axis=1) < WHOLE
            clipped = matrices_from_rotation_vectors(np.clip(vectors, low, high))
            ranged[inside, i] = clipped[inside]
        elif kind == "hinge":
            ranged[:, i] = about(Y, np.clip(numbers[:, part.start], low[1], high[1]))
        else:
            pitch = np.clip(numbers[:, part.start], low[1], high[1])
            roll = np.clip(numbers[:, part.start + 1], low[0], high[0])
            ranged[:, i] = about(Y, pitch) @ about(X, roll)
    return ranged
