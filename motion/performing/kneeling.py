"""Knees that a clip keeps a little over the ground are put down on it.

A clip's body is of other proportions: where its foot and its knee bear, the knee of another body
may be some centimeters too high. The body is lowered by as much; the other foot stays where it is.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import binary_opening, gaussian_filter1d

from ...bodies.kinds import BIPED
from ..biped_frames import SIDES, Figure, Placed, Posture, Z
from ..leg_kinematics import move_ankles
from .support import BEARS_BELOW, Flags, Touches
from .track import RATE

Array = NDArray[np.float64]
# Of an adult: a knee lower [m] and slower [m/s] than these, for so long [s], kneels.
LOW, SLOW, LEAST = 0.12, 0.2, 0.3
SETTLES = 0.08  # [s] in which the body is lowered
LIMBS = ("hand", "lower_arm", "foot", "toes", "lower_leg")  # what need not limit that


def with_knees_down(
    figure: Figure, posture: Posture, touches: Touches, size: float
) -> Posture:
    """The postures of a biped lowered where a knee hangs still over the ground z = 0, as far as
    neither trunk nor thighs would sink; those of other bodies as they are.
    """
    if figure.character.kind != BIPED:
        return posture
    placed = figure.place(posture)
    knees = np.stack([_kneeling(figure, placed, touches, size, side) for side in SIDES], axis=1)
    names = [figure.names[i].split(".")[0] for i in touches.segments]
    rest = touches.places(placed)[:, ~np.isin(names, LIMBS), Z].min(axis=1)
    lowest = knees.min(axis=1)
    hangs = np.isfinite(lowest) & (lowest > BEARS_BELOW * size)
    by = np.where(hangs, np.clip(rest, 0.0, np.where(hangs, lowest, 0.0)), 0.0)
    if not by.any():
        return posture
    by = gaussian_filter1d(by, SETTLES * RATE, mode="nearest")
    root, turns = posture.root.copy(), posture.turns.copy()
    root[:, Z] -= by
    kneels = np.isfinite(knees).astype(float)
    share = gaussian_filter1d(kneels, SETTLES * RATE, axis=0, mode="nearest")
    ankles = placed.origins[:, [figure.index["foot" + side] for side in SIDES]]
    ankles[..., Z] -= share * by[:, None]
    move_ankles(figure, turns, root, placed, ankles)
    return Posture(root, turns)


def _kneeling(
    figure: Figure, placed: Placed, touches: Touches, size: float, side: str
) -> Array:
    """(frames,) height of a knee over the ground [m] where it kneels, else infinite."""
    shank = figure.index["lower_leg" + side]
    speed = np.linalg.norm(np.gradient(placed.origins[:, shank], axis=0), axis=1) * RATE
    height = touches.places(placed)[:, _on_knee(figure, touches, side), Z].min(axis=1)
    is_low = (height < LOW * size) & (speed < SLOW * np.sqrt(size))
    kneels = binary_opening(is_low, np.ones(round(LEAST * RATE)))
    return np.where(kneels, height, np.inf)


def _on_knee(figure: Figure, touches: Touches, side: str) -> Flags:
    """(k,) whether a point is on the knee's half of the thigh or the shank."""
    thigh, shank, foot = (figure.index[p + side] for p in ("upper_leg", "lower_leg", "foot"))
    below = np.linalg.norm(touches.points, axis=1)
    above = np.linalg.norm(touches.points - figure.offsets[shank], axis=1)
    lengths = np.linalg.norm(figure.offsets, axis=1)
    on_shank = (touches.segments == shank) & (below < lengths[foot] / 2.0)
    on_thigh: Flags = (touches.segments == thigh) & (above < lengths[shank] / 2.0)
    return on_thigh | on_shank
