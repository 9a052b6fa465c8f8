"""Toes of a clip that shows none: flat on the ground while the foot tips over them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..biped_frames import SIDES, Figure, Placed, X, Y, Z
from ..joint_numbers import about

Array = NDArray[np.float64]
# Heights of the toe joint over its lowest [m] between which the toes straighten; of an adult.
FLAT_BELOW, STRAIGHT_FROM = 0.04, 0.12


def bend_toes(figure: Figure, turns: Array, placed: Placed, ground: Array, size: float) -> None:
    """Bend the toes of feet that point downwards near the ground, as far as their joints allow.

    Args:
        turns: (frames, n, 3, 3) as in `Posture`, changed here.
        ground: (frames,) height of the ground [m].
        size: of the body, relative to an adult.
    """
    for side in SIDES:
        foot, toes = figure.index["foot" + side], figure.index["toes" + side]
        segment = figure.character.segments[toes]
        assert segment.shape is not None
        sole = segment.shape.size[2] / 2 - segment.shape.center[2]
        height = placed.origins[:, toes, Z] - ground - sole
        far = np.clip((height / size - FLAT_BELOW) / (STRAIGHT_FROM - FLAT_BELOW), 0.0, 1.0)
        near = 1.0 - far * far * (3.0 - 2.0 * far)
        pitch = np.arcsin(np.clip(-placed.axes[:, foot, Z, X], -1.0, 1.0))
        most = -float(segment.joint.limits[1][0])
        turns[:, toes] = about(Y, -near * np.clip(pitch, 0.0, most))
