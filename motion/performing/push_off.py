"""Feet that push off to the end of their contact: where a leg is stretched before, the heel rises.

A body whose legs are shorter than the clip's, or a clip of few frames a second, stretches the leg
while the toes still bear; the toes would then leave the ground too early for the flight that
follows.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import gaussian_filter1d

from ..biped_frames import SIDES, Figure, Posture, Y, Z
from ..joint_numbers import about
from .support import Flags, Touches, runs_in
from .toes import bend_toes
from .track import RATE

Array = NDArray[np.float64]
# Numbers without a source: tuned: bench performing_loops.
ROUNDS = 4  # of turning a foot until its toes are on the ground
FURTHEST = 0.7  # [rad] by which a foot is turned
LETS_GO, SMOOTHED = 0.05, 0.006  # [s]: after a contact, and over which the turn is smoothed


def with_toes_down(
    figure: Figure, posture: Posture, touches: Touches, bears: Flags, size: float
) -> Posture:
    """The same postures with feet turned about their ankles until the points that bear do."""
    turns = posture.turns.copy()
    for side in SIDES:
        foot = figure.index["foot" + side]
        own = np.isin(touches.segments, [foot, figure.index["toes" + side]])
        stands, pitch = _second_halves(bears[:, own].any(axis=1)), np.zeros(len(bears))
        for _ in range(ROUNDS):
            tried = posture.turns.copy()
            tried[:, foot] = posture.turns[:, foot] @ about(Y, pitch)
            placed = figure.place(Posture(posture.root, tried))
            bend_toes(figure, tried, placed, np.zeros(len(pitch)), size)
            places = touches.places(figure.place(Posture(posture.root, tried)))[:, own]
            lowest = places[np.arange(len(pitch)), places[..., Z].argmin(axis=1)]
            lever = np.linalg.norm((lowest - placed.origins[:, foot])[:, :2], axis=1)
            more = np.where(stands, lowest[:, Z] / np.maximum(lever, 0.05), 0.0)
            pitch = np.clip(pitch + more, 0.0, FURTHEST)
        pitch = gaussian_filter1d(_fading(pitch, stands), SMOOTHED * RATE, mode="nearest")
        turns[:, foot] = turns[:, foot] @ about(Y, pitch)
    placed = figure.place(Posture(posture.root, turns))
    bend_toes(figure, turns, placed, np.zeros(len(turns)), size)
    return Posture(posture.root, turns)


def _second_halves(stands: Flags) -> Flags:
    """(frames,) whether a contact is past its middle."""
    late = np.zeros(len(stands), dtype=bool)
    for first, end in runs_in(stands):
        late[(first + end) // 2 : end] = True
    return late


def _fading(values: Array, stands: Flags) -> Array:
    """Values (frames,) that go on after each contact and fade within `LETS_GO`."""
    out, last, frames = values.copy(), 0.0, LETS_GO * RATE
    for i in range(len(out)):
        last = values[i] if stands[i] else max(last - FURTHEST / frames, 0.0)
        out[i] = last
    return out
