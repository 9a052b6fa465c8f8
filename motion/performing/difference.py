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
    difference = np.full(len(since), np.nan)
    difference[inside] = joints_apart(figure, own, asked[at[inside]])
    return difference


def joints_apart(figure: Figure, one: Array, other: Array) -> Array:
    """(frames,) RMS angle [rad] between the joints of two motions of a body.

    Args:
        one, other: (frames, n, 3, 3) each segment in its parent's frame.
    """
    apart = rotation_vectors_from_matrices(np.swapaxes(other, -1, -2) @ one)
    moving = [i for i, _, _ in figure.joints.places]
    rms: Array = np.sqrt(np.mean(np.sum(apart[:, moving] ** 2, axis=2), axis=1))
    return rms
