"""The way of a clip that walks on the spot, as games have them: what its feet slide back."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...bodies.strength import ADULT_LEG
from ..biped_frames import Figure, Posture, Z

Array = NDArray[np.float64]
# By hand. Lengths and speeds are of a leg as long as an adult's.
ON_THE_SPOT = 0.3  # [m] within which the pelvis stays over the ground
LOW = 0.03  # [m] over its lowest, of a foot that bears
SLIDES = 0.2  # [m/s] of feet that bear, from which on the ground moves under the body


def ground_covered(figure: Figure, posture: Posture, rate: float) -> Array:
    """(frames, 3) way [m] to add to the pelvis's, at the speed at which feet that bear slide back;
    zeros for a clip that travels by itself, or stands.

    Args:
        rate: frames a second.
    """
    size = figure.character.leg_length / ADULT_LEG
    way = np.zeros_like(posture.root)
    if np.ptp(posture.root[:, :2], axis=0).max() > ON_THE_SPOT * size:
        return way
    paws = _paws(figure, posture)
    low = paws[..., Z] < paws[..., Z].min(axis=0) + LOW * size
    slips = np.gradient(paws, axis=0)[low][:, :2] * rate
    speed = -np.median(slips, axis=0)
    if np.linalg.norm(speed) > SLIDES * np.sqrt(size):
        way[:, :2] = np.arange(len(way))[:, None] / rate * speed
    return way


def _paws(figure: Figure, posture: Posture) -> Array:
    """(frames, legs, 3) lower ends of the feet [m]."""
    placed, paws = figure.place(posture), []
    for foot in figure.numbers_of(["foot"], figure.legs):
        shape = figure.character.segments[foot].shape
        assert shape is not None
        end = np.array(shape.center) - [0.0, 0.0, shape.size[Z] / 2]
        paws.append(placed.origins[:, foot] + placed.axes[:, foot] @ end)
    return np.stack(paws, axis=1)
