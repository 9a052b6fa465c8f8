"""How far a performed motion is from its clip, frame by frame."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...base.rotations import matrices_from_quaternions, rotation_vectors_from_matrices
from ...bodies.character import Character
from ..biped_frames import Figure, in_parents
from .clip import PerformedClip
from .track import RATE, Placing, track_of

Array = NDArray[np.float64]


def difference_from(
    clip: PerformedClip, character: Character, placing: Placing, orientations: Array, since: Array
) -> Array:
    """(frames,) RMS angle between the joints and the clip's own [rad]; NaN outside the clip.

    Args:
        orientations: (frames, segments, 4) of the body that performs.
        since: (frames,) time since the clip began [s].
    """
    figure = Figure(character)
    asked = track_of(clip, figure, placing).turns
    at = placing.first_frame + (since * RATE).round().astype(int)
    inside = (since >= 0.0) & (at < len(asked))
    own = in_parents(matrices_from_quaternions(orientations[inside]), figure.parents)
    apart = rotation_vectors_from_matrices(np.swapaxes(asked[at[inside]], -1, -2) @ own)
    moving = [i for i, _, _ in figure.joints.places]
    difference = np.full(len(since), np.nan)
    difference[inside] = np.sqrt(np.mean(np.sum(apart[:, moving] ** 2, axis=2), axis=1))
    return difference
