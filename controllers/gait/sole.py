"""The corners of a sole: its contact points, which span its part of the support polygon."""

from __future__ import annotations

from ...simulation.body import Motion
from ...simulation.compiled import compiled
from ...simulation.rotation import Array
from ..program.anatomy import Anatomy

CORNERS = 4  # of a sole
HEELS = slice(2, 4)  # of the corners
INSET = 0.01  # [m] of the contacts from the sole's edge


@compiled
def set_corners(anatomy: Anatomy, motion: Motion, side: int, points: Array) -> None:
    """Fill in the corners (4, 3) of a sole, relative to the center of mass [m]."""
    foot = anatomy["foot"][side]
    frame = motion.rotation[foot]
    for corner in range(CORNERS):
        x = anatomy["ball"][side] - INSET if corner < 2 else INSET - anatomy["heel"][side]
        y = (anatomy["half_width"][side] - INSET) * (1.0 if corner % 2 == 0 else -1.0)
        for k in range(3):
            point = frame[k, 0] * x + frame[k, 1] * y - frame[k, 2] * anatomy["ankle_height"][side]
            points[corner, k] = motion.origin[foot, k] - motion.com[k] + point
