"""Outlines of soles and palms on the ground, for drawing footprints."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .body import Body

CORNERS = ((1.0, 1.0), (1.0, -1.0), (-1.0, -1.0), (-1.0, 1.0))  # ahead, to the left


def print_size(character: Body, limb: str, side: str) -> tuple[float, float]:
    """Length and width [m] of a "foot" or "hand"; 0 without a shape.

    A hanging hand's length is its height in the zero pose, its width its depth.
    """
    shape = character.segment(f"{limb}.{side}").shape
    if shape is None:
        return 0.0, 0.0
    x, y, z = shape.size
    return (x, y) if limb == "foot" else (z, x)


def print_outline(
    size: tuple[float, float], place: tuple[float, float], heading: float
) -> NDArray[np.float64]:
    """(4, 2, 3) lines [m] around a print on the ground z = 0.

    Args:
        size: length and width [m]; place: the middle [m]; heading: [rad].
    """
    ahead = np.array([np.cos(heading), np.sin(heading), 0.0])
    left = np.array([-ahead[1], ahead[0], 0.0])
    middle, (length, width) = np.array([*place, 0.0]), size
    rim = [middle + x * length / 2 * ahead + y * width / 2 * left for x, y in CORNERS]
    return np.array([(rim[i - 1], rim[i]) for i in range(len(rim))])
