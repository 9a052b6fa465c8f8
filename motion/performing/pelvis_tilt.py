"""Hips flexed beyond their range: the pelvis turns under, and the lower spine bends instead.

Rigs differ in how much of a stoop they give to the hips and how much to the spine. In a kneel or a
tuck some flex the hips by 140 degrees, where people flex them by 125 and round their back.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import gaussian_filter1d

from ...base.rotations import rotation_vectors_from_matrices
from ...bodies.kinds import BIPED
from ..biped_frames import SIDES, Figure, Posture, Y
from ..joint_numbers import about
from .track import RATE

Array = NDArray[np.float64]
SPINE = ("lower_back", "torso")
SMOOTHED = 0.05  # [s]


def with_pelvis_under(figure: Figure, posture: Posture, margin: float) -> Posture:
    """The same postures with hips less flexed where they are beyond their range, as far as the
    spine can bend; legs, chest and the middle of the hips stay where they are. Those of another
    body than a biped are left as they are.

    Args:
        margin: from the ends of the joints' ranges [rad].
    """
    if figure.character.kind != BIPED:
        return posture
    beyond = np.max([_flexion(figure, posture, f"upper_leg{s}", 0, margin) for s in SIDES], axis=0)
    spine = [name for name in SPINE if name in figure.index]
    room = np.stack(
        [np.maximum(-_flexion(figure, posture, n, 1, margin), 0.0) for n in spine]
        or [np.zeros(len(beyond))]
    )
    tilt = np.minimum(np.maximum(beyond, 0.0), room.sum(axis=0))
    if not tilt.any():
        return posture
    tilt = gaussian_filter1d(tilt, SMOOTHED * RATE, mode="nearest")
    shares = room / np.maximum(room.sum(axis=0), 1e-9)
    turns = posture.turns.copy()
    turns[:, 0] = turns[:, 0] @ about(Y, -tilt)
    for i, parent in enumerate(figure.parents):
        if parent == 0:
            turns[:, i] = about(Y, tilt) @ turns[:, i]
    for number, name in enumerate(spine[:-1]):  # what the joints above it take up
        i, left = figure.index[name], tilt * shares[number + 1 :].sum(axis=0)
        turns[:, i] = turns[:, i] @ about(Y, -left)
        above = figure.index[spine[number + 1]]
        turns[:, above] = about(Y, left) @ turns[:, above]
    hips = np.mean([figure.offsets[figure.index[f"upper_leg{s}"]] for s in SIDES], axis=0)
    moved = (posture.turns[:, 0] - turns[:, 0]) @ hips
    return Posture(posture.root + moved, turns)


def _flexion(
    figure: Figure, posture: Posture, name: str, end: int, margin: float
) -> Array:
    """(frames,) angle [rad] about y beyond one end of a ball joint's range: 0, its lower one."""
    i = figure.index[name]
    angle = rotation_vectors_from_matrices(posture.turns[:, i])[:, Y]
    limit = figure.character.segments[i].joint.limits[Y][end]
    sign = 1.0 if end else -1.0
    beyond: Array = sign * (angle - limit) + margin
    return beyond
