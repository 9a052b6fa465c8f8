"""Feet that lie flat while heel and ball bear, and do not tilt sideways wherever they bear.

The contacts of a clip are found with a tolerance, so that a foot may count as bearing though it is
tilted. On a body its ball is then some centimeters over the ground: it stands on an edge of its
heel, and cannot push with its ankle.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import gaussian_filter1d

from ..biped_frames import SIDES, Figure, Posture, X, Y, Z
from ..joint_numbers import about
from .support import Flags, Touches
from .toes import bend_toes
from .track import RATE

Array = NDArray[np.float64]
SETTLES = 0.012  # [s] over which a foot is laid flat; tuned: bench performing_loops


def with_flat_feet(
    figure: Figure, posture: Posture, touches: Touches, bears: Flags, size: float
) -> Posture:
    """The same postures with feet turned about their ankles until they lie flat where they bear.

    A heel that rises is left as it is.

    Args:
        bears: (frames, k) whether each point bears.
        size: of the body, relative to an adult.
    """
    placed, turns = figure.place(posture), posture.turns.copy()
    for side in SIDES:
        foot = figure.index["foot" + side]
        on_foot = touches.segments == foot
        heel = on_foot & (touches.points[:, X] < 0.0)
        ball = (on_foot & ~heel) | (touches.segments == figure.index["toes" + side])
        on_heel, on_ball = bears[:, heel].any(axis=1), bears[:, ball].any(axis=1)
        axes = placed.axes[:, foot]
        level = _laid_flat(axes, _share(on_heel & on_ball), _share(on_heel | on_ball))
        turns[:, foot] = turns[:, foot] @ np.swapaxes(axes, 1, 2) @ level
    placed = figure.place(Posture(posture.root, turns))
    bend_toes(figure, turns, placed, np.zeros(len(turns)), size)
    return Posture(posture.root, turns)


def _laid_flat(axes: Array, flat: Array, upright: Array) -> Array:
    """Axes (frames, 3, 3) of a foot with its toes lowered by a share `flat` of how far they are up,
    and its sideways tilt less by a share `upright`, each (frames,).
    """
    heading = np.arctan2(axes[:, Y, X], axes[:, X, X])
    raised = np.arcsin(np.clip(axes[:, Z, X], -1.0, 1.0))
    tilt = np.arctan2(axes[:, Z, Y], axes[:, Z, Z])
    pitch = flat * np.maximum(raised, 0.0) - raised
    level: Array = about(Z, heading) @ about(Y, pitch) @ about(X, (1.0 - upright) * tilt)
    return level


def _share(flags: Flags) -> Array:
    """(frames,) 1 where a flag is true, smooth in between."""
    share: Array = gaussian_filter1d(flags.astype(float), SETTLES * RATE, mode="nearest")
    return share
